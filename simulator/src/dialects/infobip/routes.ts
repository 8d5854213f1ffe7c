// Infobip's API: one path per kind of message, an id that the caller chooses, and refusals inside a 200.
import type { FastifyInstance } from 'fastify';
import { GraphFailure } from '../../cloud/authorize.ts';
import { graphError } from '../../cloud/graph-error.ts';
import type { OpenConnections } from '../../cloud/open-connections.ts';
import { asObject } from '../../message/check-value.ts';
import { readMessageId } from '../../message/message-id.ts';
import type { Reception } from '../../message/reception.ts';
import type { Simulator } from '../../simulator.ts';
import { isStorage, storageRoute } from '../file-storage.ts';
import { giveAnswer } from '../give-answer.ts';
import { AnswerFailure, writeAnswer } from '../write-answer.ts';
import { numbersOf, requireSender } from './authorize.ts';
import { badRequest, duplicateId, notFound, unauthorized, writeRefusal } from './errors.ts';
import { isTaken } from './taken-ids.ts';
import { templateRoutes } from './template-routes.ts';
import { type Translated, translateMessage } from './translate-message.ts';

/** A refusal inside a 200 names the message, which the words of the refusal do not know. */
function named(reception: Reception, { to, messageId }: Translated, isTemplate: boolean): Reception {
  if (reception.kind !== 'answer' || reception.status !== 200) return reception;
  const single = { to, messageCount: 1, messageId, ...(JSON.parse(reception.body) as object) };
  return { ...reception, body: JSON.stringify(isTemplate ? { messages: [single], bulkId: 'bulk' } : single) };
}

export async function infobipRoutes(
  app: FastifyInstance,
  simulator: Simulator,
  connections: OpenConnections,
): Promise<void> {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof AnswerFailure) return writeAnswer(reply, error.answer);
    return writeAnswer(
      reply,
      error instanceof GraphFailure ? writeRefusal(error.graphError) : badRequest(error.message),
    );
  });

  // Before a body is read: a caller with an unknown key gets none of our memory.
  app.addHook('onRequest', (request, _reply, done) => {
    const isKnown = request.is404 || isStorage(request) || numbersOf(simulator, request).length > 0;
    done(isKnown ? undefined : new AnswerFailure(unauthorized));
  });

  app.post('/whatsapp/1/message/*', (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    const translated = translateMessage(path, request.body);
    if (!translated) throw new AnswerFailure(notFound);
    const body = asObject(request.body) ?? {};
    const single = path === 'template' ? asObject((body.messages as unknown[] | undefined)?.[0]) : body;
    const number = requireSender(simulator, request, single?.from);
    const { messageId } = translated;
    const { repetitionsRefused } = simulator.settings.of(number.phoneNumberId);
    const isRepeated = repetitionsRefused && messageId !== null && isTaken(number, messageId);
    const reception = simulator.receiveMessage(number, translated.body, {
      written: request.body,
      ...(messageId !== null && { id: messageId }),
      ...(isRepeated && { problem: graphError(duplicateId) }),
    });
    giveAnswer(simulator, connections, reply, named(reception, translated, path === 'template'));
  });

  app.post('/whatsapp/1/senders/:sender/message/:id/read', (request, reply) => {
    const { sender, id } = request.params as { sender: string; id: string };
    const number = requireSender(simulator, request, sender);
    const found = readMessageId(id);
    if (found?.direction !== 'in') throw new AnswerFailure(notFound);
    simulator.conversations.markRead(number.phoneNumberId, found.waId, id);
    return reply.code(204).send();
  });

  app.get('/whatsapp/1/senders/:sender/business-info', (request) => {
    const { verifiedName } = requireSender(simulator, request, (request.params as { sender: string }).sender);
    return { displayName: verifiedName };
  });
  app.get('/whatsapp/1/senders/quality', (request) => ({
    senders: numbersOf(simulator, request).map(({ digits }) => ({ sender: digits, qualityRating: 'HIGH' })),
  }));

  app.post('/subscriptions/1/subscription/WHATSAPP', (request) => {
    const { resources, profile } = asObject(request.body) ?? {};
    const { notifyUrl } = asObject(asObject(profile)?.webhook) ?? {};
    const [sender] = Array.isArray(resources) ? resources : [];
    const number = requireSender(simulator, request, sender);
    if (typeof notifyUrl !== 'string') throw new AnswerFailure(badRequest('notifyUrl is missing'));
    simulator.numbers.edit(number.phoneNumberId, { callbackUrl: notifyUrl });
    return request.body;
  });
  mediaRoutes(app, simulator);
  templateRoutes(app, simulator);
}

/** Files of people: behind the key, and often behind a redirect to a storage that refuses it. */
function mediaRoutes(app: FastifyInstance, simulator: Simulator): void {
  const { media, settings } = simulator;

  app.get('/whatsapp/1/senders/:sender/media/:id', (request, reply) => {
    const { sender, id } = request.params as { sender: string; id: string };
    const number = requireSender(simulator, request, sender);
    const found = media.find(id);
    if (!found || found.phoneNumberId !== number.phoneNumberId) throw new AnswerFailure(notFound);
    if (!settings.of(number.phoneNumberId).mediaRedirected) {
      return reply.type(found.mimeType).send(found.bytes);
    }
    const query = media.link(found).split('?')[1];
    // Another name of this machine, so that a client sees another host.
    const elsewhere = request.host.replace('127.0.0.1', 'localhost');
    return reply.redirect(`http://${elsewhere}${app.prefix}/storage/${found.id}?${query}`, 302);
  });

  storageRoute(app, media);
}
