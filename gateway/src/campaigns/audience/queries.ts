// The SQL of audiences: everybody a campaign is for, with the values of its placeholders and what is wrong with them. One
// select per kind of audience; counting it is the pre-flight, and inserting it in chunks freezes it into the ledger.

import type pg from 'pg';
import { compileAudience } from '../../contacts/audience.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';
import type { CampaignKey } from '../campaign-row.ts';
import { isCompanyThere } from '../is-company-there.ts';
import type { Placeholder } from '../placeholders.ts';
import type { StoredAudience } from './stored-audience.ts';

type Queryable = pg.Pool | pg.ClientBase;

interface Source {
  /** Columns: key, phone_number, contact_id, store_id, name, variables, problem; in the order of the key. */
  readonly text: string;
  readonly values: unknown[];
}

/** A bite of an audience: what comes after a key. Without it: everybody. */
interface Bite {
  readonly after: string | null;
  readonly rowsMax: number;
}

const contactColumns: Readonly<Record<string, string>> = {
  name: `nullif(contacts.name, '')`,
  first_name: `substring(contacts.name from '^\\S+')`,
  phone_number: 'contacts.phone_number',
  language: 'contacts.language',
};

/** Collects the parameters of a statement. */
const createParameters = (first: readonly unknown[]) => {
  const values = [...first];
  return {
    values,
    add(value: unknown): string {
      values.push(value);
      return `$${values.length}`;
    },
  };
};
type Parameters = ReturnType<typeof createParameters>;

/** What fills the placeholders, as a lateral row `filled`. `given` holds values that go before the contact's own. */
const filled = (
  placeholders: readonly Placeholder[],
  given: string | null,
  { add }: Parameters,
): { join: string; isUnresolved: string } => {
  if (placeholders.length === 0) {
    return { join: 'cross join lateral (select null::jsonb as variables) filled', isUnresolved: 'false' };
  }
  const values = placeholders.map(({ name }) => {
    const own = contactColumns[name] ?? `contacts.fields ->> ${add(name)}`;
    return given === null ? own : `coalesce(${given} ->> ${add(name)}, ${own})`;
  });
  const names = add(placeholders.map(({ name }) => name));
  const required = placeholders.filter(({ hasFallback }) => !hasFallback).map(({ name }) => name);
  return {
    join: `cross join lateral (
      select jsonb_strip_nulls(jsonb_object(${names}::text[], array[${values.join(', ')}]::text[])) as variables
    ) filled`,
    isUnresolved: `not jsonb_exists_all(filled.variables, ${add(required)}::text[])`,
  };
};

const limited = (bite: Bite | null, { add }: Parameters): string =>
  bite === null ? '' : `limit ${add(bite.rowsMax)}`;

/** Where a contact is reached: the number, or a user id where there is none. */
const addressOf = `coalesce(contacts.phone_number, (
      select value from contact_addresses address
      where address.company_id = contacts.company_id and address.contact_id = contacts.id
        and address.kind in ('bsuid', 'parent_bsuid')
      order by address.kind, address.learned_at desc limit 1), '')`;

/** A number, or WhatsApp's id of a user. */
const reachable = String.raw`^(\+[0-9]{5,20}|[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128})$`;

const contactsSource = (
  key: CampaignKey,
  audience: Extract<StoredAudience, { filter: object }>,
  placeholders: readonly Placeholder[],
  bite: Bite | null,
  parameters: Parameters,
): string => {
  const { where, values } = compileAudience(key.companyId, audience.filter, parameters.values.length + 1);
  for (const value of values) parameters.add(value);
  const { join, isUnresolved } = filled(placeholders, null, parameters);
  const after = bite?.after == null ? '' : `and contacts.id > ${parameters.add(bite.after)}::uuid`;
  return `
    select contacts.id::text as key, ${addressOf} as phone_number, contacts.id as contact_id, contacts.store_id,
      contacts.name, filled.variables,
      case
        when contacts.consent = 'opted_out' then 'opted_out'
        when ${isUnresolved} then 'placeholder_unresolved'
      end as problem
    from contacts ${join}
    where ${where} ${after}
    order by contacts.id ${limited(bite, parameters)}`;
};

/** Contacts that were deleted after they had opted out have nothing left but their number. */
const contactOf = (row: string): string => `
  left join contact_addresses address
    on address.company_id = ${row}.company_id and address.key = person_key(${row}.phone_number)
  left join contacts on contacts.company_id = address.company_id and contacts.id = address.contact_id`;
const contactIdOf = 'case when contacts.deleted_at is null then contacts.id end';

const listSource = (
  key: CampaignKey,
  audience: Extract<StoredAudience, { kind: 'list' }>,
  placeholders: readonly Placeholder[],
  bite: Bite | null,
  parameters: Parameters,
): string => {
  const list = [parameters.add(key.companyId), parameters.add(audience.listId)];
  const { join, isUnresolved } = filled(placeholders, 'entry.variables', parameters);
  const after = bite?.after == null ? '' : `and entry.line > ${parameters.add(bite.after)}::integer`;
  return `
    select entry.line::text as key, coalesce(entry.phone_number, entry.written) as phone_number,
      ${contactIdOf} as contact_id, contacts.store_id, contacts.name, filled.variables,
      case
        when entry.phone_number is null then 'invalid_phone_number'
        when contacts.consent = 'opted_out' then 'opted_out'
        when ${isUnresolved} then 'placeholder_unresolved'
      end as problem
    from campaign_entries entry ${contactOf('entry')} ${join}
    where entry.company_id = ${list[0]} and entry.list_id = ${list[1]} ${after}
    order by entry.line ${limited(bite, parameters)}`;
};

const retrySource = (
  key: CampaignKey,
  audience: Extract<StoredAudience, { kind: 'retry' }>,
  placeholders: readonly Placeholder[],
  bite: Bite | null,
  parameters: Parameters,
): string => {
  const campaign = [parameters.add(key.companyId), parameters.add(audience.campaignId)];
  const states = parameters.add([...audience.states]);
  const reasons =
    audience.reasons === null
      ? ''
      : `and earlier.reason = any (${parameters.add([...audience.reasons])}::text[])`;
  const { join, isUnresolved } = filled(placeholders, 'earlier.variables', parameters);
  const after = bite?.after == null ? '' : `and earlier.position > ${parameters.add(bite.after)}::integer`;
  return `
    select earlier.position::text as key, earlier.phone_number, ${contactIdOf} as contact_id,
      coalesce(contacts.store_id, earlier.store_id) as store_id, contacts.name, filled.variables,
      case
        when earlier.phone_number !~ '${reachable}' then 'invalid_phone_number'
        when contacts.consent = 'opted_out' then 'opted_out'
        when ${isUnresolved} then 'placeholder_unresolved'
      end as problem
    from campaign_recipients earlier ${contactOf('earlier')} ${join}
    where earlier.company_id = ${campaign[0]} and earlier.campaign_id = ${campaign[1]}
      and earlier.state = any (${states}::text[]) ${reasons} ${after}
    order by earlier.position ${limited(bite, parameters)}`;
};

const toSource = (
  key: CampaignKey,
  audience: StoredAudience,
  placeholders: readonly Placeholder[],
  bite: Bite | null,
  first: readonly unknown[] = [],
): Source => {
  const parameters = createParameters(first);
  let text: string;
  if (audience.kind === 'list') text = listSource(key, audience, placeholders, bite, parameters);
  else if (audience.kind === 'retry') text = retrySource(key, audience, placeholders, bite, parameters);
  else text = contactsSource(key, audience, placeholders, bite, parameters);
  return { text, values: parameters.values };
};

export interface FreezeStep {
  readonly key: CampaignKey;
  readonly epoch: string;
  readonly audience: StoredAudience;
  readonly placeholders: readonly Placeholder[];
  readonly after: string | null;
  readonly rowsMax: number;
}

/**
 * The next bite of the audience into the ledger, with the place to go on from, in one statement: a crash leaves both or
 * none. `after` is fenced too, so that a bite whose reply was lost is not taken twice. Null: it is no longer ours.
 */
export const freezeBite = async (
  db: Queryable,
  step: FreezeStep,
): Promise<{ taken: number; after: string | null } | null> => {
  const { key, epoch, after, rowsMax } = step;
  const fixed = [key.companyId, key.id, epoch, after];
  const source = toSource(key, step.audience, step.placeholders, { after, rowsMax }, fixed);
  const { rows } = await db.query<{ taken: number; after: string | null }>(
    `with campaign as materialized (
       select last_position from campaigns
       where company_id = $1 and id = $2 and state = 'preparing' and owner_epoch = $3
         and freeze_after is not distinct from $4 and ${isCompanyThere('campaigns.company_id')}
       for no key update
     ),
     source as materialized (select *, row_number() over () as number from (${source.text}) as people),
     frozen as (
       insert into campaign_recipients (company_id, campaign_id, position, phone_number, person_key, contact_id, store_id,
         variables, state, reason)
       select $1, $2, campaign.last_position + source.number, source.phone_number,
         nullif(person_key(source.phone_number), source.phone_number), source.contact_id, source.store_id,
         source.variables, case when source.problem is null then 'waiting' else 'skipped' end, source.problem
       from source cross join campaign
       -- Another form of the same number is the same person.
       on conflict do nothing
       returning position
     ),
     figures as (
       select (select count(*) from source)::integer as taken, (select count(*) from frozen)::integer as kept,
         (select key from source order by number desc limit 1) as last_key
     )
     update campaigns
     set last_position = campaigns.last_position + figures.taken,
       duplicates = campaigns.duplicates + figures.taken - figures.kept,
       freeze_after = coalesce(figures.last_key, campaigns.freeze_after), updated_at = now()
     from figures, campaign
     where campaigns.company_id = $1 and campaigns.id = $2
     returning figures.taken, campaigns.freeze_after as after`,
    source.values,
  );
  return rows[0] ?? null;
};

export interface AudienceFigures {
  readonly listed: number;
  readonly invalid_phone_number: number;
  readonly opted_out: number;
  readonly placeholder_unresolved: number;
  readonly duplicate: number;
  readonly reachable: number;
  /** By placeholder, in the order of `placeholders`. */
  readonly unfilled: readonly number[];
}

/** A million people take seconds. */
const surveyMilliseconds = 60_000;

/** Reads the whole audience once. In a transaction of its own, because it may take longer than a list may. */
export const surveyAudience = async (
  client: pg.ClientBase,
  key: CampaignKey,
  audience: StoredAudience,
  placeholders: readonly Placeholder[],
): Promise<AudienceFigures> => {
  const source = toSource(key, audience, placeholders, null);
  const isList = audience.kind === 'list';
  const isMissing = `(problem is null or problem = 'placeholder_unresolved')`;
  const unfilled = placeholders.map(({ name, hasFallback }) => {
    if (hasFallback) return '0';
    source.values.push(name);
    return `count(*) filter (where ${isMissing} and not jsonb_exists(variables, $${source.values.length}))::integer`;
  });
  await client.query(`set local statement_timeout = ${surveyMilliseconds}`);
  const { rows } = await client.query<AudienceFigures>({
    text: `
      select count(*)::integer as listed,
        count(*) filter (where problem = 'invalid_phone_number')::integer as invalid_phone_number,
        count(*) filter (where problem = 'opted_out')::integer as opted_out,
        count(*) filter (where problem = 'placeholder_unresolved')::integer as placeholder_unresolved,
        ${isList ? '(count(*) - count(distinct person_key(phone_number)))::integer' : '0'} as duplicate,
        count(${isList ? 'distinct person_key(phone_number)' : '*'}) filter (where problem is null)::integer as reachable,
        array[${unfilled.join(', ')}]::integer[] as unfilled
      from (${source.text}) as people`,
    values: source.values,
    query_timeout: surveyMilliseconds,
  } as pg.QueryConfig);
  const found = rows[0];
  if (!found) throw new Error('a count answered no row');
  return found;
};

export interface SurveyedPerson {
  readonly phone_number: string;
  readonly name: string | null;
  readonly contact_id: string | null;
  readonly variables: Readonly<Record<string, string>> | null;
}

/** The first people with a problem; with none: who can be reached. */
export const findPeople = async (
  client: pg.ClientBase,
  key: CampaignKey,
  audience: StoredAudience,
  placeholders: readonly Placeholder[],
  problem: string | null,
  rowsMax: number,
): Promise<SurveyedPerson[]> => {
  const source = toSource(key, audience, placeholders, null);
  source.values.push(problem, rowsMax);
  const { rows } = await client.query<SurveyedPerson>({
    text: `select phone_number, name, contact_id, variables from (${source.text}) as people
      where problem is not distinct from $${source.values.length - 1} limit $${source.values.length}`,
    values: source.values,
    query_timeout: surveyMilliseconds,
  } as pg.QueryConfig);
  return rows;
};

export const findDuplicates = async (
  db: Queryable,
  companyId: string,
  listId: string,
  rowsMax: number,
): Promise<SurveyedPerson[]> => {
  const { rows } = await db.query<SurveyedPerson>(
    `select coalesce(phone_number, written) as phone_number, null as name, null as contact_id, null as variables
     from campaign_entries where company_id = $1 and list_id = $2
     group by coalesce(phone_number, written) having count(*) > 1 order by min(line) limit $3`,
    [companyId, listId, rowsMax],
  );
  return rows;
};

export interface NewEntry {
  readonly line: number;
  /** E.164; null when it is no number. */
  readonly phoneNumber: string | null;
  readonly written: string;
  readonly variables: Readonly<Record<string, string>>;
}

export const insertEntries = async (
  db: Queryable,
  companyId: string,
  listId: string,
  entries: readonly NewEntry[],
): Promise<void> => {
  await db.query({
    name: 'insert-campaign-entries',
    text: `
      insert into campaign_entries (company_id, list_id, line, phone_number, written, variables)
      select $1, $2, line, phone_number, written, variables
      from unnest($3::integer[], $4::text[], $5::text[], $6::jsonb[]) as row (line, phone_number, written, variables)`,
    values: [
      companyId,
      listId,
      plainArray(entries.map((entry) => entry.line)),
      textArray(entries.map((entry) => entry.phoneNumber)),
      textArray(entries.map((entry) => entry.written)),
      textArray(entries.map((entry) => JSON.stringify(entry.variables))),
    ],
  });
};

/** Before its entries, so that the sweep finds it whatever happens. */
export const insertList = async (db: Queryable, companyId: string, listId: string): Promise<void> => {
  await db.query('insert into campaign_lists (company_id, id) values ($1, $2)', [companyId, listId]);
};

/** One that is empty. */
export const deleteList = async (db: Queryable, companyId: string, listId: string): Promise<void> => {
  await db.query(
    `delete from campaign_lists where company_id = $1 and id = $2 and not exists (
       select from campaign_entries where company_id = $1 and list_id = $2)`,
    [companyId, listId],
  );
};

/** A list that no campaign names any more, or none whose people are still kept. Answers how many people are gone. */
export const deleteEntries = async (
  db: Queryable,
  companyId: string,
  listId: string,
  rowsMax: number,
): Promise<number> => {
  const { rowCount } = await db.query(
    `delete from campaign_entries
     where company_id = $1 and list_id = $2 and line in (
       select line from campaign_entries where company_id = $1 and list_id = $2 limit $3)
       and not exists (
         select 1 from campaigns
         where campaigns.company_id = $1 and campaigns.audience ->> 'listId' = $2::text
           and campaigns.forgotten_at is null)`,
    [companyId, listId, rowsMax],
  );
  return rowCount ?? 0;
};
