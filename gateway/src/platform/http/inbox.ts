// How much the gateway takes on at once. A request enters before its body is read and leaves when it is answered, so a
// flood is turned away at the door and memory stays bounded.

export interface InboxLimits {
  readonly requestsMax: number;
  readonly bytesMax: number;
}

export interface Inbox {
  /** Takes a place for a request of so many bytes and answers how to give it back, or null when there is none. */
  enter(bytes: number): (() => void) | null;
  readonly requests: number;
  readonly bytes: number;
}

export const createInbox = (limits: InboxLimits): Inbox => {
  let requests = 0;
  let bytes = 0;
  return {
    enter(size) {
      // One request is always let in, however large: its own size limit is checked elsewhere.
      if (requests >= limits.requestsMax || (requests > 0 && bytes + size > limits.bytesMax)) return null;
      requests += 1;
      bytes += size;
      return () => {
        requests -= 1;
        bytes -= size;
      };
    },
    get requests() {
      return requests;
    },
    get bytes() {
      return bytes;
    },
  };
};
