// Judges a provider's answer: what is written about the message, and what its lane does next.

import { type CallRow, toCallRow } from '../monitoring/calls/call-row.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import type { Failure, ProviderCall, SendOutcome, SendResult } from '../providers/provider.ts';
import type { Entry } from './entry.ts';
import { retryDelay } from './retry-policy.ts';
import type { Settlement } from './settlement.ts';

/** The lane's next step after an attempt. */
export type Verdict =
  | { readonly kind: 'done' }
  /**
   * The message is retried, and its person waits with it; the whole sender only when the provider asks it to slow down.
   */
  | {
      readonly kind: 'again';
      readonly scope: 'recipient' | 'sender';
      readonly delayMilliseconds: number;
      /** How long the whole sender pauses. */
      readonly pauseMilliseconds: number;
    }
  /** Nothing is sent until a person has fixed the sender. */
  | { readonly kind: 'suspended'; readonly failure: Failure };

export interface Judgement {
  readonly settlement: Settlement;
  readonly verdict: Verdict;
}

export interface AttemptContext {
  readonly senderId: string;
  readonly ownerEpoch: string;
  /** Made when the call began. */
  readonly callId: string;
  /** The id given to the provider, where it refuses a second message under the same id: safe to repeat. */
  readonly usedId?: string | null;
  readonly now: Date;
}

interface Course extends Pick<Settlement, 'status' | 'historyStatus'> {
  readonly verdict: Verdict;
}

const done: Verdict = { kind: 'done' };

/** It is unknown whether the provider accepted it; the caller has said what to do then. */
export const courseOfUnknown = (entry: Pick<Entry, 'onUnknown' | 'attempt'>): Course => {
  switch (entry.onUnknown) {
    case 'hold':
      return { status: 'unconfirmed', historyStatus: 'unconfirmed', verdict: done };
    case 'fail':
      return { status: 'failed', historyStatus: 'failed', verdict: done };
    case 'retry':
      return {
        status: 'queued',
        historyStatus: 'unconfirmed',
        verdict: {
          kind: 'again',
          scope: 'recipient',
          delayMilliseconds: retryDelay(entry.attempt, null),
          pauseMilliseconds: 0,
        },
      };
  }
};

/** The pause that the provider asks for, else one second: the reduced pace does the rest. */
const pauseOf = (askedSeconds: number | null): number => (askedSeconds ?? 1) * 1000;

/** A message that waits makes its person wait too: nothing overtakes it on the way to them. */
const again = (
  { scope, afterSeconds }: Extract<SendOutcome, { kind: 'retry' }>,
  attempt: number,
): Verdict => {
  const delay = retryDelay(attempt, afterSeconds);
  if (scope !== 'sender') {
    return { kind: 'again', scope: 'recipient', delayMilliseconds: delay, pauseMilliseconds: 0 };
  }
  const pause = pauseOf(afterSeconds);
  // The first time it waits as long as its sender and keeps its order; one that is refused again waits longer.
  return {
    kind: 'again',
    scope,
    delayMilliseconds: attempt > 1 ? delay : pause,
    pauseMilliseconds: pause,
  };
};

/** An unknown outcome at a provider that refuses repetitions: sent again under the same id, it arrives once. */
export const safeRepetition = (attempt: number): Course => ({
  status: 'queued',
  historyStatus: null,
  verdict: {
    kind: 'again',
    scope: 'recipient',
    delayMilliseconds: retryDelay(attempt, null),
    pauseMilliseconds: 0,
  },
});

const courseOf = (outcome: SendOutcome, entry: Entry, mayRepeat: boolean): Course => {
  switch (outcome.kind) {
    case 'sent':
      return { status: 'sent', historyStatus: 'sent', verdict: done };
    case 'rejected':
      return { status: 'failed', historyStatus: 'failed', verdict: done };
    case 'suspended':
      return {
        status: 'queued',
        historyStatus: null,
        verdict: { kind: 'suspended', failure: outcome.failure },
      };
    case 'retry':
      return { status: 'queued', historyStatus: null, verdict: again(outcome, entry.attempt) };
    case 'unknown':
      return mayRepeat ? safeRepetition(entry.attempt) : courseOfUnknown(entry);
  }
};

/** The outcome of a call that only prepared the one that mattered. */
const stepOutcome = ({ status }: ProviderCall): string => {
  if (status === null) return 'unknown';
  return status >= 200 && status < 300 ? 'sent' : 'retry';
};

/** The rows of all calls of an attempt, in the order in which they were made: the id of the first was made before it. */
const toCallRows = (
  { outcome, call, steps = [] }: SendResult,
  entry: Entry,
  { senderId, callId }: AttemptContext,
): { call: CallRow; steps: CallRow[] } => {
  const toRow = (exchange: ProviderCall, index: number, said: string, failure: Failure | null): CallRow =>
    toCallRow({
      companyId: entry.companyId,
      id: index === 0 ? callId : newUuid(),
      kind: 'provider',
      senderId,
      messageId: entry.id,
      attempt: entry.attempt,
      outcome: said,
      exchange,
      failure,
    });
  return {
    steps: steps.map((step, index) => toRow(step, index, stepOutcome(step), null)),
    call: toRow(call, steps.length, outcome.kind, outcome.kind === 'sent' ? null : outcome.failure),
  };
};

/**
 * The provider's id of a message that it has accepted, or may have: then the next attempt repeats it, also after an
 * attempt that did not get through. Once the provider has refused the message under this id, nothing was accepted, and
 * a further attempt would count as a repetition: it gets the id that it would have had by itself.
 */
const providerIdOf = (outcome: SendOutcome, entry: Entry, usedId: string | null): string | null => {
  if (outcome.kind === 'sent') return outcome.providerMessageId;
  if (outcome.kind === 'unknown') return usedId;
  if (usedId === null || entry.clientId === null) return null;
  if (outcome.kind === 'rejected' || !outcome.isIdSpent) return entry.clientId;
  return `${toPublicId('message', entry.id)}:${entry.attempt + 1}`;
};

export const judgeOutcome = (result: SendResult, entry: Entry, context: AttemptContext): Judgement => {
  const { outcome } = result;
  const usedId = context.usedId ?? null;
  const { status, historyStatus, verdict } = courseOf(outcome, entry, usedId !== null);
  const { call, steps } = toCallRows(result, entry, context);
  return {
    verdict,
    settlement: {
      companyId: entry.companyId,
      id: entry.id,
      senderId: context.senderId,
      personKey: entry.personKey,
      ownerEpoch: context.ownerEpoch,
      attempt: entry.attempt,
      status,
      historyStatus,
      dueAt: verdict.kind === 'again' ? new Date(context.now.getTime() + verdict.delayMilliseconds) : null,
      providerMessageId: providerIdOf(outcome, entry, usedId),
      failure: call.failure,
      isHeldBack: verdict.kind === 'suspended',
      at: context.now,
      call,
      ...(steps.length > 0 && { steps }),
      answer: null,
      request: entry.request,
    },
  };
};

/** An attempt that was marked and never made: the message is requeued at its place. */
export const releasedSettlement = (
  entry: Pick<Entry, 'companyId' | 'id' | 'attempt' | 'request'>,
  context: Pick<AttemptContext, 'senderId' | 'ownerEpoch'>,
): Settlement => ({
  companyId: entry.companyId,
  id: entry.id,
  senderId: context.senderId,
  ownerEpoch: context.ownerEpoch,
  attempt: entry.attempt,
  status: 'queued',
  historyStatus: null,
  dueAt: null,
  providerMessageId: null,
  failure: null,
  at: new Date(),
  call: null,
  answer: null,
  request: entry.request,
});
