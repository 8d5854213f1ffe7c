// The storage to which a provider redirects for the files of people: a third party's, which knows nothing of the provider's
// credentials.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MediaStore } from '../account/media.ts';

export const isStorage = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.includes('/storage/') === true;

export function storageRoute(app: FastifyInstance, media: MediaStore): void {
  app.get('/storage/:id', (request, reply) => {
    // A client that sends on the credentials has given them to a stranger.
    if (request.headers.authorization !== undefined) return reply.code(400).send('credentials at a stranger');
    const { mid = '', ext = '', hash = '' } = request.query as Record<string, string>;
    const found = media.follow(mid, ext, hash);
    if (!found) return reply.code(403).send('expired');
    return reply.type(found.mimeType).send(found.bytes);
  });
}
