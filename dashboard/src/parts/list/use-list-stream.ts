// Keeps the stream of a list open while the page is visible: reconnects by itself where it was cut, and reports when it
// cannot, so that the list can be polled meanwhile.

import { useEffect, useState } from 'react';
import { ProblemError } from '../../api.ts';
import { followList, type LiveListPath } from '../../queries/follow-list.ts';
import type { ListFilters } from '../../queries/list-pages.ts';

/** `interrupted`: nothing arrives at the moment; it is retried. */
export type StreamState = 'off' | 'opening' | 'open' | 'interrupted';

interface ListStreamOptions<Item> {
  readonly path: LiveListPath;
  readonly filters: ListFilters;
  readonly isOn: boolean;
  readonly onRow: (item: Item) => void;
  /** Rows may be missing: the list has them. */
  readonly onGap: () => void;
}

const pauseMillisecondsMin = 1_000;
const pauseMillisecondsMax = 30_000;

const pauseAfter = (error: unknown, failures: number): number => {
  const asked = error instanceof ProblemError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  return Math.max(asked, Math.min(pauseMillisecondsMin * 2 ** (failures - 1), pauseMillisecondsMax));
};

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = window.setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      window.clearTimeout(timer);
      resolve();
    });
  });

/** A hidden page holds no connection: a browser has six of them for all its pages. */
const untilSeen = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });

/** Aborts with `leaving`, and when the page is hidden. */
const whileSeen = (leaving: AbortSignal): AbortSignal => {
  const hidden = new AbortController();
  const look = (): void => {
    if (document.visibilityState === 'hidden') hidden.abort();
  };
  document.addEventListener('visibilitychange', look, { signal: AbortSignal.any([leaving, hidden.signal]) });
  return AbortSignal.any([leaving, hidden.signal]);
};

async function keepFollowing<Item>(
  { path, filters, onRow, onGap }: ListStreamOptions<Item>,
  leaving: AbortSignal,
  setState: (state: StreamState) => void,
): Promise<void> {
  let lastId: string | null = null;
  let failures = 0;
  while (!leaving.aborted) {
    await untilSeen(leaving);
    const signal = whileSeen(leaving);
    try {
      await followList(path, filters, {
        lastId,
        signal,
        onOpen: () => {
          failures = 0;
          setState('open');
          // Rows from before the first stream are read once; after that each stream goes on where the last one ended.
          if (lastId === null) onGap();
        },
        onId: (id) => {
          lastId = id;
        },
        onEvent: ({ name, data }) => (name === 'skipped' ? onGap() : onRow(JSON.parse(data) as Item)),
      });
    } catch (error) {
      if (leaving.aborted) return;
      if (signal.aborted) continue;
      failures += 1;
      setState('interrupted');
      await sleep(pauseAfter(error, failures), leaving);
    }
  }
}

export function useListStream<Item>(options: ListStreamOptions<Item>): StreamState {
  const { path, filters, isOn } = options;
  const [state, setState] = useState<StreamState>('off');
  const filterText = JSON.stringify(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream belongs to the list and its filters, not to a render
  useEffect(() => {
    if (!isOn) return;
    const leaving = new AbortController();
    setState('opening');
    void keepFollowing(options, leaving.signal, (next) => {
      if (!leaving.signal.aborted) setState(next);
    });
    return () => {
      leaving.abort();
      setState('off');
    };
  }, [path, filterText, isOn]);
  return state;
}
