// The moment by which something must be over, shared by the steps that lead there.

export class Deadline {
  readonly #at: number;

  constructor(milliseconds: number) {
    this.#at = performance.now() + milliseconds;
  }

  get millisecondsLeft(): number {
    return Math.max(0, this.#at - performance.now());
  }

  /** Waits for work that has begun, for no longer than the time that is left. */
  async within(work: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.millisecondsLeft);
    });
    await Promise.race([work, timeout]);
    clearTimeout(timer);
  }
}
