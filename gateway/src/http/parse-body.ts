// The one parser of JSON bodies. It reads under the bounds of the request's caller, and keeps the text as it came.

import type { FastifyInstance } from 'fastify';
import { decodeBody, parseJsonBody } from '../platform/http/json-body.ts';
import { refuseJsonExcess } from '../platform/http/json-bounds.ts';
import { type BodyReading, readBody } from '../platform/http/read-body.ts';
import type { Bounds } from './bounds.ts';
import { type Inboxes, strangerBodyBytesMax } from './inboxes.ts';

export interface ParserOptions {
  readonly inboxes: Inboxes;
  readonly bounds: Bounds;
  readonly strangerSeconds: number;
}

export const registerBodyParser = (server: FastifyInstance, options: ParserOptions): void => {
  const { inboxes, bounds, strangerSeconds } = options;

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', (request, payload, done) => {
    // Nothing is at this address, so nothing of the body is wanted.
    if (request.is404) return done(null, undefined);
    const { incoming } = request;
    const reading: BodyReading = {
      // Routes outside the API do not identify the caller.
      bytesMax: incoming?.bodyBytesMax ?? strangerBodyBytesMax,
      announced: request.headers['content-length'],
      place: incoming?.place ?? null,
      seconds: incoming ? incoming.bodySeconds : strangerSeconds,
      refuse: (refusal) => inboxes.refuse(incoming, refusal),
      onTimeout: () => bounds.reached('body_deadline', { path: incoming?.route ?? 'none' }),
    };
    readBody(payload, reading, (error, bytes) => {
      if (error || !bytes) return done(error, undefined);
      try {
        const text = decodeBody(bytes);
        if (incoming) {
          incoming.body = text;
          incoming.bodyBytes = bytes.length;
        }
        refuseJsonExcess(bytes);
        done(null, text === '' ? undefined : parseJsonBody(text));
      } catch (failure) {
        done(failure as Error, undefined);
      }
    });
  });
};
