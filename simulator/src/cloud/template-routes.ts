// Message templates of an account: list with filters and cursors, create, delete.
import type { FastifyInstance } from 'fastify';
import { checkNewTemplate, readComponents } from '../account/check-new-template.ts';
import type { BusinessNumber } from '../account/numbers.ts';
import type { Template } from '../account/templates.ts';
import { asObject } from '../message/check-value.ts';
import type { Simulator } from '../simulator.ts';
import { GraphFailure, requireAccount, unknownObject } from './authorize.ts';
import { graphError } from './graph-error.ts';
import { pickFields } from './pick-fields.ts';

const usualFields = 'name,parameter_format,components,language,status,category,id';

export function templateRoutes(app: FastifyInstance, simulator: Simulator): void {
  const { templates } = simulator;

  app.get('/:id/message_templates', (request) => {
    const [first] = requireAccount(simulator, request);
    const query = request.query as Record<string, string | undefined>;
    const found = templates.list(first?.wabaId ?? '').filter((template) => matches(template, query));
    const { page, paging } = cut(found, query);
    const fields = query.fields ?? usualFields;
    return { data: page.map((template) => pickFields(presentTemplate(template), fields)), paging };
  });

  app.post('/:id/message_templates', (request) => {
    const [first] = requireAccount(simulator, request);
    if (!first) throw unknownObject(request);
    const { id, status, category } = createTemplate(simulator, first, request.body);
    return { id, status, category };
  });

  app.delete('/:id/message_templates', (request) => {
    const [first] = requireAccount(simulator, request);
    const { name, hsm_id: id } = request.query as { name?: string; hsm_id?: string };
    if (!name) throw new GraphFailure(graphError(100, 'The parameter name is required.'));
    if (templates.remove(first?.wabaId ?? '', name, id) === 0) {
      throw new GraphFailure({ ...graphError(100, `There is no template ${name}.`), subcode: 2593002 });
    }
    return { success: true };
  });
}

/** Throws what Meta refuses. */
export function createTemplate(
  { templates, settings }: Simulator,
  { wabaId, phoneNumberId }: BusinessNumber,
  body: unknown,
): Template {
  const checked = checkNewTemplate(asObject(body) ?? {});
  if (checked.kind === 'refused') throw new GraphFailure(checked.error);
  const { name, language } = checked.input;
  if (templates.find(wabaId, name, language)) {
    throw new GraphFailure({
      ...graphError(100, `There is already ${language} content for the template ${name}.`),
      subcode: 2388024,
    });
  }
  return templates.create(wabaId, checked.input, settings.of(phoneNumberId).templateReviewDelayMs);
}

export function editTemplate(simulator: Simulator, template: Template, input: unknown): object {
  if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(template.status)) {
    throw new GraphFailure(graphError(100, `A template that is ${template.status} cannot be edited.`));
  }
  const body = asObject(input) ?? {};
  const read = readComponents(
    body.components ?? template.components,
    template.parameterFormat,
    template.category,
  );
  if (read.kind === 'refused') throw new GraphFailure(read.error);
  const { templateReviewDelayMs } = simulator.settings.all();
  simulator.templates.edit(template.id, { components: read.components }, templateReviewDelayMs);
  return { success: true };
}

export function presentTemplate(template: Template): Record<string, unknown> {
  return {
    name: template.name,
    parameter_format: template.parameterFormat,
    components: template.components,
    language: template.language,
    status: template.status,
    category: template.category,
    id: template.id,
    rejected_reason: template.rejectedReason,
    quality_score: { score: template.quality },
  };
}

function matches(template: Template, query: Record<string, string | undefined>): boolean {
  const { name, status, language, category } = query;
  return (
    (name === undefined || template.name.includes(name)) &&
    (status === undefined || template.status === status.toUpperCase()) &&
    (language === undefined || template.language === language) &&
    (category === undefined || template.category === category.toUpperCase())
  );
}

/** One page; cursors are positions, written as base64 so that no client counts on them. */
function cut(
  found: Template[],
  { limit = '25', after }: Record<string, string | undefined>,
): { page: Template[]; paging: object } {
  const size = Math.min(Math.max(1, Number(limit) || 25), 250);
  const start = after === undefined ? 0 : Number(Buffer.from(after, 'base64').toString());
  if (!Number.isInteger(start)) throw new GraphFailure(graphError(131059));
  const end = Math.min(start + size, found.length);
  const cursor = (position: number) => Buffer.from(String(position)).toString('base64');
  const cursors = { before: cursor(start), after: cursor(end) };
  const paging = end < found.length ? { cursors, next: `?after=${cursor(end)}&limit=${size}` } : { cursors };
  return { page: found.slice(start, end), paging };
}
