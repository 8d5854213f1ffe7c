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
  hear(payload: string): void;
  stop(): void;
}

export interface LiveWakesOptions {
  /** Notifies every process. */
  readonly tell: (payloads: readonly string[]) => Promise<void>;
  readonly log: Log;
}

/** Short beside the way to another process and back; a busy company then costs 50 notifications in a second at the most. */
const tellMilliseconds = 20;
/** A process that stops following does not say so; it is forgotten. */
const interestMilliseconds = 60_000;
const repeatMilliseconds = 20_000;

type Word = 'follows' | 'wrote';

const inPayloads = (word: Word, origin: string, companyIds: readonly string[]): string[] =>
  splitForNotifications(companyIds).map((ids) => [word, origin, ...ids].join(' '));

export const createLiveWakes = ({ tell, log }: LiveWakesOptions): LiveWakes => {
  const origin = newUuid();
  const followers = new Map<string, Set<() => void>>();
  /** Companies that other processes follow, and until when that is believed. */
  const elsewhere = new Map<string, number>();
  const untold: Readonly<Record<Word, Set<string>>> = { follows: new Set(), wrote: new Set() };
  let telling: NodeJS.Timeout | undefined;
  let repeating: NodeJS.Timeout | undefined;

  const flush = (): void => {
    telling = undefined;
    const payloads = (['follows', 'wrote'] as const).flatMap((word) => {
      const companyIds = [...untold[word]];
      untold[word].clear();
      return inPayloads(word, origin, companyIds);
    });
    tell(payloads).catch((error: unknown) => log.debug({ err: error }, 'live lists were not announced'));
  };

  const tellSoon = (word: Word, companyId: string): void => {
    untold[word].add(companyId);
    telling ??= setTimeout(flush, tellMilliseconds).unref();
  };

  const wake = (companyId: string): void => {
    for (const one of followers.get(companyId) ?? []) one();
  };

  const repeat = (): void => {
    const now = performance.now();
    for (const [companyId, until] of elsewhere) if (until < now) elsewhere.delete(companyId);
    for (const companyId of followers.keys()) tellSoon('follows', companyId);
  };

  return {
    committed(rows, companyIdOf) {
      if (followers.size === 0 && elsewhere.size === 0) return;
      for (const companyId of new Set(rows.map(companyIdOf))) {
        wake(companyId);
        if (elsewhere.has(companyId)) tellSoon('wrote', companyId);
      }
    },
    follow(companyId, wakeOne) {
      const known = followers.get(companyId);
      if (known) known.add(wakeOne);
      else {
        followers.set(companyId, new Set([wakeOne]));
        tellSoon('follows', companyId);
      }
      repeating ??= setInterval(repeat, repeatMilliseconds).unref();
      return () => {
        const left = followers.get(companyId);
        left?.delete(wakeOne);
        if (left?.size === 0) followers.delete(companyId);
      };
    },
    hear(payload) {
      const [word, from, ...companyIds] = payload.split(' ');
      if (from === origin) return;
      if (word === 'wrote') for (const companyId of companyIds) wake(companyId);
      if (word !== 'follows') return;
      for (const companyId of companyIds) elsewhere.set(companyId, performance.now() + interestMilliseconds);
      repeating ??= setInterval(repeat, repeatMilliseconds).unref();
    },
    stop() {
      clearTimeout(telling);
      clearInterval(repeating);
    },
  };
};
