// Marks messages that are about to be sent, for all lanes together in one group commit.

import type pg from 'pg';
import { createBatcher } from '../platform/database/batcher.ts';
import { isDatabaseOutage } from '../platform/database/database.ts';
import { untilKnown } from '../platform/database/until-known.ts';
import type { Entry } from './entry.ts';
import type { MarkOutcome } from './lane-parts.ts';
import { markSending } from './queries.ts';

export type Mark = (entry: Entry, epoch: string) => Promise<MarkOutcome>;

interface Marking {
  readonly entry: Entry;
  readonly epoch: string;
}

const giveUpMilliseconds = 5_000;

export interface MarkerOptions {
  readonly writers: pg.Pool;
  /** How many processes share the work. Left out: this one alone. */
  readonly processes?: (() => number) | undefined;
  readonly onUnmarked: (error: unknown) => void;
}

export const createMarker = ({ writers, processes, onUnmarked }: MarkerOptions): Mark => {
  const flush = async (items: readonly Marking[]): Promise<boolean[]> => {
    // A process that has lost its lease and taken a new one may have marks of both on their way.
    const epoch = items[0]?.epoch ?? '';
    const batch = items.filter((item) => item.epoch === epoch).map((item) => item.entry);
    const sorted = batch.toSorted((one, two) => (one.id < two.id ? -1 : 1));
    const marked = await untilKnown(performance.now() + giveUpMilliseconds, (isRepeated) =>
      markSending(writers, sorted, epoch, isRepeated),
    );
    return items.map((item) => item.epoch === epoch && marked.has(item.entry.id));
  };
  const batcher = createBatcher<Marking, boolean>({
    flush,
    flushers: 1,
    itemsMax: 256,
    bytesMax: 1_048_576,
    bytesOf: () => 100,
    isOutage: isDatabaseOutage,
    processes,
  });
  return async (entry, epoch) => {
    try {
      return (await batcher.add({ entry, epoch })) ? 'ours' : 'gone';
    } catch (error) {
      onUnmarked(error);
      return 'unknown';
    }
  };
};
