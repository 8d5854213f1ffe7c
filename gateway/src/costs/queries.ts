// The SQL of costs: rates, counts of charged messages, and what both come to.

import type { CostGroup } from '@hudhud/contract/costs.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type Folded, takingChanges } from '../platform/database/fold-changes.ts';
import { plainArray, textArray } from '../platform/database/sql-array.ts';

export interface NewRate {
  readonly country: string;
  readonly category: string;
  readonly amount: string;
  readonly currency: string;
  readonly validFrom: string;
}

export const upsertRates = async (db: Queryable, rates: readonly NewRate[]): Promise<void> => {
  await db.query(
    `insert into cost_rates (country, category, amount, currency, valid_from)
     select * from unnest($1::text[], $2::text[], $3::numeric[], $4::text[], $5::date[])
     on conflict (country, category, valid_from)
       do update set amount = excluded.amount, currency = excluded.currency, imported_at = now()`,
    [
      textArray(rates.map((rate) => rate.country)),
      textArray(rates.map((rate) => rate.category)),
      plainArray(rates.map((rate) => rate.amount)),
      textArray(rates.map((rate) => rate.currency)),
      plainArray(rates.map((rate) => rate.validFrom)),
    ],
  );
};

export interface RateRow {
  country: string;
  category: string;
  amount: string;
  currency: string;
  valid_from: string;
}

export const listRates = async (db: Queryable): Promise<RateRow[]> => {
  const { rows } = await db.query<RateRow>(
    `select country, category, amount, currency, to_char(valid_from, 'YYYY-MM-DD') as valid_from
     from cost_rates order by country, category, valid_from desc`,
  );
  return rows;
};

export const countRates = async (db: Queryable): Promise<number> => {
  const { rows } = await db.query<{ count: number }>('select count(*)::integer as count from cost_rates');
  return rows[0]?.count ?? 0;
};

/**
 * The rate of a day: that of the country before that for all others, of the category itself before its general form
 * (`marketing_lite` is marketing), and of those the newest that is valid.
 */
const rateOf = (country: string, category: string, day: string): string => `
  select amount, currency from cost_rates
  where cost_rates.country in (${country}, '*')
    and cost_rates.category in (${category}, split_part(${category}, '_', 1))
    and cost_rates.valid_from <= ${day}
  order by cost_rates.country = '*', cost_rates.category <> ${category}, cost_rates.valid_from desc
  limit 1`;

export interface PricedCountry {
  country: string;
  count: number;
  currency: string | null;
  amount: string | null;
}

/** The price of so many messages of a category in each country on a day; the most expensive country first. */
export const priceCountries = async (
  db: Queryable,
  counts: ReadonlyMap<string, number>,
  category: string,
  day: string,
): Promise<PricedCountry[]> => {
  const { rows } = await db.query<PricedCountry>(
    `select counts.country, counts.count, rate.currency, (counts.count * rate.amount)::text as amount
     from unnest($1::text[], $2::integer[]) as counts (country, count)
     left join lateral (${rateOf('counts.country', '$3', '$4::date')}) rate on true
     order by rate.amount * counts.count desc nulls last, counts.country`,
    [textArray([...counts.keys()]), plainArray([...counts.values()]), category, day],
  );
  return rows;
};

const groupColumns: Readonly<Record<CostGroup, string>> = {
  day: `to_char(day, 'YYYY-MM-DD')`,
  sender: 'sender_id::text',
  campaign: 'campaign_id::text',
  template: 'template',
  country: 'country',
  category: 'category',
};

export interface CostRow {
  key: string;
  name: string | null;
  currency: string | null;
  amount: string | null;
  charged: number;
  free: number;
}

/** One row for each group and currency. Counts that are not folded yet are added in the same statement. */
export const readCosts = async (
  db: Queryable,
  companyId: string,
  group: CostGroup,
  from: string,
  to: string,
): Promise<CostRow[]> => {
  const { rows } = await db.query<CostRow>(
    `with counts as (
       select day, sender_id, campaign_id, template, country, category, is_free, count
       from cost_counts where company_id = $1 and day between $2::date and $3::date
       union all
       select (hour at time zone companies.timezone)::date, sender_id, campaign_id, template, country, category,
         is_free, cost_changes.count
       from cost_changes join companies on companies.id = company_id
       where company_id = $1 and (hour at time zone companies.timezone)::date between $2::date and $3::date
     ),
     priced as (
       select ${groupColumns[group]} as key, rate.currency, is_free, sum(count)::bigint as count,
         sum(count * rate.amount) as amount
       from counts
       left join lateral (${rateOf('counts.country', 'counts.category', 'counts.day')}) rate on not is_free
       group by 1, 2, 3
     )
     select key, currency, sum(amount) filter (where not is_free)::text as amount,
       coalesce(sum(count) filter (where not is_free), 0)::integer as charged,
       coalesce(sum(count) filter (where is_free), 0)::integer as free,
       (${nameOf(group)}) as name
     from priced
     group by key, currency
     order by key desc, currency`,
    [companyId, from, to],
  );
  return rows;
};

const nameOf = (group: CostGroup): string => {
  if (group === 'sender') return 'select name from senders where company_id = $1 and id::text = key';
  if (group === 'campaign') return 'select name from campaigns where company_id = $1 and id::text = key';
  return 'select key';
};

const foldLock = 4_801_022;

export interface FoldedCategory {
  company_id: string;
  template: string;
  category: string;
  country: string;
}

export interface FoldedCosts extends Folded {
  /** Categories that a template had never been charged as before. */
  readonly categories: readonly FoldedCategory[];
}

/** Adds a bounded number of changes to the counts, the oldest first, from a number on (see `FoldFloor`). */
export const foldCosts = async (db: Queryable, rowsMax: number, floor: string): Promise<FoldedCosts> => {
  const { rows } = await db.query<FoldedCategory & Folded>(
    `with ${takingChanges('cost_changes', 'number')},
     folded as (
       insert into cost_counts as known (
         company_id, day, sender_id, campaign_id, template, country, category, is_free, count
       )
       select company_id, (hour at time zone companies.timezone)::date, sender_id, campaign_id, template, country,
         category, is_free, sum(taken.count)
       from taken join companies on companies.id = company_id
       group by 1, 2, 3, 4, 5, 6, 7, 8
       order by 1, 2, 3, 4, 5, 6, 7, 8
       on conflict (company_id, day, sender_id, campaign_id, template, country, category, is_free)
         do update set count = known.count + excluded.count
     ),
     seen as (
       insert into cost_categories (company_id, template, category)
       select distinct company_id, template, category from taken
       where template <> '' and exists (select from companies where companies.id = company_id)
       order by 1, 2, 3
       on conflict do nothing
       returning company_id, template, category
     )
     select (select count(*)::integer from taken) as taken, (select max(number)::text from taken) as highest, seen.*,
       (select min(country) from taken
        where taken.company_id = seen.company_id and taken.template = seen.template) as country
     from (select 1) one left join seen on true`,
    [foldLock, rowsMax, floor],
  );
  return {
    taken: rows[0]?.taken ?? 0,
    highest: rows[0]?.highest ?? null,
    categories: rows.filter((row) => row.company_id !== null),
  };
};

export interface CategoryRate {
  category: string;
  amount: string | null;
  currency: string | null;
}

/** The categories that a template was charged as, the oldest first, with today's rates in a country. */
export const findCategoryRates = async (
  db: Queryable,
  { company_id: companyId, template, country }: FoldedCategory,
): Promise<CategoryRate[]> => {
  const { rows } = await db.query<CategoryRate>(
    `select category, rate.amount, rate.currency
     from cost_categories
     left join lateral (${rateOf('$3', 'cost_categories.category', 'current_date')}) rate on true
     where company_id = $1 and template = $2
     order by first_seen_at`,
    [companyId, template, country],
  );
  return rows;
};
