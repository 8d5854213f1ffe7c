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
import type { Page } from '../../platform/http/export-rows.ts';
import { firstUuidAt } from '../../platform/ids.ts';
import {
  countedRowsMax,
  cutIntoBuckets,
  presentLogStatistics,
  readLogSpan,
} from '../../platform/log-statistics.ts';
import { encodeCursor, type PageQuery, toIdRange, toPage } from '../../platform/paging.ts';
import { presentMessage } from '../present.ts';
import { listMessages } from '../queries.ts';
import { findKeysOf } from '../recipients/find-keys.ts';
import {
  findMessageEdge,
  findTimeToSend,
  groupFailedMessages,
  searchMessages,
  sumMessages,
  type TextFilter,
} from './queries.ts';

/** So many rows a search reads for a page. */
const textRowsMax = 20_000;
/** Each costs a lookup of its statuses. */
const timedMessagesMax = 2_000;

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
  const present = (rows: Awaited<ReturnType<typeof listMessages>>) =>
    toPage('messages', rows, range.limit, (row) => presentMessage(row));
  if (filter.text === undefined) {
    return present(await listMessages(pool, companyId, range, filter, filter.people));
  }
  const edge = await findMessageEdge(pool, companyId, range, textRowsMax);
  const part = edge === null ? range : { ...range, from: edge };
  const page = present(await searchMessages(pool, companyId, part, filter));
  if (page.next_cursor !== null || edge === null) return page;
  return { ...page, next_cursor: encodeCursor('messages', edge) };
};

export const countMessages = async (
  pool: pg.Pool,
  companyId: string,
  query: MessageStatisticsQuery,
): Promise<LogStatistics> => {
  const filter = await toFilter(pool, companyId, query);
  const span = readLogSpan(query, Date.now());
  const range = { from: firstUuidAt(span.since), below: firstUuidAt(span.until) };
  const buckets = cutIntoBuckets(span, await findMessageEdge(pool, companyId, range, countedRowsMax));
  const [sums, failures, p95] = await Promise.all([
    sumMessages(pool, companyId, buckets, filter),
    groupFailedMessages(pool, companyId, buckets, filter),
    findTimeToSend(pool, companyId, buckets, filter, timedMessagesMax),
  ]);
  const timed = sums.map((row) => (row.bucket === null ? { ...row, p95 } : row));
  const explained = failures.map((row) => ({ ...row, failure: readFailure(row.failure) }));
  return presentLogStatistics(buckets, timed, explained);
};
