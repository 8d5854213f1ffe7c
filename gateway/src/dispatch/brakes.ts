// Slows a lane down as a whole: the sender's pace, a pause that the provider asked for, and a provider that does not
// answer. The limits per person are in the queue.

import { createBreaker } from './breaker.ts';
import { createPace } from './pace.ts';

export class Brakes {
  readonly #pace;
  readonly #breaker = createBreaker();
  #pausedUntil = 0;

  constructor(messagesPerSecond: number) {
    this.#pace = createPace(messagesPerSecond);
  }

  setLimit(messagesPerSecond: number): void {
    this.#pace.setLimit(messagesPerSecond);
  }

  /** How long nothing may go: `Infinity` while one message shows whether the provider answers again. */
  standstillAt(now: number, inFlight: number): number {
    return Math.max(0, this.#pausedUntil - now, this.#breaker.waitAt(now, inFlight));
  }

  /** Only one message at a time may go. */
  isProbingAt(now: number): boolean {
    return this.#breaker.waitAt(now, 1) > 0;
  }

  /** How long the next message has to wait. */
  waitAt(now: number, inFlight: number): number {
    return Math.max(this.#pace.waitAt(now), this.standstillAt(now, inFlight));
  }

  /** How many may go at once, as far as the pace is concerned. */
  roomAt(now: number): number {
    return this.#pace.roomAt(now);
  }

  /** One message goes. */
  take(now: number): void {
    this.#pace.take(now);
  }

  /** The provider reports that it is too much: pause for a moment, then send slower. */
  slowDown(now: number, pauseMilliseconds: number): void {
    // Messages in flight together are refused together: they count as one slow-down.
    if (this.#pausedUntil <= now) this.#pace.slowDown(now);
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pauseMilliseconds);
  }

  /** An attempt has ended. Answers whether that opened or closed the breaker. */
  note(isAnswered: boolean): 'opened' | 'closed' | null {
    return isAnswered ? this.#breaker.succeed() : this.#breaker.fail(performance.now());
  }

  /** The provider has not asked for a pause or a slow-down, and answers: another process need not know of anything. */
  areOffAt(now: number): boolean {
    return this.#pausedUntil <= now && !this.#pace.isSlowAt(now) && !this.isProbingAt(now);
  }

  /** Nothing of the burst is used up: a pace that begins again in another process allows no more. */
  isFullAt(now: number): boolean {
    return this.#pace.isFullAt(now);
  }
}
