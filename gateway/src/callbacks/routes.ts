// Where providers call us back: with a question whether the address is ours, and with what happened. Providers know no
// company token; the address names the sender, and the signature proves the rest.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';
import { createInbox, type Inbox, type InboxPlace, type InboxRefusal } from '../platform/http/inbox.ts';
import { readBody } from '../platform/http/read-body.ts';
import type { Log } from '../platform/log.ts';
import type { Sender } from '../senders/directory.ts';
import { type CallbackAddress, findAddressee } from './find-addressee.ts';
import { touchSender } from './queries.ts';
import { type ReceiveOptions, receiveCallback } from './receive-callback.ts';
import { createSenderToucher } from './touch-senders.ts';

type CallbackBound = 'callbacks' | 'callback_share' | 'body_deadline';

export interface CallbackRouteOptions extends ReceiveOptions {
  readonly log: Log;
  readonly inbox: CallbackInbox;
  /** How long a body may take to arrive: whether it is signed is known only at its end. */
  readonly bodySeconds: number;
  readonly onBound: (bound: CallbackBound, subject?: Readonly<Record<string, string>>) => void;
}

const path = '/callbacks/:provider/:company/:sender';

/** A callback holds up to a thousand parts. */
const bodyBytesMax = 8 * 1_048_576;
const inboxBytesMax = 64 * 1_048_576;
const retryAfterSeconds = 1;

export interface CallbackInbox {
  /** Callbacks to a known address: a share for each company, and within it for each sender. */
  readonly addressed: Inbox;
  /** Callbacks whose address is being looked up. Their bodies are not read yet. */
  readonly arrivals: Inbox;
}

export const createCallbackInbox = (requestsMax: number): CallbackInbox => ({
  addressed: createInbox({ requestsMax, bytesMax: inboxBytesMax }),
  arrivals: createInbox({ requestsMax, bytesMax: 0 }),
});

type CallbackRequest = FastifyRequest<{ Params: CallbackAddress; Querystring: Record<string, unknown> }>;

/** A callback that was let in: whom it is for, and what it holds. */
interface Admitted {
  readonly sender: Sender;
  readonly place: InboxPlace;
}

const createRefusal =
  ({ onBound }: CallbackRouteOptions) =>
  (refusal: InboxRefusal, sender?: Sender): AppError => {
    if (refusal === 'full') {
      onBound('callbacks');
      return new AppError('overloaded', { retryAfterSeconds });
    }
    onBound('callback_share', sender ? { sender: sender.publicId } : {});
    return new AppError('too_many_open_requests', { retryAfterSeconds });
  };

const registerDoor = (
  callbacks: FastifyInstance,
  options: CallbackRouteOptions,
  admitted: WeakMap<FastifyRequest, Admitted>,
): void => {
  const { inbox } = options;
  const refuse = createRefusal(options);

  callbacks.removeAllContentTypeParsers();
  callbacks.addContentTypeParser('*', (request, payload, done) => {
    const known = admitted.get(request);
    const reading = {
      bytesMax: bodyBytesMax,
      announced: request.headers['content-length'],
      place: known?.place ?? null,
      seconds: options.bodySeconds,
      refuse: (refusal: InboxRefusal) => refuse(refusal, known?.sender),
      onTimeout: () => options.onBound('body_deadline', known ? { sender: known.sender.publicId } : {}),
    };
    readBody(payload, reading, (error, bytes) => done(error, bytes));
  });

  callbacks.addHook('onRequest', async (request, reply) => {
    // Bytes, whatever they are called: the signature is over them, and the server would refuse a name it cannot read.
    request.headers['content-type'] = 'application/octet-stream';
    const arrival = inbox.arrivals.enter();
    if (typeof arrival === 'string') throw refuse(arrival);
    // Before the body is read: a wrong address gets none of our memory.
    const sender = await findAddressee(options.directory, (request as CallbackRequest).params).finally(() =>
      arrival.leave(),
    );
    const place = inbox.addressed.enter(sender.companyId, sender.id);
    if (typeof place === 'string') throw refuse(place, sender);
    admitted.set(request, { sender, place });
    if (reply.raw.destroyed) place.leave();
    else reply.raw.once('close', () => place.leave());
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
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  const touch = createSenderToucher(
    (companyId, senderId) => touchSender(options.pool, companyId, senderId),
    options.log,
  );
  const addresseeOf = (request: FastifyRequest): Sender => {
    const known = admitted.get(request);
    if (!known) throw new AppError('callback_address_unknown');
    return known.sender;
  };

  const answerHandshake = async (request: FastifyRequest, reply: FastifyReply) => {
    const { provider, fields } = addresseeOf(request);
    const challenge = provider.answerHandshake((request as CallbackRequest).query, fields);
    if (challenge === null) throw new AppError('handshake_refused');
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
    registerDoor(callbacks, options, admitted);
    callbacks.get(path, { schema: { hide: true } }, answerHandshake);
    callbacks.post(path, { schema: { hide: true } }, answerCallback);
  });
};
