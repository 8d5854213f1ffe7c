// How many messages a company has, by day or hour of its own time zone. Sums counters, never messages.

import type { MessageStatus } from '@hudhud/contract/states.ts';
import {
  type Statistics,
  type StatisticsGroup,
  type StatisticsPeriod,
  type StatisticsQuery,
  type StatisticsRow,
  statisticsDaysMax,
} from '@hudhud/contract/statistics.ts';
import type pg from 'pg';
import { toOffsetTime } from '../events/offset-time.ts';
import { type AppError, fieldProblem } from '../platform/errors.ts';
import { toPublicId } from '../platform/ids.ts';
import { dayMilliseconds } from '../platform/time.ts';
import { type CountRow, sumCounts, widenRange } from './queries.ts';

const usualDays: Readonly<Record<StatisticsPeriod, number>> = { day: 30, hour: 2 };
/** Far more than any chart shows; many senders over many days are asked for in parts. */
const rowsMax = 50_000;
const noSender = '00000000-0000-0000-0000-000000000000';
/** PostgreSQL and JavaScript agree on times from here on. */
const earliest = Date.UTC(1970, 0, 2);
const latest = Date.UTC(9000, 0, 1);

const refuse = (parameter: string, detail: string): AppError =>
  fieldProblem('invalid_value', { parameter }, detail);

const readTime = (parameter: 'since' | 'until', text: string): number => {
  const time = Date.parse(text);
  if (!Number.isNaN(time) && time >= earliest && time <= latest) return time;
  throw refuse(parameter, `"${parameter}" must be a date and time such as 2026-11-15T09:30:00Z.`);
};

const readRange = (query: StatisticsQuery, by: StatisticsPeriod): { since: Date; until: Date } => {
  const until = query.until === undefined ? Date.now() : readTime('until', query.until);
  const since =
    query.since === undefined ? until - usualDays[by] * dayMilliseconds : readTime('since', query.since);
  if (since >= until) throw refuse('since', '"since" must be earlier than "until".');
  if (until - since > statisticsDaysMax[by] * dayMilliseconds) {
    throw refuse('since', `By ${by}, at most ${statisticsDaysMax[by]} days can be asked for at a time.`);
  }
  return { since: new Date(since), until: new Date(until) };
};

const presentRow = (row: CountRow, timezone: string): StatisticsRow => ({
  period: toOffsetTime(row.period, timezone),
  ...(row.status !== undefined && { status: row.status as MessageStatus }),
  ...(row.sender_id !== undefined && {
    sender_id: row.sender_id === noSender ? null : toPublicId('sender', row.sender_id),
  }),
  ...(row.type !== undefined && { type: row.type }),
  ...(row.direction !== undefined && { direction: row.direction as 'in' | 'out' }),
  count: Number(row.count),
});

export const readStatistics = async (
  pool: pg.Pool,
  company: { readonly id: string; readonly timezone: string },
  query: StatisticsQuery,
): Promise<Statistics> => {
  const by = query.by ?? 'day';
  const groups = [...new Set((query.group ?? 'status').split(',') as StatisticsGroup[])];
  const { timezone } = company;
  const range = await widenRange(pool, readRange(query, by), by, timezone);
  const rows = await sumCounts(pool, {
    ...range,
    companyId: company.id,
    by,
    groups,
    timezone,
    rowsMax: rowsMax + 1,
  });
  if (rows.length > rowsMax)
    throw refuse('since', 'That is too much at a time: ask for fewer days or groups.');
  return {
    since: toOffsetTime(range.since, timezone),
    until: toOffsetTime(range.until, timezone),
    by,
    timezone,
    total: rows.reduce((sum, row) => sum + Number(row.count), 0),
    data: rows.map((row) => presentRow(row, timezone)),
  };
};
