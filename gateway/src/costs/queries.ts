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

interface GroupBy {
  /** A column of the counts. */
  readonly column: string;
  /** Its value outside. */
  readonly text: string;
  /** The name that people know it by. */
  readonly name: string;
}

const byItself = (column: string): GroupBy => ({ column, text: 'key', name: 'key' });

const nameIn = (table: 'senders' | 'campaigns'): string =>
  `(select name from ${table} where company_id = $1 and id = summed.key)`;

const groups: Readonly<Record<CostGroup, GroupBy>> = {
  day: { column: 'day', text: `to_char(key, 'YYYY-MM-DD')`, name: `to_char(key, 'YYYY-MM-DD')` },
  sender: { column: 'sender_id', text: 'key::text', name: nameIn('senders') },
  campaign: { column: 'campaign_id', text: 'key::text', name: nameIn('campaigns') },
  template: byItself('template'),
  country: byItself('country'),
  category: byItself('category'),
};

export interface CostRow {
  key: string;
  name: string | null;
  currency: string | null;
  amount: string | null;
  charged: number;
  free: number;
}

/**
 * One row for each group and currency. Counts that are not folded yet are added in the same statement. A rate is the same for
 * all days between two days on which any rate begins, so it is looked up once for each country, category and such period, and
 * not for each of the counts, of which a company with ten senders has hundreds a day.
 */
export const readCosts = async (
  db: Queryable,
  companyId: string,
  group: CostGroup,
  from: string,
  to: string,
): Promise<CostRow[]> => {
  const by = groups[group];
  const { rows } = await db.query<CostRow>(
    `with rated as materialized (
       select array_agg(distinct valid_from order by valid_from) as starts from cost_rates
     ),
     counts as (
       select day, sender_id, campaign_id, template, country, category, is_free, count
       from cost_counts where company_id = $1 and day between $2::date and $3::date
       union all
       select (hour at time zone companies.timezone)::date, sender_id, campaign_id, template, country, category,
         is_free, cost_changes.count
       from cost_changes join companies on companies.id = company_id
       where company_id = $1 and (hour at time zone companies.timezone)::date between $2::date and $3::date
     ),
     grouped as materialized (
       select ${by.column} as key, width_bucket(day, (select starts from rated)) as period, country, category, is_free,
         sum(count)::bigint as count
       from counts
       group by ${by.column}, 2, country, category, is_free
     ),
     priced as materialized (
       select kind.period, kind.country, kind.category, rate.amount, rate.currency
       from (select distinct period, country, category from grouped where not is_free) as kind
       cross join lateral (
         ${rateOf('kind.country', 'kind.category', '(select starts[kind.period] from rated)')}
       ) as rate
     ),
     summed as (
       select key, currency, is_free, sum(count)::bigint as count, sum(count * amount) as amount
       from grouped
       left join priced on not is_free and priced.period = grouped.period and priced.country = grouped.country
         and priced.category = grouped.category
       group by key, currency, is_free
     )
     select ${by.text} as key, currency, sum(amount) filter (where not is_free)::text as amount,
       coalesce(sum(count) filter (where not is_free), 0)::integer as charged,
       coalesce(sum(count) filter (where is_free), 0)::integer as free,
       ${by.name} as name
     from summed
     group by summed.key, currency
     order by 1 desc, currency`,
    [companyId, from, to],
  );
  return rows;
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
