// Files of people: behind the account's credentials, and usually behind a redirect to a storage that refuses them.
import type { FastifyInstance } from 'fastify';
import type { Simulator } from '../../simulator.ts';
import { requireAccount, TwilioFailure } from './authorize.ts';
import { mediaIdOf } from './inbound-form.ts';

export function mediaRoutes(app: FastifyInstance, simulator: Simulator): void {
  const { media, settings } = simulator;

  app.get('/2010-04-01/Accounts/:account/Messages/:message/Media/:media', (request, reply) => {
    const own = requireAccount(simulator, request);
    const found = media.find(mediaIdOf((request.params as { media: string }).media));
    if (!found || !own.some(({ phoneNumberId }) => phoneNumberId === found.phoneNumberId)) {
      throw new TwilioFailure(20404);
    }
    if (!settings.of(found.phoneNumberId).mediaRedirected) {
      return reply.type(found.mimeType).send(found.bytes);
    }
    const query = media.link(found).split('?')[1];
    return reply.redirect(`${app.prefix}/storage/${found.id}?${query}`, 307);
  });

  app.get('/storage/:id', (request, reply) => {
    // A client that sends on the credentials has given them to a stranger.
    if (request.headers.authorization !== undefined) return reply.code(400).send('credentials at a stranger');
    const { mid = '', ext = '', hash = '' } = request.query as Record<string, string>;
    const found = media.follow(mid, ext, hash);
    if (!found) return reply.code(403).send('expired');
    return reply.type(found.mimeType).send(found.bytes);
  });
}
