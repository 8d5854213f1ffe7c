// HTTP requests that the gateway makes, to providers and to customers. What happened is a value, never an exception, and
// it keeps apart what decides whether a message may be sent again: nothing left this machine, or perhaps something did.
// That line runs between two bytes on a socket, which is why the way from a request to its socket is our own (ADR 13).

import { createDial, type TlsSessions } from './dial.ts';
import { Exchange, type OutgoingResult, stoppedError } from './exchange.ts';
import { Lines } from './lines.ts';
import type { AddressGuard } from './private-address-guard.ts';
import { destinationOf, type Origin, type OutgoingRequest, requestText } from './request.ts';

export type { OutgoingRequest, OutgoingResult };

export interface OutgoingHttp {
  send(outgoing: OutgoingRequest): Promise<OutgoingResult>;
  /** Breaks off what is under way; what was still waiting ends unsent. */
  close(): Promise<void>;
}

export interface OutgoingHttpOptions {
  /** Connections to one origin at a time. */
  readonly connections: number;
  /** Asked before every connection. Needed wherever a customer chooses the address. */
  readonly guard?: AddressGuard;
}

export const createOutgoingHttp = ({ connections, guard }: OutgoingHttpOptions): OutgoingHttp => {
  const linesByOrigin = new Map<string, Lines>();
  const sessions: TlsSessions = new Map();
  let isClosed = false;

  const linesTo = (origin: Origin): Lines => {
    const known = linesByOrigin.get(origin.key);
    if (known) return known;
    // No proxy of the environment is asked for: it would dial in our place, unguarded.
    const dial = createDial(origin, guard, sessions);
    const lines = new Lines(dial, connections, () => linesByOrigin.delete(origin.key));
    linesByOrigin.set(origin.key, lines);
    return lines;
  };

  return {
    send: (outgoing) =>
      new Promise((resolve) => {
        const exchange = new Exchange(outgoing, resolve);
        try {
          if (isClosed) throw stoppedError();
          const { origin, path } = destinationOf(outgoing.url);
          exchange.text = requestText(origin, path, outgoing);
          linesTo(origin).carry(exchange);
        } catch (error) {
          exchange.fail(error);
        }
      }),
    async close() {
      isClosed = true;
      for (const lines of [...linesByOrigin.values()]) lines.close(stoppedError());
    },
  };
};
