// Adds up the costs of messages in a span of days, grouped as asked.

import type { Amount, CostGroup, CostQuery, Costs } from '@hudhud/contract/costs.ts';
import type pg from 'pg';
import { type AppError, fieldProblem } from '../platform/errors.ts';
import { toPublicId } from '../platform/ids.ts';
import { dayMilliseconds } from '../platform/time.ts';
import { addAmounts } from './add-amounts.ts';
import { noCampaign } from './cost-keys.ts';
import { type CostRow, readCosts } from './queries.ts';

const daysByDefault = 30;
const daysMax = 400;

/** The day that it is in a time zone. */
export const toDay = (time: number, timezone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(time);

const refuse = (parameter: string, detail: string): AppError =>
  fieldProblem('invalid_value', { parameter }, detail);

const checkDay = (parameter: string, day: string): number => {
  const time = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day) {
    throw refuse(parameter, `"${parameter}" must be a day such as 2026-11-15.`);
  }
  return time;
};

interface Figures {
  readonly charged: number;
  readonly free: number;
  readonly unpriced: number;
  readonly amounts: Amount[];
}

const sum = (rows: readonly CostRow[], pick: (row: CostRow) => number): number =>
  rows.reduce((total, row) => total + pick(row), 0);

const figuresOf = (rows: readonly CostRow[]): Figures => ({
  charged: sum(rows, (row) => row.charged),
  free: sum(rows, (row) => row.free),
  unpriced: sum(rows, (row) => (row.currency === null ? row.charged : 0)),
  amounts: addAmounts(rows),
});

const presentKey = (group: CostGroup, key: string): string => {
  if (group === 'sender') return toPublicId('sender', key);
  if (group === 'campaign') return key === noCampaign ? '' : toPublicId('campaign', key);
  return key;
};

export const readCostsOf = async (
  pool: pg.Pool,
  company: { readonly id: string; readonly timezone: string },
  { from, to, group = 'day' }: CostQuery,
): Promise<Costs> => {
  const last = to ?? toDay(Date.now(), company.timezone);
  const lastTime = checkDay('to', last);
  const first = from ?? new Date(lastTime - (daysByDefault - 1) * dayMilliseconds).toISOString().slice(0, 10);
  const days = (lastTime - checkDay('from', first)) / dayMilliseconds;
  if (days < 0 || days > daysMax) throw refuse('from', `The span must be of 1 to ${daysMax} days.`);
  const rows = await readCosts(pool, company.id, group, first, last);
  const keys = [...new Set(rows.map((row) => row.key))];
  return {
    from: first,
    to: last,
    group,
    ...figuresOf(rows),
    data: keys.map((key) => {
      const own = rows.filter((row) => row.key === key);
      const shown = presentKey(group, key);
      return { key: shown, name: shown === '' ? '' : (own[0]?.name ?? shown), ...figuresOf(own) };
    }),
  };
};
