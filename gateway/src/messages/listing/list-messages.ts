// The messages of a company as their page wants them: a page, counted, and as a file.

import type { LogStatistics } from '@hudhud/contract/log-statistics.ts';
import type {
  Message,
  MessageExportQuery,
  MessageQuery,
  MessageStatisticsQuery,
} from '@hudhud/contract/messages.ts';
import type pg from 'pg';
import { readFailure } from '../../monitoring/calls/read-failure.ts';
import { findEdge, measureRows } from '../../platform/database/measure-rows.ts';
import type { Page } from '../../platform/http/export-rows.ts';
import { firstUuidAt } from '../../platform/ids.ts';
import {
  countedRowsMax,
  cutIntoBuckets,
  presentLogStatistics,
  readLogSpan,
} from '../../platform/log-statistics.ts';
import { type PageQuery, toIdRange, toPage } from '../../platform/paging.ts';
import { searchPage } from '../../platform/search-page.ts';
import { presentMessage } from '../present.ts';
import { listMessages, type MessageRow } from '../queries.ts';
import { findKeysOf } from '../recipients/find-keys.ts';
import {
  findTimeToSend,
  groupFailedMessages,
  searchMessages,
  sumMessages,
  type TextFilter,
} from './queries.ts';

/**
 * How many messages a text search reads, for a page or to count them. Each is judged by three columns, 4 us, and three
 * times as much for a small company, each of whose rows lies on another page of the disk.
 */
const textRowsMax = 4_000;
/** Each costs a lookup of its statuses, 20 us. */
const timedMessagesMax = 1_000;

const toFilter = async (
  pool: pg.Pool,
  companyId: string,
  query: MessageStatisticsQuery,
): Promise<TextFilter> => ({
  people: await findKeysOf(pool, companyId, query),
  ...(query.status !== undefined && { status: query.status }),
  ...(query.direction !== undefined && { direction: query.direction }),
  ...(query.text !== undefined && { text: query.text }),
});

export const readMessagePage = async (
  pool: pg.Pool,
  companyId: string,
  query: (MessageQuery | MessageExportQuery) & PageQuery,
): Promise<Page<Message>> => {
  const range = toIdRange('messages', query);
  const filter = await toFilter(pool, companyId, query);
  const present = (row: MessageRow): Message => presentMessage(row);
  if (filter.text === undefined) {
    const rows = await listMessages(pool, companyId, range, filter, filter.people);
    return toPage('messages', rows, range.limit, present);
  }
  return await searchPage({
    list: 'messages',
    range,
    rowsMax: textRowsMax,
    measure: (span, rowsMax) => measureRows(pool, { table: 'messages', companyId, ...span }, rowsMax),
    read: (span) => searchMessages(pool, companyId, span, filter),
    present,
  });
};

export const countMessages = async (
  pool: pg.Pool,
  companyId: string,
  query: MessageStatisticsQuery,
): Promise<LogStatistics> => {
  const filter = await toFilter(pool, companyId, query);
  const span = readLogSpan(query, Date.now());
  const range = { from: firstUuidAt(span.since), below: firstUuidAt(span.until) };
  const rowsMax = filter.text === undefined ? countedRowsMax : textRowsMax;
  const edge = await findEdge(pool, { table: 'messages', companyId, ...range }, rowsMax);
  const buckets = cutIntoBuckets(span, edge);
  const [sums, failures, p95] = await Promise.all([
    sumMessages(pool, companyId, buckets, filter),
    groupFailedMessages(pool, companyId, buckets, filter),
    findTimeToSend(pool, companyId, buckets, filter, timedMessagesMax),
  ]);
  const timed = sums.map((row) => (row.bucket === null ? { ...row, p95 } : row));
  const explained = failures.map((row) => ({ ...row, failure: readFailure(row.failure) }));
  return presentLogStatistics(buckets, timed, explained);
};
