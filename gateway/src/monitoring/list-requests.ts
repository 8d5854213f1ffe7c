// The requests of a company as the Event Monitor wants them: a page, counted, and as a file.

import type { LogStatistics } from '@hudhud/contract/log-statistics.ts';
import type {
  RequestExportQuery,
  RequestFilter,
  RequestQuery,
  RequestStatisticsQuery,
  RequestSummary,
} from '@hudhud/contract/requests.ts';
import type pg from 'pg';
import { countLog } from '../platform/count-log.ts';
import { findEdge, measureRows } from '../platform/database/measure-rows.ts';
import type { Page } from '../platform/http/export-rows.ts';
import { countedRowsMax } from '../platform/log-statistics.ts';
import { type PageQuery, toIdRange } from '../platform/paging.ts';
import { plainRowsMax, searchPage, textRowsMax } from '../platform/search-page.ts';
import { presentRequest } from './present.ts';
import { groupFailedRequests, listRequests, sumRequests } from './queries.ts';

const rowsToSearch = (query: RequestFilter): number | null => {
  if (query.text !== undefined || query.phone_number !== undefined) return textRowsMax;
  const isFound = query.path === undefined && query.method === undefined && query.code === undefined;
  return isFound ? null : plainRowsMax;
};

/** A code is looked for among the requests that failed, and nothing else. */
const hasFailed = ({ code, path, method, text, phone_number: phoneNumber }: RequestFilter): boolean =>
  code !== undefined && [path, method, text, phoneNumber].every((other) => other === undefined);

export const readRequestPage = async (
  pool: pg.Pool,
  companyId: string,
  query: (RequestQuery | RequestExportQuery) & PageQuery,
): Promise<Page<RequestSummary>> =>
  await searchPage({
    list: 'requests',
    range: toIdRange('requests', query),
    rowsMax: rowsToSearch(query),
    measure: (range, rowsMax) =>
      measureRows(pool, { table: 'requests', companyId, hasFailed: hasFailed(query), ...range }, rowsMax),
    read: (range) => listRequests(pool, companyId, range, query),
    present: presentRequest,
  });

export const countRequests = async (
  pool: pg.Pool,
  companyId: string,
  query: RequestStatisticsQuery,
): Promise<LogStatistics> =>
  await countLog(query, {
    findEdge: (range) => findEdge(pool, { table: 'requests', companyId, ...range }, countedRowsMax),
    sum: (buckets) => sumRequests(pool, companyId, buckets, query),
    groupFailures: (buckets) => groupFailedRequests(pool, companyId, buckets, query),
    // Their codes are explained by the error catalogue.
    explain: (row) => ({ ...row, failure: null }),
  });
