// What a send request is answered: at once, or when the outcome of its message is known.

import type { SendAnswer } from '@hudhud/contract/messages.ts';
import type { WaitedAnswer } from '../dispatch/settlement.ts';
import type { Outcome } from '../dispatch/waiters.ts';
import { readFailure } from '../monitoring/calls/read-failure.ts';
import { AppError } from '../platform/errors.ts';
import { toProblem } from '../platform/http/problem-answer.ts';
import { timeOfUuid, toPublicId } from '../platform/ids.ts';
import type { Sender } from '../senders/directory.ts';

const sentStatus = 200;
export const queuedStatus = 202;

/** Put together by hand: every message has two of them, and nothing in it but the notice could need an escape. */
export const sendAnswer = (status: SendAnswer['status'], messageId: string, notice?: string): string => {
  const id = toPublicId('message', messageId);
  const timestamp = timeOfUuid(messageId).toISOString();
  const rest = notice === undefined ? '' : `,"notice":${JSON.stringify(notice)}`;
  return `{"status":"${status}","message_id":"${id}","timestamp":"${timestamp}"${rest}}`;
};

/** A caller whose message cannot go out must not have to guess why. */
export const noticeOf = ({ state, failure }: Sender): string | undefined =>
  state === 'suspended'
    ? `The sender is suspended: ${failure ? `${failure.cause} ${failure.action}` : 'test or change it.'}`
    : undefined;

export interface WaitingSend {
  readonly messageId: string;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  readonly receivedAt: number;
  /** Address of the page that explains error codes. */
  readonly errorsPage: string;
}

const refusal = (send: WaitingSend, outcome: Outcome): AppError => {
  const failure = readFailure(outcome.failure);
  const detail = failure ? `${failure.cause} ${failure.action}`.trim() : '';
  return new AppError('provider_rejected', {
    messageId: toPublicId('message', send.messageId),
    ...(detail !== '' && { detail }),
    ...(failure && { providerError: failure }),
  });
};

/** The answer to an outcome, or null while there is none. */
export const answerToOutcome = (send: WaitingSend, outcome: Outcome): WaitedAnswer | null => {
  const { requestId, idempotencyKey, receivedAt, messageId } = send;
  const row = { requestId, idempotencyKey, receivedAt };
  switch (outcome.status) {
    case 'sent':
    case 'delivered':
    case 'read':
    case 'played':
      return { ...row, status: sentStatus, text: sendAnswer('sent', messageId), errorCode: null };
    case 'unconfirmed':
      return { ...row, status: queuedStatus, text: sendAnswer('unconfirmed', messageId), errorCode: null };
    case 'failed': {
      const error = refusal(send, outcome);
      const problem = toProblem(error, toPublicId('request', requestId), send.errorsPage);
      return { ...row, status: error.status, text: JSON.stringify(problem), errorCode: error.code };
    }
    default:
      return null;
  }
};
