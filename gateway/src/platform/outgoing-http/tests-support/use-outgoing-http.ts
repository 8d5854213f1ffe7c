// Servers and clients for the tests of one file, and the request that they send.

import { afterEach } from 'vitest';
import { startLoopbackServer } from '../../../../tests/providers/support/loopback-server.ts';
import {
  createOutgoingHttp,
  type OutgoingHttp,
  type OutgoingHttpOptions,
  type OutgoingRequest,
} from '../outgoing-http.ts';

/** Closes everything that a test opened after it, the newest first. */
export const useOutgoingHttp = () => {
  const closers: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  const closeAfter = <Opened extends { readonly close: () => Promise<void> }>(opened: Opened): Opened => {
    closers.unshift(opened.close);
    return opened;
  };

  const startServer: typeof startLoopbackServer = async (...given) =>
    closeAfter(await startLoopbackServer(...given));

  const openHttp = (options: OutgoingHttpOptions): OutgoingHttp => closeAfter(createOutgoingHttp(options));

  return { closeAfter, startServer, openHttp };
};

export const makeRequest = (url: string, given: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  method: 'POST',
  url,
  headers: {},
  body: null,
  timeoutMilliseconds: 3_000,
  answerBytesMax: 1_000,
  ...given,
});
