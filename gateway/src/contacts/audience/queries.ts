// A filter as the condition of a statement on `contacts`. Every value is a parameter; only names that stand here become
// part of the text.

import type { ContactFilter, FieldCondition } from '@hudhud/contract/segments.ts';
import type pg from 'pg';
import { firstUuidAt, fromPublicId } from '../../platform/ids.ts';
import { personKey } from '../../platform/person-key.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import { foldText } from '../fold-text.ts';

export interface Condition {
  /** On a table that the statement calls `contacts`. */
  readonly text: string;
  readonly values: readonly unknown[];
  /**
   * Whether the planner cannot know where in the list such people are. Walking the list in order until a page is full may
   * then mean walking all of it; finding them first and sorting them is never that slow.
   */
  readonly isScattered: boolean;
}

const nobody = '00000000-0000-0000-0000-000000000000';
const seenAt = `coalesce(contacts.last_seen_at, '-infinity')`;

type Add = (value: unknown) => string;

/** Asked once, and not for every contact: so it can be one of several indexes. */
const ownersOf = (company: string, key: string, add: Add): string =>
  `contacts.id = any (array(
     select contact_id from contact_addresses address where address.company_id = ${company} and address.key = ${add(key)}))`;

/** A text of digits is a number, whole or in part; people also write the zero that stands for the country. */
const searchNumber = (company: string, search: string, add: Add): string | null => {
  const digits = search.replace(/[\s().+-]/g, '');
  if (!/^\d{2,20}$/.test(digits)) return null;
  const international = digits.replace(/^00/, '');
  const end = [...digits.replace(/^0+/, '')].reverse().join('');
  return `(contacts.phone_number like ${add(`+${international}%`)}
    or reverse(contacts.phone_number) like ${add(`${end}%`)}
    or ${ownersOf(company, personKey(`+${international}`), add)})`;
};

/** A username or a user id is looked for as a whole. */
const searchAddress = (company: string, search: string, add: Add): string | null => {
  const text = search.trim();
  if (/^@[\w.]{2,}$/.test(text)) return ownersOf(company, text.toLowerCase(), add);
  return /^[A-Z]{2}\.(ENT\.)?\w{4,}$/.test(text) ? ownersOf(company, text, add) : null;
};

const searchWords = (search: string, add: Add): string => {
  const words = foldText(search)
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0) return 'false';
  // Folding leaves letters and digits only, so nothing in a word can be read as a part of the query.
  const query = words.map((word) => `'${word}':*`).join(' & ');
  return `array_to_tsvector(string_to_array(contacts.sort_name, ' ')) @@ ${add(query)}::tsquery`;
};

const fieldOf = (name: string): string => `contacts.fields -> ${name}`;
const textOf = (name: string): string => `contacts.fields ->> ${name}`;

const orders = {
  greater_than: '>',
  less_than: '<',
  at_least: '>=',
  at_most: '<=',
} as const;

const compare = (condition: FieldCondition, operator: string, add: Add): string => {
  const { name, value } = condition;
  if (typeof value === 'number') {
    const field = fieldOf(add(name));
    // Compared as JSON, which orders numbers among themselves and cannot fail on a text.
    return `(jsonb_typeof(${field}) = 'number' and ${field} ${operator} ${add(JSON.stringify(value))}::jsonb)`;
  }
  return `(${textOf(add(name))}) collate "C" ${operator} ${add(String(value ?? ''))}`;
};

const holds = ({ name, value }: FieldCondition, add: Add): string =>
  `contacts.fields @> ${add(JSON.stringify({ [name]: value ?? null }))}::jsonb`;

const oneOf = ({ name, values = [] }: FieldCondition, add: Add): string =>
  values.length === 0
    ? 'false'
    : `(${values.map((value) => holds({ name, operator: 'equals', value }, add)).join(' or ')})`;

const compileField = (condition: FieldCondition, add: Add): string => {
  const { name, operator, value } = condition;
  switch (operator) {
    case 'equals':
      return holds(condition, add);
    case 'not_equals':
      return `not (${holds(condition, add)})`;
    case 'one_of':
      return oneOf(condition, add);
    case 'contains':
      return `position(lower(${add(String(value ?? ''))}) in lower(${textOf(add(name))})) > 0`;
    case 'starts_with':
      return `starts_with(lower(${textOf(add(name))}), lower(${add(String(value ?? ''))}))`;
    case 'is_set':
      return `jsonb_exists(contacts.fields, ${add(name)})`;
    case 'is_not_set':
      return `not jsonb_exists(contacts.fields, ${add(name)})`;
    default:
      return compare(condition, orders[operator], add);
  }
};

const compileTimes = (filter: ContactFilter, add: Add, now: number): string[] => {
  const parts: string[] = [];
  const daysAgo = (days: number): string => new Date(now - days * dayMilliseconds).toISOString();
  const seen = (operator: string, time: string): void => {
    parts.push(`${seenAt} ${operator} ${add(time)}::timestamptz`);
  };
  if (filter.seen_after !== undefined) seen('>=', filter.seen_after);
  if (filter.seen_before !== undefined) {
    seen('<', filter.seen_before);
    parts.push('contacts.last_seen_at is not null');
  }
  if (filter.seen_within_days !== undefined) seen('>=', daysAgo(filter.seen_within_days));
  if (filter.not_seen_within_days !== undefined) seen('<', daysAgo(filter.not_seen_within_days));
  // Ids carry the time they were made.
  if (filter.created_after !== undefined)
    parts.push(`contacts.id >= ${add(firstUuidAt(Date.parse(filter.created_after)))}::uuid`);
  if (filter.created_before !== undefined)
    parts.push(`contacts.id < ${add(firstUuidAt(Date.parse(filter.created_before)))}::uuid`);
  return parts;
};

const compileTags = (filter: ContactFilter, add: Add): string[] => {
  const parts: string[] = [];
  const tags = (operator: string, list: readonly string[] | undefined, before = ''): void => {
    if (list && list.length > 0) parts.push(`${before}contacts.tags ${operator} ${add([...list])}::text[]`);
  };
  tags('&&', filter.tags_any);
  tags('@>', filter.tags_all);
  tags('&&', filter.tags_none, 'not ');
  return parts;
};

/** Parameters of the condition begin at `$first`. */
export const compileFilter = (
  companyId: string,
  filter: ContactFilter,
  first = 1,
  now: number = Date.now(),
): Condition => {
  const values: unknown[] = [];
  const add: Add = (value) => {
    values.push(value);
    return `$${first + values.length - 1}`;
  };
  const company = add(companyId);
  const parts = [`contacts.company_id = ${company}`, 'contacts.deleted_at is null'];
  const { search, consent, languages, store_ids: stores } = filter;
  if (search !== undefined && search.trim() !== '')
    parts.push(
      searchNumber(company, search, add) ?? searchAddress(company, search, add) ?? searchWords(search, add),
    );
  parts.push(...compileTags(filter, add));
  if (consent) parts.push(`contacts.consent = any (${add([...consent])}::text[])`);
  if (languages) parts.push(`contacts.language = any (${add([...languages])}::text[])`);
  if (stores)
    parts.push(
      `contacts.store_id = any (${add(stores.map((id) => fromPublicId('store', id) ?? nobody))}::uuid[])`,
    );
  for (const condition of filter.fields ?? []) parts.push(compileField(condition, add));
  parts.push(...compileTimes(filter, add, now));
  const isScattered =
    (search !== undefined && search.trim() !== '') ||
    (filter.fields ?? []).some(({ operator }) => operator !== 'equals');
  return { text: parts.join('\n and '), values, isScattered };
};

/** Counts no further than `max`: one more than it means that there are more. */
export const countContacts = async (db: pg.Pool, condition: Condition, max: number): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count
     from (select 1 from contacts where ${condition.text} limit ${max + 1}) found`,
    [...condition.values],
  );
  return rows[0]?.count ?? 0;
};
