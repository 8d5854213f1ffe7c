// The answer to one follower, as a stream of bounded size. A slow reader gets the number of rows left out; memory does not
// grow with it.

import { Readable } from 'node:stream';
import { openingText, skippedText } from './event-text.ts';
import type { LiveEvent } from './live-list.ts';

export interface RowStream {
  readonly readable: Readable;
  add(events: readonly LiveEvent[]): void;
  /** Rows that will not come; null: not counted. */
  skip(count: number | null): void;
  /** A sign of life; left out while rows wait. */
  beat(text: string): void;
  /** Rows were left out and the reader has not read the rows that wait before them. */
  readonly isStuck: boolean;
  /** Ends it after what waits; a reader that does not take that is cut off. */
  end(): void;
}

/** Characters that may wait beyond the buffer of the socket: about a thousand rows. */
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

  /** The notice of missing rows comes after the rows that were kept, which is where they are missing. */
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
        // Once rows are missing, no row comes before the notice of that.
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
