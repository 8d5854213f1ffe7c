// Answers to send requests: at once, or when the outcome of the message is known.

import type { SendAnswer } from '@hudhud/contract/messages.ts';
import type { Outcome } from '../dispatch/waiters.ts';
import { readFailure } from '../monitoring/calls/read-failure.ts';
import type { RequestRow, WaitedAnswer } from '../monitoring/request-row.ts';
import { AppError } from '../platform/errors.ts';
import { toProblem } from '../platform/http/problem-answer.ts';
import { timeOfUuid, toPublicId } from '../platform/ids.ts';
import type { Failure } from '../providers/provider.ts';
import type { Sender } from '../senders/directory.ts';

const sentStatus = 200;
export const queuedStatus = 202;

/** Built as a string: every message has two of them, and only the notice could need an escape. */
export const sendAnswer = (status: SendAnswer['status'], messageId: string, notice?: string): string => {
  const id = toPublicId('message', messageId);
  const timestamp = timeOfUuid(messageId).toISOString();
  const rest = notice === undefined ? '' : `,"notice":${JSON.stringify(notice)}`;
  return `{"status":"${status}","message_id":"${id}","timestamp":"${timestamp}"${rest}}`;
};

/** A caller whose message cannot be sent must not have to guess why. */
const suspendedNotice = (failure: Failure | null): string =>
  `The sender is suspended: ${failure ? `${failure.cause} ${failure.action}` : 'test or change it.'}`;

export const noticeOf = ({ state, failure }: Sender): string | undefined =>
  state === 'suspended' ? suspendedNotice(failure) : undefined;

export const joinNotices = (...notices: readonly (string | undefined)[]): string | undefined =>
  notices.filter((notice) => notice !== undefined).join(' ') || undefined;

export interface WaitingSend {
  readonly messageId: string;
  readonly request: RequestRow;
  /** Address of the page that explains error codes. */
  readonly errorsPage: string;
  /** Extra notice added to the answer of an accepted message. */
  readonly notice?: string | undefined;
}

const refusal = (send: WaitingSend, outcome: Outcome): AppError => {
  const failure = readFailure(outcome.failure);
  const detail = failure ? `${failure.cause} ${failure.action}`.trim() : '';
  // The provider was not called: the window closed while the message waited for its turn.
  return new AppError(failure?.code === 'window_closed' ? 'window_closed' : 'provider_rejected', {
    messageId: toPublicId('message', send.messageId),
    ...(detail !== '' && { detail }),
    ...(failure && { providerError: failure }),
  });
};

/** The answer to an outcome, or null while there is none. */
export const answerToOutcome = (send: WaitingSend, outcome: Outcome): WaitedAnswer | null => {
  const { request, messageId, notice } = send;
  switch (outcome.status) {
    case 'sent':
    case 'delivered':
    case 'read':
    case 'played':
      return { request, status: sentStatus, text: sendAnswer('sent', messageId, notice), errorCode: null };
    case 'unconfirmed':
      return {
        request,
        status: queuedStatus,
        text: sendAnswer('unconfirmed', messageId, notice),
        errorCode: null,
      };
    case 'failed': {
      const error = refusal(send, outcome);
      const problem = toProblem(error, toPublicId('request', request.id), send.errorsPage);
      return { request, status: error.status, text: JSON.stringify(problem), errorCode: error.code };
    }
    // The provider refused the sender with this message.
    case 'queued': {
      if (!outcome.isHeldBack) return null;
      const notices = joinNotices(notice, suspendedNotice(readFailure(outcome.failure)));
      const text = sendAnswer('queued', messageId, notices);
      return { request, status: queuedStatus, text, errorCode: null };
    }
    default:
      return null;
  }
};
