// Twilio's API. It has three hosts there; their paths do not meet, so one address serves all of them here.

import type { FastifyError, FastifyInstance } from 'fastify';
import type { BusinessNumber } from '../../account/numbers.ts';
import { graphError } from '../../cloud/graph-error.ts';
import type { OpenConnections } from '../../cloud/open-connections.ts';
import type { Simulator } from '../../simulator.ts';
import { isStorage, storageRoute } from '../file-storage.ts';
import { giveAnswer } from '../give-answer.ts';
import { writeAnswer } from '../write-answer.ts';
import { numbersOf, requireAccount, TwilioFailure } from './authorize.ts';
import { contentRoutes } from './content-routes.ts';
import { createContents } from './contents.ts';
import { writeError } from './errors.ts';
import { mediaIdOf } from './inbound-form.ts';
import { lookUpRoutes } from './look-up-routes.ts';
import { senderRoutes } from './sender-routes.ts';
import { translateMessage } from './translate-message.ts';

// Files of people: behind the account's credentials, and usually behind a redirect to a storage that refuses them.

function mediaRoutes(app: FastifyInstance, simulator: Simulator): void {
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

  storageRoute(app, media);
}

export async function twilioRoutes(
  app: FastifyInstance,
  simulator: Simulator,
  connections: OpenConnections,
): Promise<void> {
  const contents = createContents(simulator);
  app.setErrorHandler((error: FastifyError | TwilioFailure, _request, reply) => {
    return writeAnswer(reply, writeError(error instanceof TwilioFailure ? error.twilioCode : 20500));
  });

  // Before a body is read: a caller with unknown credentials gets none of our memory.
  app.addHook('onRequest', (request, _reply, done) => {
    const isKnown = request.is404 || isStorage(request) || numbersOf(simulator, request).length > 0;
    done(isKnown ? undefined : new TwilioFailure(20003));
  });

  app.post('/2010-04-01/Accounts/:account/Messages.json', (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const number = requireSender(requireAccount(simulator, request), form);
    const translated = translateMessage(form, contents.filler(number));
    const reception = simulator.receiveMessage(number, translated.body, {
      written: Object.fromEntries(form),
      ...(translated.kind === 'refused' && { problem: graphError(translated.code) }),
      ...(translated.kind === 'message' &&
        translated.callbackUrl !== null && { callbackUrl: translated.callbackUrl }),
    });
    giveAnswer(simulator, connections, reply, reception);
  });
  lookUpRoutes(app, simulator);
  mediaRoutes(app, simulator);
  senderRoutes(app, simulator);
  contentRoutes(app, simulator, contents);
}

function requireSender(own: BusinessNumber[], form: URLSearchParams): BusinessNumber {
  const from = form.get('From');
  const number = own.find(({ digits }) => from === `whatsapp:+${digits}`);
  if (number) return number;
  throw new TwilioFailure(63007);
}
