// What other rooms put into their statements to write requests, and answers to those that waited, in the commit of what they are
// about: the columns in which answers are given, and the parts of SQL.

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

/** Of a request that is in the table already: what an answer changes there, and what finds it. */
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
