// The SQL of templates: the list that was read from the provider, what changed in it, and when each sender's account was
// last read.

import type pg from 'pg';
import { eventColumns } from '../events/event-columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import { plainArray, textArray } from '../platform/database/sql-array.ts';
import type { TemplateComponent } from '../providers/template-part.ts';

export interface TemplateRow {
  readonly company_id: string;
  readonly id: string;
  readonly provider: string;
  readonly account: string;
  readonly reference: string;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly next_category: string | null;
  readonly next_category_at: Date | null;
  readonly status: string;
  readonly status_at: Date;
  readonly quality: string | null;
  readonly reason: string | null;
  readonly parameter_format: 'named' | 'positional';
  readonly components: readonly TemplateComponent[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

export type TemplateColumns = Omit<TemplateRow, 'created_at' | 'updated_at'>;

/** Changes whenever a template of the company does. */
export const findStamp = async (db: Queryable, companyId: string): Promise<string> => {
  const { rows } = await db.query<{ stamp: string }>({
    name: 'find-template-stamp',
    text: `select count(*) || ' ' || coalesce(max(updated_at)::text, '') as stamp from templates where company_id = $1`,
    values: [companyId],
  });
  return rows[0]?.stamp ?? '';
};

export const listTemplates = async (db: Queryable, companyId: string): Promise<TemplateRow[]> => {
  const { rows } = await db.query<TemplateRow>({
    name: 'list-templates',
    text: 'select * from templates where company_id = $1 order by name, language, provider, account',
    values: [companyId],
  });
  return rows;
};

export const findTemplateRow = async (
  db: Queryable,
  companyId: string,
  id: string,
): Promise<TemplateRow | null> => {
  const { rows } = await db.query<TemplateRow>({
    name: 'find-template',
    text: 'select * from templates where company_id = $1 and id = $2',
    values: [companyId, id],
  });
  return rows[0] ?? null;
};

export interface AccountKey {
  readonly companyId: string;
  readonly provider: string;
  readonly account: string;
}

/** All templates of an account, held until the transaction ends. */
export const lockAccount = async (client: pg.ClientBase, key: AccountKey): Promise<TemplateRow[]> => {
  const { rows } = await client.query<TemplateRow>(
    `select * from templates where company_id = $1 and provider = $2 and account = $3
     order by name, language for update`,
    [key.companyId, key.provider, key.account],
  );
  return rows;
};

/** One that is there by its name and language is changed. */
export const saveTemplates = async (db: Queryable, rows: readonly TemplateColumns[]): Promise<void> => {
  await db.query(
    `insert into templates (company_id, id, provider, account, reference, name, language, category, next_category,
       next_category_at, status, status_at, quality, reason, parameter_format, components)
     select company_id, id, provider, account, reference, name, language, category, next_category, next_category_at,
       status, status_at, quality, reason, parameter_format, components::jsonb
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::text[], $10::timestamptz[], $11::text[], $12::timestamptz[], $13::text[], $14::text[], $15::text[],
       $16::text[])
       as row (company_id, id, provider, account, reference, name, language, category, next_category,
         next_category_at, status, status_at, quality, reason, parameter_format, components)
     order by name, language
     on conflict (company_id, provider, account, name, language) do update set reference = excluded.reference,
       category = excluded.category, next_category = excluded.next_category,
       next_category_at = excluded.next_category_at, status = excluded.status, status_at = excluded.status_at,
       quality = excluded.quality, reason = excluded.reason, parameter_format = excluded.parameter_format,
       components = excluded.components, updated_at = clock_timestamp()`,
    [
      plainArray(rows.map((row) => row.company_id)),
      plainArray(rows.map((row) => row.id)),
      textArray(rows.map((row) => row.provider)),
      textArray(rows.map((row) => row.account)),
      textArray(rows.map((row) => row.reference)),
      textArray(rows.map((row) => row.name)),
      textArray(rows.map((row) => row.language)),
      textArray(rows.map((row) => row.category)),
      textArray(rows.map((row) => row.next_category)),
      plainArray(rows.map((row) => row.next_category_at?.toISOString() ?? null)),
      textArray(rows.map((row) => row.status)),
      plainArray(rows.map((row) => row.status_at.toISOString())),
      textArray(rows.map((row) => row.quality)),
      textArray(rows.map((row) => row.reason)),
      textArray(rows.map((row) => row.parameter_format)),
      textArray(rows.map((row) => JSON.stringify(row.components))),
    ],
  );
};

export interface ChangeRow {
  readonly company_id: string;
  readonly template_id: string;
  readonly id: string;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
  readonly source: string;
  readonly at: Date;
}

export const insertChanges = async (db: Queryable, rows: readonly ChangeRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await db.query(
    `insert into template_changes (company_id, template_id, id, field, before, after, reason, source, at)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::text[], $9::timestamptz[])`,
    [
      plainArray(rows.map((row) => row.company_id)),
      plainArray(rows.map((row) => row.template_id)),
      plainArray(rows.map((row) => row.id)),
      textArray(rows.map((row) => row.field)),
      textArray(rows.map((row) => row.before)),
      textArray(rows.map((row) => row.after)),
      textArray(rows.map((row) => row.reason)),
      textArray(rows.map((row) => row.source)),
      plainArray(rows.map((row) => row.at.toISOString())),
    ],
  );
};

export interface TemplateEvent {
  readonly companyId: string;
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  /** JSON. */
  readonly data: string;
}

export const insertEvents = async (db: Queryable, events: readonly TemplateEvent[]): Promise<void> => {
  if (events.length === 0) return;
  await db.query(
    `insert into events ${eventColumns({ at: 'at', data: 'data' })}
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::text[])
       as row (company_id, event_id, type, at, data)`,
    [
      plainArray(events.map((event) => event.companyId)),
      plainArray(events.map((event) => event.id)),
      textArray(events.map((event) => event.type)),
      plainArray(events.map((event) => event.at.toISOString())),
      textArray(events.map((event) => event.data)),
    ],
  );
};

/** Newest first. */
export const listChanges = async (
  db: Queryable,
  companyId: string,
  templateId: string,
): Promise<ChangeRow[]> => {
  const { rows } = await db.query<ChangeRow>(
    `select * from template_changes where company_id = $1 and template_id = $2 order by id desc limit 200`,
    [companyId, templateId],
  );
  return rows;
};

export const findOtpTemplate = async (db: Queryable, companyId: string): Promise<string | null> => {
  const { rows } = await db.query<{ otp_template: string | null }>({
    name: 'find-otp-template',
    text: 'select otp_template from template_settings where company_id = $1',
    values: [companyId],
  });
  return rows[0]?.otp_template ?? null;
};

export const saveOtpTemplate = async (
  db: Queryable,
  companyId: string,
  name: string | null,
): Promise<void> => {
  await db.query(
    `insert into template_settings (company_id, otp_template) values ($1, $2)
     on conflict (company_id) do update set otp_template = excluded.otp_template`,
    [companyId, name],
  );
};
