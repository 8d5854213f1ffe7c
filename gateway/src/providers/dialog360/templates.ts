// Templates at 360dialog: Meta's, under a path of its own.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { asFields, asText } from '../cloud-api/graph-error.ts';
import { parseObject } from '../exchange.ts';
import type { Failure, ProviderFields } from '../provider.ts';
import type { Fields } from '../read-values.ts';
import type { ListedTemplate, TemplateComponent, TemplatePart } from '../template-part.ts';
import { callDialog360, notOurs, readFailure } from './call-dialog360.ts';
import { field } from './fields.ts';

const path = 'v1/configs/templates';
const pageSize = 1_000;
const pagesMax = 20;

/** A template is sent by its name and language. */
const referenceOf = (name: string, language: string): string => `${name}/${language}`;

const componentsOf = (value: unknown): TemplateComponent[] =>
  (Array.isArray(value) ? value : []).flatMap((part: unknown): TemplateComponent[] => {
    const component = asFields(part);
    const type = asText(component?.type);
    return component && type ? [{ ...component, type: type.toUpperCase() }] : [];
  });

const readTemplate = (raw: Fields): ListedTemplate | null => {
  const name = asText(raw.name);
  const language = asText(raw.language);
  const status = asText(raw.status);
  if (!name || !language || !status) return null;
  const reason = asText(raw.rejected_reason);
  return {
    reference: referenceOf(name, language),
    name,
    language,
    status: status.toUpperCase(),
    category: (asText(raw.category) ?? '').toUpperCase(),
    quality: asText(asFields(raw.quality_score)?.score),
    reason: reason === null || reason.toUpperCase() === 'NONE' ? null : reason,
    parameterFormat: asText(raw.parameter_format)?.toLowerCase() === 'named' ? 'named' : 'positional',
    components: componentsOf(raw.components),
  };
};

type Page =
  | { readonly kind: 'page'; readonly templates: readonly Fields[] }
  | { readonly kind: 'broken'; readonly failure: Failure };

const readPage = async (http: OutgoingHttp, fields: ProviderFields, offset: number): Promise<Page> => {
  const query = `limit=${pageSize}&offset=${offset}`;
  const { result } = await callDialog360(http, fields, { method: 'GET', path: `${path}?${query}` });
  const failure = readFailure(result, fields);
  if (failure) return { kind: 'broken', failure };
  const list = result.kind === 'answered' ? parseObject(result.body)?.waba_templates : null;
  if (!Array.isArray(list)) return { kind: 'broken', failure: notOurs() };
  return { kind: 'page', templates: list.flatMap((part: unknown): Fields[] => [asFields(part) ?? {}]) };
};

export const dialog360Templates: TemplatePart = {
  // The key names the number, and the number its account; a company with two keys of one account syncs twice.
  accountOf: (fields) => field(fields, 'phone_number') || field(fields, 'base_url'),
  async list(http, fields) {
    const found: Fields[] = [];
    for (let page = 0; page < pagesMax; page += 1) {
      const read = await readPage(http, fields, page * pageSize);
      if (read.kind === 'broken') return read;
      found.push(...read.templates);
      if (read.templates.length < pageSize) break;
    }
    return { kind: 'listed', templates: found.flatMap((raw) => readTemplate(raw) ?? []) };
  },
  async create(http, fields, { name, language, category, parameterFormat, components }) {
    const { result } = await callDialog360(http, fields, {
      method: 'POST',
      path,
      body: { name, language, category, components, parameter_format: parameterFormat.toUpperCase() },
    });
    const failure = readFailure(result, fields);
    if (failure) return { kind: 'refused', failure };
    const answer = result.kind === 'answered' ? parseObject(result.body) : null;
    return {
      kind: 'taken',
      reference: referenceOf(name, language),
      status: (asText(answer?.status) ?? 'PENDING').toUpperCase(),
      category: asText(answer?.category),
    };
  },
  async remove(http, fields, { name }) {
    const { result } = await callDialog360(http, fields, {
      method: 'DELETE',
      path: `${path}/${encodeURIComponent(name)}`,
    });
    const failure = readFailure(result, fields);
    return failure ? { kind: 'refused', failure } : { kind: 'removed' };
  },
};
