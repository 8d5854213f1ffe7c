// An order and its result as JSON between two processes of the same version. Only values that JSON cannot carry are written
// in another form.

import type { RequestRow, WaitedAnswer } from '../../monitoring/request-row.ts';
import type { Sender } from '../../senders/directory.ts';
import type { PreparedMessage } from '../send-command.ts';
import type { StoreOutcome } from './message-store.ts';
import type { SendOrder, StoredOrder } from './store-offered.ts';

type PlainPrepared = Omit<PreparedMessage, 'sender' | 'routed' | 'scheduleAt' | 'expiresAt'>;

export interface OrderText {
  readonly id: string;
  readonly companyId: string;
  readonly senderId: string;
  readonly prepared: PlainPrepared;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly request: RequestRow;
  /** Milliseconds since the request arrived: the clocks of two processes begin at different times. */
  readonly age: number;
  /** In base64. */
  readonly fingerprint: string | null;
  readonly mayWait: boolean;
  readonly notice?: string | undefined;
}

export const writeOrder = ({ id, prepared, request, fingerprint, mayWait, notice }: SendOrder): OrderText => {
  const { sender, routed: _routed, scheduleAt: _scheduleAt, expiresAt, ...plain } = prepared;
  return {
    id,
    companyId: sender.companyId,
    senderId: sender.id,
    prepared: plain,
    expiresAt: expiresAt.getTime(),
    request,
    age: performance.now() - request.receivedAt,
    fingerprint: fingerprint?.toString('base64') ?? null,
    mayWait,
    notice,
  };
};

export const readOrder = (text: OrderText, sender: Sender): SendOrder => ({
  id: text.id,
  // Its route was recorded by the process that chose it, and what waits for its time is not passed on.
  prepared: {
    ...text.prepared,
    sender,
    routed: null,
    scheduleAt: null,
    expiresAt: new Date(text.expiresAt),
  },
  request: { ...text.request, receivedAt: performance.now() - text.age },
  fingerprint: text.fingerprint === null ? null : Buffer.from(text.fingerprint, 'base64'),
  mayWait: text.mayWait,
  notice: text.notice,
  isPassedOn: true,
});

type OutcomeText =
  | { readonly kind: 'stored' }
  | Extract<StoreOutcome, { kind: 'replayed' | 'key_reused' }>
  | { readonly kind: 'opted_out' }
  /** Milliseconds since 1970; null when the window never was open. */
  | { readonly kind: 'window_closed'; readonly at: number | null };

export interface StoredText {
  readonly outcome: OutcomeText;
  readonly isPending: boolean;
  /** Its answer is sent as soon as it is known. */
  readonly isWaiting: boolean;
  /** Its answer, when that was known already. */
  readonly answer?: AnswerText['answer'];
}

/** The request is known where it is answered. */
const plainAnswer = (answer: WaitedAnswer | null): AnswerText['answer'] =>
  answer && { status: answer.status, text: answer.text, errorCode: answer.errorCode };

const writeOutcome = (outcome: StoreOutcome, id: string): OutcomeText => {
  switch (outcome.kind) {
    case 'stored':
    case 'opted_out':
      return { kind: outcome.kind };
    case 'window_closed':
      return { kind: 'window_closed', at: outcome.closed.get(id)?.getTime() ?? null };
    default:
      return outcome;
  }
};

export const writeStored = (
  { outcome, answer, isPending }: StoredOrder,
  id: string,
  known: WaitedAnswer | null | undefined,
): StoredText => ({
  outcome: writeOutcome(outcome, id),
  isPending,
  isWaiting: answer !== null && known === undefined,
  ...(known !== undefined && { answer: plainAnswer(known) }),
});

export const readOutcome = (outcome: OutcomeText, id: string): StoreOutcome => {
  switch (outcome.kind) {
    case 'opted_out':
      return { kind: 'opted_out', messageIds: new Set([id]) };
    case 'window_closed':
      return {
        kind: 'window_closed',
        closed: new Map([[id, outcome.at === null ? null : new Date(outcome.at)]]),
      };
    default:
      return outcome;
  }
};

/** The answer of the request that waited, once its outcome is written: null when that did not come in time. */
export interface AnswerText {
  readonly id: string;
  readonly answer: Omit<WaitedAnswer, 'request'> | null;
}

export const writeAnswer = (id: string, answer: WaitedAnswer | null): AnswerText => ({
  id,
  answer: plainAnswer(answer),
});
