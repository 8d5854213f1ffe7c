// HTTP requests that the gateway makes, to providers and to customers. What happened is a value, never an exception, and
// it keeps apart what decides whether a message may be sent again: nothing left this machine, or perhaps something did.

import { Agent, Pool } from 'undici';
import { memoize } from './memo.ts';
import { createExchange, type OutgoingRequest, type OutgoingResult } from './outgoing-http-exchange.ts';
import { createDial, createLineClient } from './outgoing-http-line.ts';
import type { AddressGuard } from './private-address-guard.ts';

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

/** Shorter than what servers usually allow, so that we rarely write into a connection they are just closing. */
const keepAliveMilliseconds = 4_000;

/** The same few addresses are called again and again, and parsing one takes as long as writing to it. */
const splitUrl = memoize(1_000, (url) => {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
});

export const createOutgoingHttp = (options: OutgoingHttpOptions): OutgoingHttp => {
  const dial = createDial(options.guard);
  // No proxy of the environment is asked for: it would dial in our place, unguarded.
  const dispatcher = new Agent({
    factory: (origin, given) =>
      new Pool(origin, { ...given, factory: (target, rest) => createLineClient(target, rest, dial) }),
    // HTTP/1.1 only: a connection carries one request at a time, so a broken one leaves one outcome unknown.
    allowH2: false,
    connections: options.connections,
    pipelining: 1,
    keepAliveTimeout: keepAliveMilliseconds,
    keepAliveMaxTimeout: keepAliveMilliseconds,
    // The exchange bounds the whole; these two would only bound parts of it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    send: (outgoing) =>
      new Promise((resolve) => {
        const exchange = createExchange(outgoing, resolve);
        try {
          const { origin, path } = splitUrl(outgoing.url);
          const { method, headers, body } = outgoing;
          dispatcher.dispatch({ origin, path, method, headers, body }, exchange);
        } catch (error) {
          exchange.onResponseError(null, error);
        }
      }),
    close: () => dispatcher.destroy(),
  };
};
