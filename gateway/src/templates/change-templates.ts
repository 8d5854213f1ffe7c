// Making, changing and deleting a template at the provider. What breaks WhatsApp's rules is refused before it is submitted; a
// rejection takes a day, and a deleted name stays taken for thirty.

import { checkTemplateDraft, type TemplateDraft } from '@hudhud/contract/template-rules.ts';
import type { NewTemplate, TemplateEdit } from '@hudhud/contract/templates.ts';
import type pg from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { newUuid } from '../platform/ids.ts';
import type { TemplateChange, TemplatePart } from '../providers/template-part.ts';
import { chooseSender } from '../senders/choose-sender.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import type { TemplateDirectory } from './directory.ts';
import { findTemplateRow, lockAccount, type TemplateColumns, type TemplateRow } from './queries.ts';
import { recordTurns } from './record-changes.ts';
import { accountOf } from './template.ts';
import { type SampleOptions, uploadSamples } from './upload-samples.ts';

export interface ChangeOptions extends SampleOptions {
  readonly pool: pg.Pool;
  readonly senders: SenderDirectory;
  readonly directory: TemplateDirectory;
  readonly onEmitted: (companyIds: readonly string[]) => void;
}

const errorsMax = 20;

const checkRules = (draft: TemplateDraft): void => {
  const problems = checkTemplateDraft(draft);
  const [first] = problems;
  if (!first) return;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more, see errors)` : '';
  throw new AppError('template_invalid', {
    detail: `${first.detail}${more}`,
    errors: problems
      .slice(0, errorsMax)
      .map(({ pointer, detail }) => ({ code: 'template_invalid', pointer, detail })),
  });
};

interface Desk {
  readonly sender: Sender;
  readonly account: string;
  readonly part: TemplatePart;
}

const deskOf = (sender: Sender): Desk => {
  const account = accountOf(sender);
  const part = sender.provider.templates;
  if (account !== null && part) return { sender, account, part };
  throw new AppError('templates_not_carried', {
    detail: part
      ? `The sender ${sender.name} does not say which business account it belongs to.`
      : `${sender.provider.title} has no templates.`,
  });
};

const unable = (what: string): AppError =>
  new AppError('templates_not_carried', {
    detail: `Templates of this provider cannot be ${what} from here.`,
  });

const refused = (change: Extract<TemplateChange, { kind: 'refused' }>): AppError =>
  new AppError('template_refused', {
    detail: `${change.failure.title}: ${change.failure.detail}`,
    providerError: change.failure,
  });

const record = async (options: ChangeOptions, after: TemplateColumns): Promise<TemplateRow> => {
  const { company_id: companyId, provider, account } = after;
  const written = await inTransaction(options.pool, async (client) => {
    const rows = await lockAccount(client, { companyId, provider, account });
    const before = rows.find(({ name, language }) => name === after.name && language === after.language);
    const id = before?.id ?? after.id;
    await recordTurns(client, [{ before: before ?? null, after: { ...after, id } }], 'person', new Date());
    return await findTemplateRow(client, companyId, id);
  });
  options.directory.forget(companyId);
  options.onEmitted([companyId]);
  if (!written) throw new AppError('template_id_unknown');
  return written;
};

const isThere = (row: TemplateRow): boolean => row.status !== 'deleted';

export const createTemplate = async (
  options: ChangeOptions,
  companyId: string,
  body: NewTemplate,
): Promise<TemplateRow> => {
  const { name, language, category, parameter_format: parameterFormat = 'positional' } = body;
  const asked = { name, language, category, parameterFormat, components: body.components };
  checkRules(asked);
  const senders = await options.senders.find(companyId);
  const desk = deskOf(chooseSender(senders, body.from === undefined ? {} : { from: body.from }));
  if (!desk.part.create) throw unable('made');
  const known = await options.directory.find(companyId);
  const twin = known.all.find(
    (one) =>
      one.account === desk.account &&
      one.name === name &&
      one.language === language &&
      one.status !== 'deleted',
  );
  if (twin)
    throw new AppError('template_exists', {
      detail: `${name} is there in ${language}: it is ${twin.status}.`,
    });
  const components = await uploadSamples(options, desk, body.components);
  const change = await desk.part.create(options.http, desk.sender.fields, {
    ...asked,
    components,
    category: category.toUpperCase(),
  });
  if (change.kind === 'refused') throw refused(change);
  return await record(options, {
    company_id: companyId,
    id: newUuid(),
    provider: desk.sender.provider.name,
    account: desk.account,
    reference: change.reference,
    name,
    language,
    category: (change.category ?? category).toLowerCase(),
    next_category: null,
    next_category_at: null,
    status: change.status.toLowerCase(),
    status_at: new Date(),
    quality: null,
    reason: null,
    parameter_format: parameterFormat,
    components,
  });
};

const requireTemplate = async (
  options: ChangeOptions,
  companyId: string,
  id: string,
): Promise<{ row: TemplateRow; desk: Desk }> => {
  const row = await findTemplateRow(options.pool, companyId, id);
  if (!row) throw new AppError('template_id_unknown');
  const senders = await options.senders.find(companyId);
  const sender = senders.find((one) => one.provider.name === row.provider && accountOf(one) === row.account);
  if (!sender)
    throw new AppError('templates_not_carried', {
      detail: 'No sender belongs to the account of the template.',
    });
  return { row, desk: deskOf(sender) };
};

const changeable = ['approved', 'rejected', 'paused', 'flagged'];

export const editTemplate = async (
  options: ChangeOptions,
  companyId: string,
  id: string,
  body: TemplateEdit,
): Promise<TemplateRow> => {
  const { row, desk } = await requireTemplate(options, companyId, id);
  if (!changeable.includes(row.status))
    throw new AppError('template_not_changeable', {
      detail: `The template is ${row.status}; only an approved, rejected or paused one can be changed.`,
    });
  const category = body.category ?? row.category;
  if (row.status === 'approved' && category !== row.category)
    throw new AppError('template_not_changeable', {
      detail: 'The category of an approved template cannot be changed.',
    });
  const draft = {
    name: row.name,
    language: row.language,
    category,
    parameterFormat: row.parameter_format,
    components: body.components,
  };
  checkRules(draft);
  if (!desk.part.edit) throw unable('changed');
  const components = await uploadSamples(options, desk, body.components);
  const change = await desk.part.edit(options.http, desk.sender.fields, row.reference, {
    ...draft,
    components,
    category: category.toUpperCase(),
  });
  if (change.kind === 'refused') throw refused(change);
  return await record(options, {
    ...row,
    category: (change.category ?? category).toLowerCase(),
    status: change.status.toLowerCase(),
    status_at: new Date(),
    reason: null,
    components,
  });
};

/** It stays in the list as deleted: its name may still be in use in a customer's system. */
export const deleteTemplate = async (
  options: ChangeOptions,
  companyId: string,
  id: string,
): Promise<TemplateRow> => {
  const { row, desk } = await requireTemplate(options, companyId, id);
  if (!isThere(row) || row.status === 'disabled')
    throw new AppError('template_not_changeable', {
      detail: `The template is ${row.status} and cannot be deleted.`,
    });
  if (!desk.part.remove) throw unable('deleted');
  const change = await desk.part.remove(options.http, desk.sender.fields, row);
  if (change.kind === 'refused') throw refused(change);
  return await record(options, { ...row, status: 'deleted', status_at: new Date() });
};
