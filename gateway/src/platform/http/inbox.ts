// How much the gateway takes on at once, and how much of that one company, sender or address may hold. A request takes its
// place before its body is read, its bytes are counted as they arrive, and it leaves when it is answered.
//
// A share is not a fixed part: a holder may grow while it holds less than what is still free. Alone it gets half; n greedy
// holders get 1/(n+1) each, and as much stays free for the next holder. A sender's share lies inside its company's in
// the same way, so one silent number does not use up what its company may hold.

export interface InboxLimits {
  readonly requestsMax: number;
  readonly bytesMax: number;
  /** The most that one share may hold, however much is free. */
  readonly shareRequestsMax?: number;
}

/** `full`: there is no place left at all. `share`: this holder has its part, others still find room. */
export type InboxRefusal = 'full' | 'share';

export interface InboxPlace {
  /** Counts bytes that have arrived, or says why they are too many. */
  grow(bytes: number): InboxRefusal | null;
  /** Gives everything back; a second call does nothing. */
  leave(): void;
}

export interface Inbox {
  /** Takes a place in the share of this key, and within it of the inner one; without a key, in no share. */
  enter(key?: string, innerKey?: string): InboxPlace | InboxRefusal;
  readonly requests: number;
  readonly bytes: number;
  /** Requests of the largest share. */
  readonly largestShare: number;
}

class Holding {
  requests = 0;
  bytes = 0;
  readonly parent: Holding | null;
  readonly key: string;
  readonly inner = new Map<string, Holding>();

  constructor(parent: Holding | null, key: string) {
    this.parent = parent;
    this.key = key;
  }

  /** The holding of a key; it is kept only while something is in it. */
  of(key: string): Holding {
    return this.inner.get(key) ?? new Holding(this, key);
  }

  add(requests: number, bytes: number): void {
    this.requests += requests;
    this.bytes += bytes;
    if (!this.parent) return;
    if (this.requests === 0) this.parent.inner.delete(this.key);
    else if (this.requests === requests) this.parent.inner.set(this.key, this);
    this.parent.add(requests, bytes);
  }

  /** Requests that count against the limit: everything held, plus the load of each share around the place. */
  get requestsCounted(): number {
    return this.requests + (this.parent?.requestsCounted ?? 0);
  }

  get bytesCounted(): number {
    return this.bytes + (this.parent?.bytesCounted ?? 0);
  }
}

class Place implements InboxPlace {
  readonly #holding: Holding;
  readonly #root: Holding;
  readonly #bytesMax: number;
  #bytes = 0;
  #hasLeft = false;

  constructor(holding: Holding, root: Holding, bytesMax: number) {
    this.#holding = holding;
    this.#root = root;
    this.#bytesMax = bytesMax;
    holding.add(1, 0);
  }

  grow(bytes: number): InboxRefusal | null {
    if (this.#hasLeft) return null;
    // A request that is alone may be as large as its own limit allows.
    if (this.#root.requests > 1 && this.#holding.bytesCounted + bytes > this.#bytesMax) {
      return this.#root.bytes + bytes > this.#bytesMax ? 'full' : 'share';
    }
    this.#bytes += bytes;
    this.#holding.add(0, bytes);
    return null;
  }

  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#holding.add(-1, -this.#bytes);
  }
}

export const createInbox = (limits: InboxLimits): Inbox => {
  const { requestsMax, bytesMax, shareRequestsMax = requestsMax } = limits;
  const root = new Holding(null, '');
  return {
    enter(key, innerKey) {
      if (root.requests >= requestsMax) return 'full';
      const share = key === undefined ? root : root.of(key);
      const holding = innerKey === undefined ? share : share.of(innerKey);
      if (
        holding !== root &&
        (holding.requestsCounted >= requestsMax || share.requests >= shareRequestsMax)
      ) {
        return 'share';
      }
      return new Place(holding, root, bytesMax);
    },
    get requests() {
      return root.requests;
    },
    get bytes() {
      return root.bytes;
    },
    get largestShare() {
      let largest = 0;
      for (const { requests } of root.inner.values()) largest = Math.max(largest, requests);
      return largest;
    },
  };
};
