// The SQL of audiences: everybody a campaign is for, with the values of its placeholders and what is wrong with them. One
// select per kind of audience; counting it (`survey`) is the pre-flight, and inserting it in chunks freezes it into the
// ledger.

import { compileAudience } from '../../contacts/audience.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { keysInside } from '../../windows/last-incoming.ts';
import type { CampaignKey } from '../campaign-row.ts';
import { isCompanyThere } from '../is-company-there.ts';
import type { Placeholder } from '../placeholders.ts';
import type { StoredAudience } from './stored-audience.ts';

/** The audience in question, and the facts to read of each person. */
export interface AudienceQuestion {
  readonly key: CampaignKey;
  readonly audience: StoredAudience;
  readonly placeholders: readonly Placeholder[];
  /** The windows to check. Null: no window is checked. */
  readonly window: AudienceWindow | null;
}

export interface AudienceWindow {
  readonly senderId: string;
  /** Whether people outside it cannot be sent to. */
  readonly isChecked: boolean;
}

export interface Source {
  /**
   * Columns: key, phone_number, contact_id, store_id, name, variables, has_agreed, problem; in the order of the key. With a window also
   * is_inside.
   */
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

/** The values for placeholders, as a lateral row `filled`. `given` holds values that go before the contact's own. */
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

const hasAgreed = `contacts.consent is not distinct from 'opted_in' as has_agreed`;

/** One select: over an audience of this shape, all of it or a bite. */
interface Selection<Shape> extends Pick<AudienceQuestion, 'key' | 'placeholders'> {
  readonly audience: Extract<StoredAudience, Shape>;
  readonly bite: Bite | null;
  readonly finding: Finding;
  readonly parameters: Parameters;
}

const contactsSource = ({
  key,
  audience,
  placeholders,
  bite,
  parameters,
}: Selection<{ filter: object }>): string => {
  const { where, values } = compileAudience(key.companyId, audience.filter, parameters.values.length + 1);
  for (const value of values) parameters.add(value);
  const { join, isUnresolved } = filled(placeholders, null, parameters);
  const after = bite?.after == null ? '' : `and contacts.id > ${parameters.add(bite.after)}::uuid`;
  return `
    select contacts.id::text as key, ${addressOf} as phone_number, contacts.id as contact_id, contacts.store_id,
      contacts.name, filled.variables, ${hasAgreed},
      case
        when contacts.consent = 'opted_out' then 'opted_out'
        when ${isUnresolved} then 'placeholder_unresolved'
      end as problem
    from contacts ${join}
    where ${where} ${after}
    order by contacts.id ${limited(bite, parameters)}`;
};

/**
 * How people are found among the contacts: each looked up by key, or all of them joined as sets. Of a list that is newer than
 * its statistics PostgreSQL expects one person, and joined as it thinks best everybody on it was compared with all contacts
 * of the company (ADR 12). Looking up is good for a few and for the first of many. For a million people it takes up to
 * twice as long as reading all contacts once, so then they are joined (see `asked`).
 */
export type Finding = 'each' | 'joined';

/** Contacts that were deleted after they had opted out have nothing left but their number. */
const contactOf = (company: string, row: string, finding: Finding): string =>
  finding === 'each'
    ? `
  left join lateral (
    select contact_id from contact_addresses
    where company_id = ${company} and key = person_key(${row}.phone_number)
    limit 1
  ) address on true
  left join lateral (
    select * from contacts where company_id = ${company} and id = address.contact_id limit 1
  ) contacts on true`
    : `
  left join contact_addresses address
    on address.company_id = ${company} and address.key = person_key(${row}.phone_number)
  left join contacts on contacts.company_id = ${company} and contacts.id = address.contact_id`;
const contactIdOf = 'case when contacts.deleted_at is null then contacts.id end';

const listSource = ({
  key,
  audience,
  placeholders,
  bite,
  finding,
  parameters,
}: Selection<{ kind: 'list' }>): string => {
  const company = parameters.add(key.companyId);
  const list = parameters.add(audience.listId);
  const { join, isUnresolved } = filled(placeholders, 'entry.variables', parameters);
  const after = bite?.after == null ? '' : `and entry.line > ${parameters.add(bite.after)}::integer`;
  return `
    select entry.line::text as key, coalesce(entry.phone_number, entry.written) as phone_number,
      ${contactIdOf} as contact_id, contacts.store_id, contacts.name, filled.variables, ${hasAgreed},
      case
        when entry.phone_number is null then 'invalid_phone_number'
        when contacts.consent = 'opted_out' then 'opted_out'
        when ${isUnresolved} then 'placeholder_unresolved'
      end as problem
    from campaign_entries entry ${contactOf(company, 'entry', finding)} ${join}
    where entry.company_id = ${company} and entry.list_id = ${list} ${after}
    order by entry.line ${limited(bite, parameters)}`;
};

const retrySource = ({
  key,
  audience,
  placeholders,
  bite,
  finding,
  parameters,
}: Selection<{ kind: 'retry' }>): string => {
  const company = parameters.add(key.companyId);
  const campaign = parameters.add(audience.campaignId);
  const states = parameters.add([...audience.states]);
  const reasons =
    audience.reasons === null
      ? ''
      : `and earlier.reason = any (${parameters.add([...audience.reasons])}::text[])`;
  const { join, isUnresolved } = filled(placeholders, 'earlier.variables', parameters);
  const after = bite?.after == null ? '' : `and earlier.position > ${parameters.add(bite.after)}::integer`;
  return `
    select earlier.position::text as key, earlier.phone_number, ${contactIdOf} as contact_id,
      coalesce(contacts.store_id, earlier.store_id) as store_id, contacts.name, filled.variables, ${hasAgreed},
      case
        when earlier.phone_number !~ '${reachable}' then 'invalid_phone_number'
        when contacts.consent = 'opted_out' then 'opted_out'
        when ${isUnresolved} then 'placeholder_unresolved'
      end as problem
    from campaign_recipients earlier ${contactOf(company, 'earlier', finding)} ${join}
    where earlier.company_id = ${company} and earlier.campaign_id = ${campaign}
      and earlier.state = any (${states}::text[]) ${reasons} ${after}
    order by earlier.position ${limited(bite, parameters)}`;
};

/** Adds to each person of a source whether their window is open; where it is checked, a closed one is a problem. */
const withWindow = (people: string, { key, window }: AudienceQuestion, { add }: Parameters): string => {
  if (!window) return people;
  const inside = keysInside({
    companyId: `${add(key.companyId)}::uuid`,
    senderId: `${add(window.senderId)}::uuid`,
  });
  const problem = window.isChecked
    ? `case when problem is null and not is_inside then 'window_closed' else problem end`
    : 'problem';
  return `
    select key, phone_number, contact_id, store_id, name, variables, has_agreed, is_inside, ${problem} as problem
    from (${people}) as people
    cross join lateral (select person_key(people.phone_number) collate "C" in ${inside} as is_inside) windows`;
};

export const toSource = (
  question: AudienceQuestion,
  bite: Bite | null,
  finding: Finding,
  first: readonly unknown[] = [],
): Source => {
  const { audience } = question;
  const parameters = createParameters(first);
  const selection = { ...question, bite, finding, parameters };
  let text: string;
  if (audience.kind === 'list') text = listSource({ ...selection, audience });
  else if (audience.kind === 'retry') text = retrySource({ ...selection, audience });
  else text = contactsSource({ ...selection, audience });
  return { text: withWindow(text, question, parameters), values: parameters.values };
};

export interface FreezeStep extends AudienceQuestion {
  readonly epoch: string;
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
  const source = toSource(step, { after, rowsMax }, 'each', fixed);
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
