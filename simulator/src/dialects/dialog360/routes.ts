// 360dialog's API: no version and no number in the paths, because the key names the number.
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import type { BusinessNumber } from '../../account/numbers.ts';
import { GraphFailure } from '../../cloud/authorize.ts';
import { graphError, tokenError } from '../../cloud/graph-error.ts';
import { presentMedia, storeUpload, uploadBytesMax } from '../../cloud/media-routes.ts';
import type { OpenConnections } from '../../cloud/open-connections.ts';
import { createTemplate, presentTemplate } from '../../cloud/template-routes.ts';
import type { Simulator } from '../../simulator.ts';
import { giveAnswer } from '../give-answer.ts';
import { writeAnswer } from '../write-answer.ts';
import { writeOwnError, writeRefusal } from './errors.ts';

/** Where Meta keeps files; a client has to put 360dialog's address in its place. */
const metaMediaHost = 'https://lookaside.fbsbx.com';

export async function dialog360Routes(
  app: FastifyInstance,
  simulator: Simulator,
  connections: OpenConnections,
): Promise<void> {
  app.setErrorHandler((error: FastifyError | GraphFailure, request, reply) => {
    const failure =
      error instanceof GraphFailure
        ? error.graphError
        : { ...graphError(100, error.message), status: error.statusCode ?? 500 };
    const number = numberOf(simulator, request);
    const { settings } = simulator;
    return writeAnswer(
      reply,
      writeRefusal(failure, number ? settings.of(number.phoneNumberId) : settings.all()),
    );
  });

  // Before a body is read: a caller with an unknown key gets none of our memory.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 || numberOf(simulator, request) ? undefined : new GraphFailure(tokenError()));
  });

  app.post('/messages', (request, reply) => {
    const number = requireNumber(simulator, request);
    const reception = simulator.receiveMessage(number, request.body);
    giveAnswer(simulator, connections, reply, reception);
  });
  mediaRoutes(app, simulator);
  templateRoutes(app, simulator);
  webhookRoutes(app, simulator);
}

function mediaRoutes(app: FastifyInstance, simulator: Simulator): void {
  app.post('/media', { bodyLimit: uploadBytesMax }, (request) =>
    storeUpload(simulator, requireNumber(simulator, request), request),
  );

  app.get('/whatsapp_business/attachments/', (request, reply) => {
    const { phoneNumberId } = requireNumber(simulator, request);
    const { mid = '', ext = '', hash = '' } = request.query as Record<string, string>;
    const media = simulator.media.follow(mid, ext, hash);
    if (media?.phoneNumberId !== phoneNumberId) return writeAnswer(reply, writeOwnError(404, 'Not found'));
    return reply.type(media.mimeType).send(media.bytes);
  });

  app.get('/:id', (request, reply) => {
    const { phoneNumberId } = requireNumber(simulator, request);
    const media = simulator.media.find((request.params as { id: string }).id);
    if (media?.phoneNumberId !== phoneNumberId) return writeAnswer(reply, writeOwnError(404, 'Not found'));
    return presentMedia(simulator, media, metaMediaHost);
  });
}

function templateRoutes(app: FastifyInstance, simulator: Simulator): void {
  const path = '/v1/configs/templates';
  app.get(path, (request) => {
    const found = simulator.templates.list(requireNumber(simulator, request).wabaId);
    const { limit = '1000', offset = '0' } = request.query as Record<string, string>;
    const page = found.slice(Number(offset), Number(offset) + Number(limit));
    return {
      waba_templates: page.map(presentTemplate),
      count: page.length,
      total: found.length,
      limit: Number(limit),
      offset: Number(offset),
    };
  });

  app.post(path, (request, reply) => {
    const template = createTemplate(simulator, requireNumber(simulator, request), request.body);
    return reply.code(201).send(presentTemplate(template));
  });

  app.delete(`${path}/:name`, (request, reply) => {
    const { wabaId } = requireNumber(simulator, request);
    const { name } = request.params as { name: string };
    if (simulator.templates.remove(wabaId, name) === 0)
      return writeAnswer(reply, writeOwnError(404, 'Not found'));
    return reply.code(200).send({ meta: { success: true, http_code: 200 } });
  });
}

function webhookRoutes(app: FastifyInstance, simulator: Simulator): void {
  const path = '/v1/configs/webhook';
  app.get(path, (request, reply) => {
    const { callbackUrl } = requireNumber(simulator, request);
    return callbackUrl === null ? writeAnswer(reply, writeOwnError(404, 'No webhook')) : { url: callbackUrl };
  });

  app.post(path, (request, reply) => {
    const number = requireNumber(simulator, request);
    const { url, headers } = (request.body ?? {}) as { url?: unknown; headers?: { Authorization?: unknown } };
    if (typeof url !== 'string' || !URL.canParse(url)) {
      return writeAnswer(reply, writeOwnError(400, 'Invalid url'));
    }
    const secret = headers?.Authorization;
    simulator.numbers.edit(number.phoneNumberId, {
      callbackUrl: url,
      ...(typeof secret === 'string' && { appSecret: secret }),
    });
    return reply.code(200).send({ url, headers });
  });
}

function numberOf({ numbers }: Simulator, { headers }: FastifyRequest): BusinessNumber | undefined {
  const key = headers['d360-api-key'];
  if (typeof key !== 'string') return undefined;
  return numbers.list().find((number) => number.dialect === 'dialog360' && numbers.mayUse(key, number));
}

function requireNumber(simulator: Simulator, request: FastifyRequest): BusinessNumber {
  const number = numberOf(simulator, request);
  if (number) return number;
  throw new GraphFailure(tokenError());
}
