// The calls of a company as Webhook Logs wants them: a page, counted, and as a file.

import type {
  CallExportQuery,
  CallFilter as CallFilterQuery,
  CallQuery,
  CallStatisticsQuery,
  CallSummary,
} from '@hudhud/contract/calls.ts';
import type { LogStatistics } from '@hudhud/contract/log-statistics.ts';
import type pg from 'pg';
import { countLog } from '../../platform/count-log.ts';
import { findEdge, measureRows } from '../../platform/database/measure-rows.ts';
import type { Page } from '../../platform/http/export-rows.ts';
import { readId } from '../../platform/http/read-id.ts';
import { countedRowsMax } from '../../platform/log-statistics.ts';
import { type PageQuery, toIdRange } from '../../platform/paging.ts';
import { plainRowsMax, searchPage, textRowsMax } from '../../platform/search-page.ts';
import { presentCall } from './present.ts';
import { type CallFilter, findDeliveryMessage, groupFailedCalls, listCalls, sumCalls } from './queries.ts';
import { readFailure } from './read-failure.ts';

/** The filter as a caller writes it, with public ids, turned into what the table knows. */
export const readCallFilter = (query: CallFilterQuery): CallFilter => ({
  ...(query.kind !== undefined && { kind: query.kind }),
  ...(query.outcome !== undefined && { outcome: query.outcome }),
  ...(query.attempt !== undefined && { attempt: query.attempt }),
  ...(query.sender_id !== undefined && { senderId: readId('sender', query.sender_id) }),
  ...(query.message_id !== undefined && { messageId: readId('message', query.message_id) }),
  ...(query.webhook_id !== undefined && { webhookId: readId('webhook', query.webhook_id) }),
  ...(query.delivery_id !== undefined && { deliveryId: readId('delivery', query.delivery_id) }),
  ...(query.text !== undefined && { text: query.text }),
});

/** A message, a delivery and a webhook are found by an index, and so is what failed. */
const rowsToSearch = (filter: CallFilter): number | null => {
  const { kind, outcome, attempt, senderId, messageId, webhookId, deliveryId } = filter;
  if (messageId !== undefined || filter.deliveryMessageId !== undefined) return null;
  if (filter.text !== undefined) return textRowsMax;
  if (deliveryId !== undefined) return plainRowsMax;
  if (attempt !== undefined || senderId !== undefined) return plainRowsMax;
  const isIndexed = webhookId !== undefined || outcome === 'failed';
  return isIndexed || (kind === undefined && outcome === undefined) ? null : plainRowsMax;
};

const readFilter = async (
  pool: pg.Pool,
  companyId: string,
  query: CallStatisticsQuery,
): Promise<CallFilter> => {
  const filter = readCallFilter(query);
  if (filter.deliveryId === undefined) return filter;
  const deliveryMessageId = await findDeliveryMessage(pool, companyId, filter.deliveryId);
  return deliveryMessageId === undefined ? filter : { ...filter, deliveryMessageId };
};

export const readCallPage = async (
  pool: pg.Pool,
  companyId: string,
  query: (CallQuery | CallExportQuery) & PageQuery,
): Promise<Page<CallSummary>> => {
  const filter = await readFilter(pool, companyId, query);
  return await searchPage({
    list: 'calls',
    range: toIdRange('calls', query),
    rowsMax: rowsToSearch(filter),
    measure: (range, rowsMax) => measureRows(pool, { table: 'calls', companyId, ...range }, rowsMax),
    read: (range) => listCalls(pool, companyId, range, filter),
    present: presentCall,
  });
};

/** Calls of one webhook are counted by its index, so a quiet one is counted whole beside a busy one. */
export const countCalls = async (
  pool: pg.Pool,
  companyId: string,
  query: CallStatisticsQuery,
): Promise<LogStatistics> => {
  const filter = await readFilter(pool, companyId, query);
  const { webhookId } = filter;
  return await countLog(query, {
    findEdge: (range) => findEdge(pool, { table: 'calls', companyId, webhookId, ...range }, countedRowsMax),
    sum: (buckets) => sumCalls(pool, companyId, buckets, filter),
    groupFailures: (buckets) => groupFailedCalls(pool, companyId, buckets, filter),
    explain: (row) => ({ ...row, failure: readFailure(row.failure) }),
  });
};
