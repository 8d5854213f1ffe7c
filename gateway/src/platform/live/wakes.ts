// Wakes followers when rows of a company are committed. A commit of this process wakes its own followers at once; other
// processes are notified only when one of them has said that it follows the company, so that a commit of a company
// without followers costs nothing. Nothing relies on this: every follower also polls by itself, slowly.

import { splitForNotifications } from '../database/notified-ids.ts';
import { newUuid } from '../ids.ts';
import type { Log } from '../log.ts';

/** Called by a group commit after it has written. */
export interface CommitNews {
  committed<Row>(rows: readonly Row[], companyIdOf: (row: Row) => string): void;
}

export interface LiveWakes extends CommitNews {
  /** Answers how to stop being woken. */
  follow(companyId: string, wake: () => void): () => void;
  /** A notification of any process, this one included. */
  receive(payload: string): void;
  stop(): void;
}

export interface LiveWakesOptions {
  /** Notifies every process. */
  readonly notify: (payloads: readonly string[]) => Promise<void>;
  readonly log: Log;
}

/** Short beside the way to another process and back; a busy company then costs 50 notifications in a second at the most. */
const notifyMilliseconds = 20;
/** A process that stops following does not say so; it is forgotten. */
const interestMilliseconds = 60_000;
const repeatMilliseconds = 20_000;

type Word = 'follows' | 'wrote';

const inPayloads = (word: Word, origin: string, companyIds: readonly string[]): string[] =>
  splitForNotifications(companyIds).map((ids) => [word, origin, ...ids].join(' '));

export const createLiveWakes = ({ notify, log }: LiveWakesOptions): LiveWakes => {
  const origin = newUuid();
  const followers = new Map<string, Set<() => void>>();
  /** Companies that other processes follow, and until when that is believed. */
  const elsewhere = new Map<string, number>();
  const pending: Readonly<Record<Word, Set<string>>> = { follows: new Set(), wrote: new Set() };
  let flushing: NodeJS.Timeout | undefined;
  let repeating: NodeJS.Timeout | undefined;

  const flush = (): void => {
    flushing = undefined;
    const payloads = (['follows', 'wrote'] as const).flatMap((word) => {
      const companyIds = [...pending[word]];
      pending[word].clear();
      return inPayloads(word, origin, companyIds);
    });
    notify(payloads).catch((error: unknown) => log.debug({ err: error }, 'live lists were not announced'));
  };

  const notifySoon = (word: Word, companyId: string): void => {
    pending[word].add(companyId);
    flushing ??= setTimeout(flush, notifyMilliseconds).unref();
  };

  const wake = (companyId: string): void => {
    for (const one of followers.get(companyId) ?? []) one();
  };

  const repeat = (): void => {
    const now = performance.now();
    for (const [companyId, until] of elsewhere) if (until < now) elsewhere.delete(companyId);
    for (const companyId of followers.keys()) notifySoon('follows', companyId);
  };

  return {
    committed(rows, companyIdOf) {
      if (followers.size === 0 && elsewhere.size === 0) return;
      for (const companyId of new Set(rows.map(companyIdOf))) {
        wake(companyId);
        if (elsewhere.has(companyId)) notifySoon('wrote', companyId);
      }
    },
    follow(companyId, wakeOne) {
      const known = followers.get(companyId);
      if (known) known.add(wakeOne);
      else {
        followers.set(companyId, new Set([wakeOne]));
        notifySoon('follows', companyId);
      }
      repeating ??= setInterval(repeat, repeatMilliseconds).unref();
      return () => {
        const left = followers.get(companyId);
        left?.delete(wakeOne);
        if (left?.size === 0) followers.delete(companyId);
      };
    },
    receive(payload) {
      const [word, from, ...companyIds] = payload.split(' ');
      if (from === origin) return;
      if (word === 'wrote') for (const companyId of companyIds) wake(companyId);
      if (word !== 'follows') return;
      for (const companyId of companyIds) elsewhere.set(companyId, performance.now() + interestMilliseconds);
      repeating ??= setInterval(repeat, repeatMilliseconds).unref();
    },
    stop() {
      clearTimeout(flushing);
      clearInterval(repeating);
    },
  };
};
