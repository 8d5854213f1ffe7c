// The SQL parts and columns by which other rooms write requests, and answer those that waited, in the same commit as
// the messages they are about.

import { columnTable } from '../../platform/database/column-table.ts';
import type { WaitedAnswer } from '../request-row.ts';
import {
  answerKeysFrom,
  answerRequests,
  answerRequestsFrom,
  insertRequestsFrom,
  selectAnswers,
} from './queries.ts';

export { answerKeysFrom, answerRequests, answerRequestsFrom, insertRequestsFrom, selectAnswers };

/** For a request that is in the table already: the columns that find it and those that an answer changes. */
export const answerColumns = columnTable<WaitedAnswer>({
  company_id: ['uuid', ({ request }) => request.companyId],
  message_id: ['uuid', ({ request }) => request.messageId],
  request_id: ['uuid', ({ request }) => request.id],
  status: ['smallint', ({ status }) => status],
  answer: ['text', ({ text }) => text],
  code: ['text', ({ errorCode }) => errorCode],
  milliseconds: ['real', ({ request }) => performance.now() - request.receivedAt],
  idempotency_key: ['text', ({ request }) => request.idempotencyKey],
});
