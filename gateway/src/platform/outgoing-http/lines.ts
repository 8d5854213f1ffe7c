// The connections to one origin: as many as are allowed, used again while they are fresh, and a queue for what has to wait
// for one.

import { createFifo } from '../fifo.ts';
import type { Dial } from './dial.ts';
import type { Exchange } from './exchange.ts';
import { Line } from './line.ts';

const sweepMilliseconds = 1_000;

export class Lines {
  readonly #dial: Dial;
  readonly #linesMax: number;
  readonly #onUnused: () => void;
  readonly #all = new Set<Line>();
  /** The one used last is at the end, and is taken first: the others may then grow old and be closed. */
  #idle: Line[] = [];
  readonly #waiting = createFifo<Exchange>();
  #sweeper: NodeJS.Timeout | null = null;

  /** `onUnused`: nothing is left of them. */
  constructor(dial: Dial, linesMax: number, onUnused: () => void) {
    this.#dial = dial;
    this.#linesMax = linesMax;
    this.#onUnused = onUnused;
  }

  carry(exchange: Exchange): void {
    const stale: Line[] = [];
    let line = this.#idle.pop();
    while (line && !line.isUsable) {
      stale.push(line);
      line = this.#idle.pop();
    }
    if (line) {
      if (!line.carry(exchange)) this.freed(line);
    } else if (this.#all.size < this.#linesMax) this.#all.add(new Line(this, this.#dial, exchange));
    else this.#waiting.push(exchange);
    // Not before: with the last of them gone, nothing would be left of these lines, and nobody would close the new one.
    for (const old of stale) old.end(null);
  }

  freed(line: Line): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (line.carry(next)) return;
    }
    this.#idle.push(line);
    this.#sweepLater();
  }

  gone(line: Line): void {
    this.#all.delete(line);
    const at = this.#idle.indexOf(line);
    if (at >= 0) this.#idle.splice(at, 1);
    let next = this.#waiting.shift();
    while (next?.isOver) next = this.#waiting.shift();
    if (next) this.carry(next);
    else if (this.#all.size === 0) this.#onUnused();
  }

  /** What is under way is broken off; what waits has not begun and never will. */
  close(error: Error): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) next.fail(error);
    for (const line of [...this.#all]) line.end(error);
    if (this.#sweeper) clearTimeout(this.#sweeper);
  }

  #sweepLater(): void {
    this.#sweeper ??= setTimeout(() => this.#sweep(), sweepMilliseconds).unref();
  }

  #sweep(): void {
    this.#sweeper = null;
    for (const line of this.#idle.filter(({ isUsable }) => !isUsable)) line.end(null);
    if (this.#idle.length > 0) this.#sweepLater();
  }
}
