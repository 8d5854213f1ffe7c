// Vonage's API: messages, notes that one was read, files of people, and templates.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BusinessNumber } from '../../account/numbers.ts';
import { GraphFailure } from '../../cloud/authorize.ts';
import { graphError } from '../../cloud/graph-error.ts';
import type { OpenConnections } from '../../cloud/open-connections.ts';
import { createTemplate, editTemplate, presentTemplate } from '../../cloud/template-routes.ts';
import { asObject } from '../../message/check-value.ts';
import type { Simulator } from '../../simulator.ts';
import { giveAnswer } from '../give-answer.ts';
import { AnswerFailure, writeAnswer } from '../write-answer.ts';
import { notFound, unauthorized, writeRefusal } from './errors.ts';
import { readIncomingUuid } from './ids.ts';
import { isSignedBy } from './tokens.ts';
import { translateMessage } from './translate-message.ts';

/** The numbers of the application that signed the token, or of the account whose key and secret came. */
function numbersOf({ numbers, clock }: Simulator, request: FastifyRequest): BusinessNumber[] {
  const [scheme, proof = ''] = (request.headers.authorization ?? '').split(' ');
  const own = numbers.list().filter(({ dialect }) => dialect === 'vonage');
  if (scheme === 'Bearer') return own.filter((number) => isSignedBy(number, proof, clock.now()));
  const pair = scheme === 'Basic' ? Buffer.from(proof, 'base64').toString() : '';
  return own.filter(({ otherAccessTokens }) => otherAccessTokens.includes(pair));
}

export async function vonageRoutes(
  app: FastifyInstance,
  simulator: Simulator,
  connections: OpenConnections,
): Promise<void> {
  app.setErrorHandler((error: Error, _request, reply) => {
    if (error instanceof AnswerFailure) return writeAnswer(reply, error.answer);
    return writeAnswer(
      reply,
      writeRefusal(error instanceof GraphFailure ? error.graphError : graphError(100)),
    );
  });

  // Before a body is read: a caller whose token has no known signature gets none of our memory.
  app.addHook('onRequest', (request, _reply, done) => {
    const isKnown = request.is404 || numbersOf(simulator, request).length > 0;
    done(isKnown ? undefined : new AnswerFailure(unauthorized));
  });

  app.post('/v1/messages', (request, reply) => {
    const body = asObject(request.body) ?? {};
    const own = numbersOf(simulator, request);
    if (body.to === undefined || body.from === undefined) throw new GraphFailure(graphError(131008));
    const number = own.find(({ digits }) => digits === body.from);
    if (!number) throw new GraphFailure(graphError(1420));
    const message = translateMessage(body);
    if (!message) throw new GraphFailure(graphError(131051));
    const reception = simulator.receiveMessage(number, message, { written: body });
    giveAnswer(simulator, connections, reply, reception);
  });

  app.patch('/v1/messages/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    const [number] = numbersOf(simulator, request);
    const waId = readIncomingUuid(id);
    if (!number || waId === null) throw new AnswerFailure(notFound);
    simulator.conversations.markRead(number.phoneNumberId, waId, id);
    if (asObject(asObject(request.body)?.replying_indicator)?.show === true) {
      simulator.conversations.typing(number.phoneNumberId, waId);
    }
    return reply.code(200).send();
  });

  app.get('/v3/media/:id', (request, reply) => {
    const own = numbersOf(simulator, request);
    const found = simulator.media.find((request.params as { id: string }).id);
    if (!found || !own.some(({ phoneNumberId }) => phoneNumberId === found.phoneNumberId)) {
      throw new AnswerFailure(notFound);
    }
    return reply.type(found.mimeType).send(found.bytes);
  });
  templateRoutes(app, simulator);
}

const templatePath = '/v2/whatsapp-manager/wabas/:account/templates';

function templateRoutes(app: FastifyInstance, simulator: Simulator): void {
  const { templates } = simulator;
  const accountOf = (request: FastifyRequest): BusinessNumber => {
    const [number] = numbersOf(simulator, request);
    if (!number) throw new AnswerFailure(notFound);
    return number;
  };
  const templateOf = (request: FastifyRequest) => {
    const { wabaId } = accountOf(request);
    const template = templates.findById((request.params as { id: string }).id);
    if (template?.wabaId !== wabaId) throw new AnswerFailure(notFound);
    return template;
  };

  app.get(templatePath, (request) => ({
    templates: templates.list(accountOf(request).wabaId).map(presentTemplate),
  }));
  app.post(templatePath, (request, reply) => {
    const { id, status, category } = createTemplate(simulator, accountOf(request), request.body);
    return reply.code(201).send({ id, status, category });
  });
  app.put(`${templatePath}/:id`, (request) => {
    const template = templateOf(request);
    editTemplate(simulator, template, request.body);
    return presentTemplate(templates.findById(template.id) ?? template);
  });
  app.delete(`${templatePath}/:id`, (request, reply) => {
    const { wabaId, name, id } = templateOf(request);
    templates.remove(wabaId, name, id);
    return reply.code(204).send();
  });
}
