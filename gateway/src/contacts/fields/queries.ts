// The SQL of the company's own contact fields.

import type { FieldType } from '@hudhud/contract/contacts.ts';
import type { Queryable } from '../../platform/database/database.ts';

export interface FieldRow {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly choices: string[];
  readonly created_at: Date;
}

export const listFields = async (db: Queryable, companyId: string): Promise<FieldRow[]> => {
  const { rows } = await db.query<FieldRow>({
    name: 'list-contact-fields',
    text: `
      select name, label, type, choices, created_at from contact_fields
      where company_id = $1 and deleted_at is null order by created_at, name`,
    values: [companyId],
  });
  return rows;
};

export type InsertedField = 'inserted' | 'exists' | 'too_many';

/** The company's fields are few; the number is checked in the statement that adds one. */
export const insertField = async (
  db: Queryable,
  companyId: string,
  field: Omit<FieldRow, 'created_at'>,
  max: number,
): Promise<InsertedField> => {
  const { rows } = await db.query<{ count: number; inserted: boolean }>(
    `with counted as (
       select count(*)::integer as count from contact_fields where company_id = $1 and deleted_at is null
     ),
     inserted as (
       insert into contact_fields (company_id, name, label, type, choices)
       select $1, $2, $3, $4, $5 from counted where count < $6
       on conflict do nothing
       returning 1
     )
     select count, exists (select from inserted) as inserted from counted`,
    [companyId, field.name, field.label, field.type, field.choices, max],
  );
  const [row] = rows;
  if (row?.inserted) return 'inserted';
  return (row?.count ?? 0) >= max ? 'too_many' : 'exists';
};

export const updateField = async (
  db: Queryable,
  companyId: string,
  name: string,
  change: { readonly label: string | null; readonly choices: readonly string[] | null },
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update contact_fields set label = coalesce($3, label), choices = coalesce($4, choices)
     where company_id = $1 and name = $2 and deleted_at is null`,
    [companyId, name, change.label, change.choices],
  );
  return rowCount === 1;
};

/** From now on the field is hidden; its values are removed in the background. */
export const hideField = async (db: Queryable, companyId: string, name: string): Promise<boolean> => {
  const { rowCount } = await db.query(
    'update contact_fields set deleted_at = now() where company_id = $1 and name = $2 and deleted_at is null',
    [companyId, name],
  );
  return rowCount === 1;
};

export const listHiddenFields = async (db: Queryable): Promise<{ company_id: string; name: string }[]> => {
  const { rows } = await db.query<{ company_id: string; name: string }>(
    'select company_id, name from contact_fields where deleted_at is not null limit 20',
  );
  return rows;
};

/** Takes a hidden field's values out of some contacts after `afterId`; answers the last one looked at, or null. */
export const stripField = async (
  db: Queryable,
  key: { readonly companyId: string; readonly name: string },
  afterId: string,
  rowsMax: number,
): Promise<string | null> => {
  const { rows } = await db.query<{ last: string | null }>(
    `with page as materialized (
       select id, jsonb_exists(fields, $2) as has_it from contacts
       where company_id = $1 and id > $3 order by id limit $4
     ),
     locked as materialized (
       select contact.id
       from (select id from page where has_it order by id offset 0) page
       cross join lateral (
         select id from contacts where contacts.company_id = $1 and contacts.id = page.id limit 1 for update
       ) contact
     ),
     stripped as (
       update contacts set fields = fields - $2 where company_id = $1 and id = any (array(select id from locked))
     )
     select (select id from page order by id desc limit 1) as last`,
    [key.companyId, key.name, afterId, rowsMax],
  );
  return rows[0]?.last ?? null;
};

export const deleteField = async (db: Queryable, companyId: string, name: string): Promise<void> => {
  await db.query(
    'delete from contact_fields where company_id = $1 and name = $2 and deleted_at is not null',
    [companyId, name],
  );
};
