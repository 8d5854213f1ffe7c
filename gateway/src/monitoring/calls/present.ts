// Call rows as the Webhook Logs show them.

import type { CallDetail, CallSummary } from '@hudhud/contract/calls.ts';
import { timeOfUuid, toPublicId } from '../../platform/ids.ts';
import type { CallDetailRow, CallSummaryRow } from './queries.ts';
import { readFailure } from './read-failure.ts';

export const presentCall = (row: CallSummaryRow): CallSummary => ({
  id: toPublicId('call', row.id),
  started_at: timeOfUuid(row.id).toISOString(),
  kind: row.kind,
  sender_id: row.sender_id && toPublicId('sender', row.sender_id),
  message_id: row.message_id && toPublicId('message', row.message_id),
  attempt: row.attempt,
  method: row.method,
  url: row.url,
  status: row.status,
  duration_ms: row.duration_ms,
  outcome: row.outcome,
  failure_code: readFailure(row.failure)?.code ?? null,
});

export const presentCallDetail = (row: CallDetailRow): CallDetail => ({
  ...presentCall(row),
  request_body: row.request_body,
  answer_body: row.answer_body,
  failure: readFailure(row.failure),
});
