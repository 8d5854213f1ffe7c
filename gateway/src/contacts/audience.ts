// The people of a filter, for rooms above: as a condition for their statements, so that one `insert ... select` freezes a
// whole audience, and as a number.

import type { ContactCount, ContactFilter } from '@hudhud/contract/segments.ts';
import { countedMax } from '@hudhud/contract/segments.ts';
import type pg from 'pg';
import { compileFilter, countContacts } from './audience/queries.ts';

/**
 * A condition on the table `contacts` of one company. It leaves out deleted contacts only: whether people who have
 * opted out are wanted is for the statement to say (`contacts.consent <> 'opted_out'`).
 */
export interface Audience {
  readonly where: string;
  readonly values: readonly unknown[];
}

/**
 * `firstParameter` is the number of the condition's first parameter: where the statement's own ones end. Columns of
 * `contacts` for the select list: id, phone_number (E.164), name, language, store_id, fields (jsonb), consent.
 */
export const compileAudience = (companyId: string, filter: ContactFilter, firstParameter = 1): Audience => {
  const { text, values } = compileFilter(companyId, filter, firstParameter);
  return { where: text, values };
};

export const countAudience = async (
  pool: pg.Pool,
  companyId: string,
  filter: ContactFilter,
): Promise<ContactCount> => {
  const count = await countContacts(pool, compileFilter(companyId, filter), countedMax);
  return { count: Math.min(count, countedMax), is_exact: count <= countedMax };
};
