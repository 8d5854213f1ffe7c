// The request of a send, as its row keeps it before it has its answer.

import type { RequestRow } from '../../monitoring/request-row.ts';
import { newUuid } from '../../platform/ids.ts';

export const makeRequest = (choices: Partial<RequestRow> = {}): RequestRow => ({
  companyId: newUuid(),
  id: newUuid(),
  method: 'POST',
  path: '/api/v1/messages/send',
  status: 202,
  errorCode: null,
  receivedAt: performance.now() - 50,
  source: '127.0.0.1',
  userAgent: 'test',
  callerRequestId: null,
  idempotencyKey: null,
  body: '{"to":"+966501234567"}',
  bodyBytes: 22,
  bodyIsWhole: true,
  answer: '{"status":"queued"}',
  messageId: null,
  retryOf: null,
  ...choices,
});
