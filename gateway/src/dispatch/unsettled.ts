// Counts promises that are not settled yet.

export class Unsettled {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  until(promise: Promise<unknown>): void {
    this.#count += 1;
    const end = (): void => {
      this.#count -= 1;
    };
    promise.then(end, end);
  }
}
