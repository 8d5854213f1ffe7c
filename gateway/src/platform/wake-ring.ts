// Wakes those that wait for a share of a common resource, connections for example: one after the other, in the order in
// which they came. One that wants more after its turn waits behind the others.

export interface Wakeable {
  /** Its turn has come: it takes what it may, and joins the ring again if it wants more. */
  wake(): void;
}

export class WakeRing<Member extends Wakeable> {
  readonly #members = new Set<Member>();
  #isWaking = false;

  get size(): number {
    return this.#members.size;
  }

  has(member: Member): boolean {
    return this.#members.has(member);
  }

  /** It keeps its place if it waits already. */
  join(member: Member): void {
    this.#members.add(member);
  }

  leave(member: Member): void {
    this.#members.delete(member);
  }

  /**
   * Gives turns while something is free, at most so many. A turn may itself release something and end up here: the round under way goes on
   * with it, so that turns are never nested.
   */
  wakeWhile(
    isFree: () => boolean,
    giveTurn: (member: Member) => void,
    turnsMax = Number.POSITIVE_INFINITY,
  ): void {
    if (this.#isWaking) return;
    this.#isWaking = true;
    try {
      for (let turns = 0; turns < turnsMax && isFree(); turns += 1) {
        const next = this.#members.values().next().value;
        if (!next) break;
        this.#members.delete(next);
        giveTurn(next);
      }
    } finally {
      // Otherwise one turn that throws would end all turns for good.
      this.#isWaking = false;
    }
  }
}
