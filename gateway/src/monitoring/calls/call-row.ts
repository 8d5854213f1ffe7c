// One call on its way into the calls table. The code that made the call has removed the secrets; here its texts are
// cut to a size that keeps every ordinary call whole.

import type { CallKind } from '@hudhud/contract/calls.ts';
import { columnTable } from '../../platform/database/column-table.ts';
import { storableText, storableTextOrNull } from '../../platform/database/storable-text.ts';
import type { Failure, ProviderCall } from '../../providers/provider.ts';

export interface CallRow {
  readonly companyId: string;
  /** Made when the call begins: the time inside it is the start of the call. */
  readonly id: string;
  readonly kind: CallKind;
  readonly senderId: string | null;
  readonly messageId: string | null;
  readonly attempt: number;
  readonly method: string;
  readonly url: string;
  readonly requestBody: string | null;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly answerBody: string | null;
  readonly durationMs: number;
  readonly outcome: string;
  /** Why it did not work, as JSON. */
  readonly failure: string | null;
}

export interface NewCall
  extends Pick<CallRow, 'companyId' | 'id' | 'kind' | 'senderId' | 'messageId' | 'attempt' | 'outcome'> {
  readonly exchange: ProviderCall;
  readonly failure: Failure | null;
}

const bodyCharactersMax = 16_384;
const urlCharactersMax = 2_000;
/** Characters of one text of a failure: it is cut before it is written, so that the JSON stays valid. */
const failureCharactersMax = 2_000;

const failureText = (failure: Failure): string =>
  JSON.stringify({
    code: storableText(failure.code, failureCharactersMax),
    title: storableText(failure.title, failureCharactersMax),
    detail: storableText(failure.detail, failureCharactersMax),
    cause: storableText(failure.cause, failureCharactersMax),
    action: storableText(failure.action, failureCharactersMax),
  });

export const toCallRow = ({ exchange, failure, ...call }: NewCall): CallRow => ({
  companyId: call.companyId,
  id: call.id,
  kind: call.kind,
  senderId: call.senderId,
  messageId: call.messageId,
  attempt: call.attempt,
  method: exchange.method,
  url: storableText(exchange.url, urlCharactersMax),
  requestBody: storableTextOrNull(exchange.requestBody, bodyCharactersMax),
  status: exchange.status,
  answerBody: storableTextOrNull(exchange.answerBody, bodyCharactersMax),
  durationMs: Math.round(exchange.milliseconds * 100) / 100,
  outcome: call.outcome,
  failure: failure && failureText(failure),
});

export const callColumns = columnTable<CallRow>({
  company_id: ['uuid', (row) => row.companyId],
  id: ['uuid', (row) => row.id],
  kind: ['text', (row) => row.kind],
  sender_id: ['uuid', (row) => row.senderId],
  message_id: ['uuid', (row) => row.messageId],
  attempt: ['smallint', (row) => row.attempt],
  method: ['text', (row) => row.method],
  url: ['text', (row) => row.url],
  request_body: ['text', (row) => row.requestBody],
  status: ['smallint', (row) => row.status],
  answer_body: ['text', (row) => row.answerBody],
  duration_ms: ['real', (row) => row.durationMs],
  outcome: ['text', (row) => row.outcome],
  failure: ['text', (row) => row.failure],
});
