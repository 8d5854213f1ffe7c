// What follows from a provider's answer: what is written about the message, and what its lane does next.

import { type CallRow, toCallRow } from '../monitoring/calls/call-row.ts';
import { newUuid } from '../platform/ids.ts';
import type { Failure, ProviderCall, SendOutcome, SendResult } from '../providers/provider.ts';
import type { Entry } from './entry.ts';
import { retryDelay } from './retry-policy.ts';
import type { Settlement } from './settlement.ts';

/** What the lane does after an attempt. */
export type Verdict =
  | { readonly kind: 'done' }
  /** The message is tried again, and its person waits with it; the whole sender only when it is told to slow down. */
  | {
      readonly kind: 'again';
      readonly scope: 'recipient' | 'sender';
      readonly delayMilliseconds: number;
      /** How long nothing of the sender goes out. */
      readonly pauseMilliseconds: number;
    }
  /** Nothing goes out until a person has put the sender right. */
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
  /** The provider refuses a second message under the same id, so an unknown outcome is safe to repeat. */
  readonly refusesRepetition?: boolean;
  readonly now: Date;
}

interface Course extends Pick<Settlement, 'status' | 'noted'> {
  readonly verdict: Verdict;
}

const done: Verdict = { kind: 'done' };

/** Nobody knows whether it was taken; the sender of the message has said what to do then. */
export const courseOfUnknown = (entry: Pick<Entry, 'onUnknown' | 'attempt'>): Course => {
  switch (entry.onUnknown) {
    case 'hold':
      return { status: 'unconfirmed', noted: 'unconfirmed', verdict: done };
    case 'fail':
      return { status: 'failed', noted: 'failed', verdict: done };
    case 'retry':
      return {
        status: 'queued',
        noted: 'unconfirmed',
        verdict: {
          kind: 'again',
          scope: 'recipient',
          delayMilliseconds: retryDelay(entry.attempt, null),
          pauseMilliseconds: 0,
        },
      };
  }
};

/** As long as the provider asks for, else a moment: the slower pace does the rest. */
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
  // The first time it goes on with the others, in its order; one that is refused again and again steps aside.
  return {
    kind: 'again',
    scope,
    delayMilliseconds: attempt > 1 ? delay : pause,
    pauseMilliseconds: pause,
  };
};

const safeRepetition = (attempt: number): Course => ({
  status: 'queued',
  noted: null,
  verdict: {
    kind: 'again',
    scope: 'recipient',
    delayMilliseconds: retryDelay(attempt, null),
    pauseMilliseconds: 0,
  },
});

const courseOf = (outcome: SendOutcome, entry: Entry, refusesRepetition: boolean): Course => {
  switch (outcome.kind) {
    case 'sent':
      return { status: 'sent', noted: 'sent', verdict: done };
    case 'rejected':
      return { status: 'failed', noted: 'failed', verdict: done };
    case 'suspended':
      return {
        status: 'queued',
        noted: null,
        verdict: { kind: 'suspended', failure: outcome.failure },
      };
    case 'retry':
      return { status: 'queued', noted: null, verdict: again(outcome, entry.attempt) };
    case 'unknown':
      return refusesRepetition ? safeRepetition(entry.attempt) : courseOfUnknown(entry);
  }
};

/** What became of a call that only prepared the one that mattered. */
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

export const judgeOutcome = (result: SendResult, entry: Entry, context: AttemptContext): Judgement => {
  const { outcome } = result;
  const { status, noted, verdict } = courseOf(outcome, entry, context.refusesRepetition ?? false);
  const { call, steps } = toCallRows(result, entry, context);
  return {
    verdict,
    settlement: {
      companyId: entry.companyId,
      id: entry.id,
      senderId: context.senderId,
      ownerEpoch: context.ownerEpoch,
      attempt: entry.attempt,
      status,
      noted,
      dueAt: verdict.kind === 'again' ? new Date(context.now.getTime() + verdict.delayMilliseconds) : null,
      providerMessageId: outcome.kind === 'sent' ? outcome.providerMessageId : null,
      failure: call.failure,
      at: context.now,
      call,
      ...(steps.length > 0 && { steps }),
      answer: null,
    },
  };
};

/** An attempt that was marked and never made: the message goes back to its place. */
export const releasedSettlement = (
  entry: Pick<Entry, 'companyId' | 'id' | 'attempt'>,
  context: Pick<AttemptContext, 'senderId' | 'ownerEpoch'>,
): Settlement => ({
  companyId: entry.companyId,
  id: entry.id,
  senderId: context.senderId,
  ownerEpoch: context.ownerEpoch,
  attempt: entry.attempt,
  status: 'queued',
  noted: null,
  dueAt: null,
  providerMessageId: null,
  failure: null,
  at: new Date(),
  call: null,
  answer: null,
});
