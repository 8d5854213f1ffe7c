// Where providers call us back: with a question whether the address is ours, and with what happened. Providers know no
// company token; the address names the sender, and the signature proves the rest.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';
import { createInbox } from '../platform/http/inbox.ts';
import type { Log } from '../platform/log.ts';
import type { Sender } from '../senders/directory.ts';
import { type CallbackAddress, findAddressee } from './find-addressee.ts';
import { touchSender } from './queries.ts';
import { type ReceiveOptions, receiveCallback } from './receive-callback.ts';
import { createSenderToucher } from './touch-senders.ts';

export interface CallbackRouteOptions extends ReceiveOptions {
  readonly log: Log;
}

const path = '/callbacks/:provider/:company/:sender';

/** A callback holds up to a thousand parts. */
const bodyBytesMax = 8 * 1_048_576;
/** Callbacks are let in before their signature can be checked, so memory for them is bounded here. */
const inboxLimits = { requestsMax: 1_000, bytesMax: 64 * 1_048_576 };
const fullRetrySeconds = 1;

type CallbackRequest = FastifyRequest<{ Params: CallbackAddress; Querystring: Record<string, unknown> }>;

const announcedBytes = (request: FastifyRequest): number =>
  Math.min(Number(request.headers['content-length'] ?? bodyBytesMax) || 0, bodyBytesMax);

const registerDoor = (
  callbacks: FastifyInstance,
  options: CallbackRouteOptions,
  addressees: WeakMap<FastifyRequest, Sender>,
): void => {
  const inbox = createInbox(inboxLimits);
  callbacks.removeAllContentTypeParsers();
  callbacks.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: bodyBytesMax },
    (_request, bytes, done) => done(null, bytes),
  );
  callbacks.addHook('onRequest', async (request, reply) => {
    const leave = inbox.enter(request.method === 'POST' ? announcedBytes(request) : 0);
    if (!leave) throw new AppError('overloaded', { retryAfterSeconds: fullRetrySeconds });
    reply.raw.once('close', leave);
    // Bytes, whatever they are called: the signature is over them, and the server would refuse a name it cannot read.
    request.headers['content-type'] = 'application/octet-stream';
    // Before the body is read: a wrong address gets none of our memory.
    addressees.set(request, await findAddressee(options.directory, (request as CallbackRequest).params));
  });
};

/** One line per callback, with counts and never with contents. */
const logCallback = (log: Log, sender: Sender, body: Buffer, begunAt: number, outcome: object): void =>
  log.debug(
    {
      sender: sender.publicId,
      provider: sender.provider.name,
      bytes: body.length,
      ms: Math.round((performance.now() - begunAt) * 100) / 100,
      ...outcome,
    },
    'callback',
  );

export const registerCallbackRoutes = async (
  server: FastifyInstance,
  options: CallbackRouteOptions,
): Promise<void> => {
  const addressees = new WeakMap<FastifyRequest, Sender>();
  const touch = createSenderToucher(
    (companyId, senderId) => touchSender(options.pool, companyId, senderId),
    options.log,
  );
  const addresseeOf = (request: FastifyRequest): Sender => {
    const sender = addressees.get(request);
    if (!sender) throw new AppError('callback_address_unknown');
    return sender;
  };

  const answerHandshake = async (request: FastifyRequest, reply: FastifyReply) => {
    const { provider, fields } = addresseeOf(request);
    const challenge = provider.answerHandshake((request as CallbackRequest).query, fields);
    if (challenge === null) throw new AppError('handshake_refused');
    reply.header('x-content-type-options', 'nosniff');
    return reply.type('text/plain; charset=utf-8').send(challenge);
  };

  const answerCallback = async (request: FastifyRequest, reply: FastifyReply) => {
    const begunAt = performance.now();
    const sender = addresseeOf(request);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    try {
      const counts = await receiveCallback(options, sender, { headers: request.headers, body });
      touch(sender);
      logCallback(options.log, sender, body, begunAt, { outcome: 'stored', ...counts });
    } catch (error) {
      const outcome = error instanceof AppError ? error.code : 'failed';
      logCallback(options.log, sender, body, begunAt, { outcome });
      throw error;
    }
    return reply.code(200).send();
  };

  await server.register(async (callbacks) => {
    registerDoor(callbacks, options, addressees);
    callbacks.get(path, { schema: { hide: true } }, answerHandshake);
    callbacks.post(path, { schema: { hide: true } }, answerCallback);
  });
};
