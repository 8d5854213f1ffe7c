// Where providers call us back: to verify our address, and to report events. Providers know no company token; the
// address names the sender, and the provider's own proof does the rest.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { RequestRecorder } from '../monitoring/record-requests.ts';
import { AppError } from '../platform/errors.ts';
import { createInbox, type Inbox, type InboxPlace, type InboxRefusal } from '../platform/http/inbox.ts';
import { readBody } from '../platform/http/read-body.ts';
import type { Log } from '../platform/log.ts';
import type { Callback, CallbackAnswer } from '../providers/callback.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import type { CallbackReceiver } from './callback-receiver.ts';
import { type CallbackAddress, findAddressee } from './find-addressee.ts';
import { noteCallbackProblem, touchSender } from './queries.ts';
import type { Reading } from './receive-callback.ts';
import { createSenderToucher } from './touch-senders.ts';
import { type CallbackProblem, createProblemTracer } from './trace-problems.ts';

type CallbackBound = 'callbacks' | 'callback_share' | 'body_deadline';

export interface CallbackRouteOptions {
  readonly pool: pg.Pool;
  readonly directory: SenderDirectory;
  readonly receiver: Pick<CallbackReceiver, 'receive'>;
  readonly log: Log;
  readonly inbox: CallbackInbox;
  /** How long a body may take to arrive: whether it is signed is known only at its end. */
  readonly bodySeconds: number;
  readonly onBound: (bound: CallbackBound, subject?: Readonly<Record<string, string>>) => void;
  /** Where others reach the gateway: providers sign the address they were given. */
  readonly publicUrl: () => string;
  readonly recorder: Pick<RequestRecorder, 'record'>;
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

type CallbackRequest = FastifyRequest<{ Params: CallbackAddress; Querystring: Callback['query'] }>;

/** The facts about a callback before its body is read. */
interface Arrival {
  readonly sender: Sender;
  readonly place: InboxPlace;
  readonly headers: Callback['headers'];
  readonly receivedAt: Date;
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
  arrivals: WeakMap<FastifyRequest, Arrival>,
): void => {
  const { inbox } = options;
  const refuse = createRefusal(options);

  callbacks.removeAllContentTypeParsers();
  callbacks.addContentTypeParser('*', (request, payload, done) => {
    const known = arrivals.get(request);
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
    const [headers, receivedAt] = [{ ...request.headers }, new Date()];
    // Read as bytes, whatever type it claims: the signature covers them, and the server would refuse an unknown type.
    request.headers['content-type'] = 'application/octet-stream';
    const waiting = inbox.arrivals.enter();
    if (typeof waiting === 'string') throw refuse(waiting);
    // Before the body is read: a wrong address gets none of our memory.
    const sender = await findAddressee(options.directory, (request as CallbackRequest).params).finally(() =>
      waiting.leave(),
    );
    const place = inbox.addressed.enter(sender.companyId, sender.id);
    if (typeof place === 'string') throw refuse(place, sender);
    arrivals.set(request, { sender, place, headers, receivedAt });
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

/** The problem shown for a callback that was not stored whole; null when there is nothing to show. */
const problemOf = (received: Reading, sender: Sender, body: Buffer): CallbackProblem | null => {
  switch (received.kind) {
    case 'unproven': {
      const detail = `A callback for ${sender.name} was not signed with its secret. Nothing of it was stored.`;
      const status = sender.provider.callbacks.answers?.unproven?.status ?? 401;
      return { code: 'callback_refused', detail, status, body: null };
    }
    case 'unreadable':
      return { code: 'invalid_json', detail: received.detail, status: 400, body: body.toString('utf8') };
    case 'read': {
      const accounts = received.unknownAccounts;
      if (accounts.length === 0) return null;
      const detail = `A callback was about ${accounts.slice(0, 5).join(', ')}, and no sender has this number with the same secret. That part was not stored.`;
      return { code: 'callback_number_unknown', detail, status: 200, body: body.toString('utf8') };
    }
  }
};

const answerWith = (reply: FastifyReply, answer: CallbackAnswer | undefined): FastifyReply => {
  reply.code(answer?.status ?? 200);
  if (answer?.contentType !== undefined) reply.type(answer.contentType);
  return reply.send(answer?.body);
};

const answerReceived = (reply: FastifyReply, sender: Sender, received: Reading): FastifyReply => {
  const { answers } = sender.provider.callbacks;
  switch (received.kind) {
    case 'read':
      return answerWith(reply, answers?.stored);
    case 'unproven':
      if (answers?.unproven) return answerWith(reply, answers.unproven);
      throw new AppError('callback_refused');
    case 'unreadable':
      throw new AppError('invalid_json', { detail: received.detail });
  }
};

const originOf = (request: FastifyRequest, { headers }: Arrival, body: Buffer, begunAt: number) => {
  const userAgent = headers['user-agent'];
  return {
    method: request.method,
    path: request.originalUrl,
    source: request.ip,
    userAgent: typeof userAgent === 'string' ? userAgent : null,
    bodyBytes: body.length,
    begunAt,
  };
};

export const registerCallbackRoutes = async (
  server: FastifyInstance,
  options: CallbackRouteOptions,
): Promise<void> => {
  const { pool, log } = options;
  const arrivals = new WeakMap<FastifyRequest, Arrival>();
  const touch = createSenderToucher((companyId, senderId) => touchSender(pool, companyId, senderId), log);
  const trace = createProblemTracer({
    recorder: options.recorder,
    note: ({ companyId, id }, problem) => noteCallbackProblem(pool, companyId, id, problem),
    log,
  });
  const arrivalOf = (request: FastifyRequest): Arrival => {
    const arrival = arrivals.get(request);
    if (!arrival) throw new AppError('callback_address_unknown');
    return arrival;
  };

  const answerHandshake = async (request: FastifyRequest, reply: FastifyReply) => {
    const { provider, fields } = arrivalOf(request).sender;
    const challenge = provider.callbacks.handshake?.((request as CallbackRequest).query, fields) ?? null;
    if (challenge === null) throw new AppError('handshake_refused');
    return reply.type('text/plain; charset=utf-8').send(challenge);
  };

  const answerCallback = async (request: FastifyRequest, reply: FastifyReply) => {
    const begunAt = performance.now();
    const arrival = arrivalOf(request);
    const { sender, headers, receivedAt } = arrival;
    const { query } = request as CallbackRequest;
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const url = `${options.publicUrl()}${request.originalUrl}`;
    const callback = { method: request.method, url, query, headers, body, receivedAt };
    try {
      const received = await options.receiver.receive(sender, callback);
      if (received.kind === 'read') touch(sender);
      const problem = problemOf(received, sender, body);
      if (problem) trace(sender, originOf(request, arrival, body, begunAt), problem);
      const counts = received.kind === 'read' ? received.counts : {};
      const outcome = received.kind === 'read' ? 'stored' : problem?.code;
      logCallback(log, sender, body, begunAt, { outcome, ...counts });
      return answerReceived(reply, sender, received);
    } catch (error) {
      if (!(error instanceof AppError)) logCallback(log, sender, body, begunAt, { outcome: 'failed' });
      throw error;
    }
  };

  await server.register(async (callbacks) => {
    registerDoor(callbacks, options, arrivals);
    callbacks.get(path, { schema: { hide: true } }, answerHandshake);
    callbacks.post(path, { schema: { hide: true } }, answerCallback);
  });
};
