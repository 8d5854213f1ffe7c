// The deliveries of a company as Webhook Logs wants them: a page, counted, and as a file.

import type {
  Delivery,
  DeliveryExportQuery,
  DeliveryQuery,
  DeliveryStatisticsQuery,
} from '@hudhud/contract/deliveries.ts';
import type { LogStatistics } from '@hudhud/contract/log-statistics.ts';
import type pg from 'pg';
import { countLog } from '../../platform/count-log.ts';
import { findEdge, measureRows } from '../../platform/database/measure-rows.ts';
import type { Page } from '../../platform/http/export-rows.ts';
import { readId } from '../../platform/http/read-id.ts';
import { fromPublicId, toPublicId } from '../../platform/ids.ts';
import { countedRowsMax } from '../../platform/log-statistics.ts';
import { type PageQuery, toIdRange } from '../../platform/paging.ts';
import { plainRowsMax, searchPage } from '../../platform/search-page.ts';
import { explainFailure, isErrorClass } from '../attempts/explain-failure.ts';
import { presentDelivery } from './present.ts';
import { type DeliveryFilter, groupFailedDeliveries, listDeliveries, sumDeliveries } from './queries.ts';

/**
 * A text is looked for in the event and the message of each delivery: two lookups a row, 50 us in all, and twice as much for a small
 * company, each of whose rows lies on another page of the disk.
 */
const textRowsMax = 700;

const toFilter = (query: DeliveryStatisticsQuery): DeliveryFilter => ({
  webhookId: query.webhook_id === undefined ? undefined : readId('webhook', query.webhook_id),
  messageId: query.message_id === undefined ? undefined : (fromPublicId('message', query.message_id) ?? ''),
  state: query.state,
  eventType: query.event,
  text: query.text,
});

/** An index finds the deliveries of a message or a webhook, and those that were not delivered. */
const rowsToSearch = ({ webhookId, messageId, state, eventType, text }: DeliveryFilter): number | null => {
  if (text !== undefined) return textRowsMax;
  if (messageId !== undefined) return null;
  if (eventType !== undefined) return plainRowsMax;
  if (state === undefined) return null;
  return webhookId === undefined && (state === 'failed' || state === 'skipped') ? null : plainRowsMax;
};

export const readDeliveryPage = async (
  pool: pg.Pool,
  companyId: string,
  query: (DeliveryQuery | DeliveryExportQuery) & PageQuery,
): Promise<Page<Delivery>> => {
  const filter = toFilter(query);
  const { webhookId } = filter;
  return await searchPage({
    list: 'deliveries',
    range: toIdRange('deliveries', query),
    rowsMax: rowsToSearch(filter),
    measure: (range, rowsMax) =>
      measureRows(pool, { table: 'deliveries', companyId, webhookId, ...range }, rowsMax),
    read: (range) => listDeliveries(pool, companyId, range, filter),
    present: presentDelivery,
  });
};

export const countDeliveries = async (
  pool: pg.Pool,
  companyId: string,
  query: DeliveryStatisticsQuery,
): Promise<LogStatistics> => {
  const filter = toFilter(query);
  const { webhookId } = filter;
  const rowsMax = filter.text === undefined ? countedRowsMax : textRowsMax;
  return await countLog(query, {
    findEdge: (range) => findEdge(pool, { table: 'deliveries', companyId, webhookId, ...range }, rowsMax),
    sum: (buckets) => sumDeliveries(pool, companyId, buckets, filter),
    groupFailures: (buckets) => groupFailedDeliveries(pool, companyId, buckets, filter),
    explain: (row) => ({
      ...row,
      route: row.route && toPublicId('webhook', row.route),
      failure: isErrorClass(row.code) ? explainFailure(row.code, '') : null,
    }),
  });
};
