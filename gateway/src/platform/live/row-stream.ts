// The answer to one follower, as a stream of bounded size. Whoever reads too slowly is told how much was left out; memory
// does not grow with them.

import { Readable } from 'node:stream';
import { openingText, skippedText } from './event-text.ts';
import type { LiveEvent } from './live-list.ts';

export interface RowStream {
  readonly readable: Readable;
  add(events: readonly LiveEvent[]): void;
  /** Rows that will not come; null: nobody counted them. */
  skip(count: number | null): void;
  /** A sign of life; left out while rows wait. */
  beat(text: string): void;
  /** Rows were left out and the reader has not taken what waits before them. */
  readonly isStuck: boolean;
  /** Ends it after what waits; a reader that does not take that is cut off. */
  end(): void;
}

/** What waits beyond what the socket has taken: about a thousand rows. */
const waitingCharactersMax = 512_000;
const partingMilliseconds = 5_000;

export const createRowStream = (): RowStream => {
  const waiting: string[] = [];
  let waitingCharacters = 0;
  /** Undefined: nothing was left out. */
  let skipped: number | null | undefined;
  let isWanted = false;
  let isEnding = false;

  const readable = new Readable({
    highWaterMark: 65_536,
    read() {
      isWanted = true;
      pass();
    },
  });

  /** The news of what is missing comes after what was kept, which is where it is missing. */
  const next = (): string | undefined => {
    const text = waiting.shift();
    if (text !== undefined || skipped === undefined) return text;
    const notice = skippedText(skipped);
    skipped = undefined;
    return notice;
  };

  function pass(): void {
    while (isWanted && !readable.destroyed) {
      const text = next();
      if (text === undefined) {
        if (isEnding) readable.push(null);
        return;
      }
      waitingCharacters = Math.max(0, waitingCharacters - text.length);
      isWanted = readable.push(text);
    }
  }

  const add = (text: string): void => {
    waiting.push(text);
    waitingCharacters += text.length;
  };

  const skip = (count: number | null): void => {
    skipped = count === null || skipped === null ? null : (skipped ?? 0) + count;
  };
  add(openingText);

  return {
    readable,
    add(events) {
      if (isEnding) return;
      for (const { text } of events) {
        // Once something is missing, nothing comes before the news of it.
        if (skipped !== undefined || waitingCharacters + text.length > waitingCharactersMax) skip(1);
        else add(text);
      }
      pass();
    },
    skip(count) {
      skip(count);
      pass();
    },
    beat(text) {
      if (waiting.length === 0 && !isEnding) add(text);
      pass();
    },
    get isStuck() {
      return skipped !== undefined;
    },
    end() {
      if (isEnding) return;
      isEnding = true;
      pass();
      const cutOff = setTimeout(() => readable.destroy(), partingMilliseconds).unref();
      readable.once('close', () => clearTimeout(cutOff));
    },
  };
};
