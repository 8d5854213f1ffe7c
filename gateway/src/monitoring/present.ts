// Request rows as the Event Monitor shows them.

import type { RequestDetail, RequestSummary } from '@hudhud/contract/requests.ts';
import { timeOfUuid, toPublicId } from '../platform/ids.ts';
import type { RequestDetailRow, RequestSummaryRow } from './queries.ts';
import { readHeaders } from './read-headers.ts';

export const presentRequest = (row: RequestSummaryRow): RequestSummary => ({
  id: toPublicId('request', row.id),
  received_at: timeOfUuid(row.id).toISOString(),
  kind: row.path.startsWith('/callbacks/') ? 'callback' : 'api',
  method: row.method,
  path: row.path,
  status: row.status,
  error_code: row.error_code,
  duration_ms: row.duration_ms,
  source: row.source,
  user_agent: row.user_agent,
  message_id: row.message_id && toPublicId('message', row.message_id),
  retry_of: row.retry_of && toPublicId('request', row.retry_of),
});

/** With those that have a column of their own; null for a row that was written before headers were kept. */
const presentHeaders = (row: RequestDetailRow): Record<string, string> | null => {
  const kept = readHeaders(row.headers);
  if (kept === null) return null;
  return {
    ...kept,
    ...(row.user_agent !== null && { 'user-agent': row.user_agent }),
    ...(row.idempotency_key !== null && { 'idempotency-key': row.idempotency_key }),
    ...(row.caller_request_id !== null && { 'x-request-id': row.caller_request_id }),
  };
};

export const presentRequestDetail = (row: RequestDetailRow): RequestDetail => ({
  ...presentRequest(row),
  caller_request_id: row.caller_request_id,
  idempotency_key: row.idempotency_key,
  headers: presentHeaders(row),
  body: row.body,
  body_bytes: row.body_bytes,
  body_is_whole: row.body_is_whole,
  answer: row.answer,
});
