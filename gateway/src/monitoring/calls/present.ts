// Call rows as the Webhook Logs show them.

import type { CallDetail, CallSummary } from '@hudhud/contract/calls.ts';
import { hideQueryValues } from '../../platform/hide-values.ts';
import { timeOfUuid, toPublicId } from '../../platform/ids.ts';
import { readHeaders } from '../read-headers.ts';
import type { CallDetailRow, CallSummaryRow } from './queries.ts';
import { readFailure } from './read-failure.ts';

export const presentCall = (row: CallSummaryRow): CallSummary => ({
  id: toPublicId('call', row.id),
  started_at: timeOfUuid(row.id).toISOString(),
  kind: row.kind,
  sender_id: row.sender_id && toPublicId('sender', row.sender_id),
  message_id: row.message_id && toPublicId('message', row.message_id),
  webhook_id: row.endpoint_id && toPublicId('webhook', row.endpoint_id),
  delivery_id: row.delivery_id && toPublicId('delivery', row.delivery_id),
  event_id: row.event_id && toPublicId('event', row.event_id),
  attempt: row.attempt,
  method: row.method,
  // Rows of older versions hold it whole.
  url: hideQueryValues(row.url),
  status: row.status,
  duration_ms: row.duration_ms,
  outcome: row.outcome,
  failure_code: readFailure(row.failure)?.code ?? null,
  error_class: row.error_class,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
});

export const presentCallDetail = (row: CallDetailRow): CallDetail => ({
  ...presentCall(row),
  address: row.address,
  request_headers: readHeaders(row.request_headers),
  answer_headers: readHeaders(row.answer_headers),
  request_body: row.request_body,
  answer_body: row.answer_body,
  failure: readFailure(row.failure),
});
