// A lane against a table of its own, with time in the test's hands.

import { vi } from 'vitest';
import type { Failure } from '../../providers/provider.ts';
import type { Entry } from '../entry.ts';
import type { Verdict } from '../judge-outcome.ts';
import { Lane } from '../lane.ts';
import type { AttemptResult, Birth, LaneOptions, MarkOutcome } from '../lane-parts.ts';
import { createTurns } from '../turns.ts';
import { makeEntry, someFailure } from './make-entry.ts';

export const taken: AttemptResult = {
  verdict: { kind: 'done' },
  isAnswered: true,
  failure: null,
  written: Promise.resolve(true),
};
const toVerdict = (verdict: Verdict): AttemptResult => ({ ...taken, verdict, failure: someFailure });
export const suspended = toVerdict({ kind: 'suspended', failure: someFailure });
export const again = (scope: 'recipient' | 'sender'): AttemptResult =>
  toVerdict({
    kind: 'again',
    scope,
    delayMilliseconds: 2_000,
    pauseMilliseconds: scope === 'sender' ? 2_000 : 0,
  });
/** The provider did not answer: the message waits for another attempt, and the breaker counts. */
export const unreachable: AttemptResult = { ...again('recipient'), isAnswered: false };

export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const quietLog = { warn: () => undefined } as unknown as LaneOptions['log'];

interface Play {
  messagesPerSecond?: number;
  answer?: (entry: Entry) => AttemptResult | Promise<AttemptResult>;
  mark?: (entry: Entry) => MarkOutcome;
}

export const useLane = ({ messagesPerSecond = 80, answer = () => taken, mark }: Play = {}) => {
  /** Rows that wait in the table. */
  const table = new Map<string, Entry>();
  /** The entries that wait for another attempt, and until when. */
  const retrying = new Map<string, number>();
  const attempts: { entry: Entry; at: number }[] = [];
  const expired: Entry[] = [];
  const uncertain: string[] = [];
  const suspensions: Failure[] = [];
  const states: string[] = [];
  const stage = {
    isHeld: true,
    answer,
    /** How long a look into the table takes before it reads the rows, and after. */
    lookDelays: () => [0, 0] as readonly [number, number],
    leftBehind: 0,
    isPrepared: (_entry: Entry): boolean => true,
    prepare: async (_entry: Entry): Promise<void> => undefined,
  };
  const lane: Lane = new Lane({
    sender: {
      key: { companyId: 'company', senderId: 'sender' },
      limits: { messagesPerSecond: 80, pairMilliseconds: 6_000, pairBurst: 45 },
      messagesPerSecond,
    },
    turns: createTurns(256),
    ledger: {
      async findWaiting(limits) {
        const [before, after] = stage.lookDelays();
        if (before > 0) await sleep(before);
        const found = limits
          .flatMap((limit, priority) =>
            [...table.values()]
              .filter((entry) => entry.priority === priority && !retrying.has(entry.id))
              .sort((one, two) => (one.id < two.id ? -1 : 1))
              .slice(0, limit),
          )
          .map((entry) => ({ ...entry, isStored: true, isWithdrawn: false, isEvicted: false }));
        if (after > 0) await sleep(after);
        return found;
      },
      async findRetrying() {
        return [...retrying].map(([id, dueAt]) => ({
          entry: { ...(table.get(id) ?? makeEntry()), isStored: true },
          waitMilliseconds: Math.max(0, dueAt - performance.now()),
        }));
      },
      mark: async (entry) => {
        const outcome = mark?.(entry) ?? (table.has(entry.id) ? 'ours' : 'gone');
        if (outcome === 'ours') table.delete(entry.id);
        retrying.delete(entry.id);
        return outcome;
      },
      async release(entry) {
        table.set(entry.id, { ...entry });
      },
      async releaseUncertain(entry) {
        uncertain.push(entry.id);
        table.set(entry.id, { ...entry });
      },
      expire(entry) {
        table.delete(entry.id);
        expired.push(entry);
      },
      leftBehind() {
        stage.leftBehind += 1;
      },
    },
    carrier: {
      mayContinue: () => stage.isHeld,
      isPrepared: (entry) => stage.isPrepared(entry),
      prepare: (entry) => stage.prepare(entry),
      async attempt(entry) {
        attempts.push({ entry: { ...entry }, at: performance.now() });
        const result = await stage.answer(entry);
        const { verdict } = result;
        if (verdict.kind !== 'done') table.set(entry.id, { ...entry });
        if (verdict.kind === 'again') retrying.set(entry.id, performance.now() + verdict.delayMilliseconds);
        return result;
      },
    },
    health: {
      async suspended(failure) {
        suspensions.push(failure);
      },
      failing: () => void states.push('failing'),
      working: () => void states.push('connected'),
    },
    log: quietLog,
  });
  const offer = (choices: Partial<Entry> = {}): { entry: Entry; birth: Birth } => {
    const entry = makeEntry({ isStored: false, ...choices });
    return { entry, birth: lane.admit(entry) };
  };
  const store = ({ entry, birth }: { entry: Entry; birth: Birth }): void => {
    if (birth !== 'sending') table.set(entry.id, entry);
    lane.stored(entry, birth);
  };
  return {
    lane,
    stage,
    table,
    retrying,
    attempts,
    expired,
    uncertain,
    suspensions,
    states,
    offer,
    store,
    /** Offers and stores in one step. */
    send(choices: Partial<Entry> = {}): Birth {
      const offered = offer(choices);
      store(offered);
      return offered.birth;
    },
    attemptedTo: () => attempts.map(({ entry }) => entry.phoneNumber),
    /** The lane has looked into its table and found nothing. */
    async settle() {
      lane.poke();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
};
