// The entrance of the API: every request gets its id, a company, a share of its limit and a place in an inbox here,
// before its body is read; and every request leaves a row behind.

import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../companies/authenticate.ts';
import { companyOf } from '../companies/company-of.ts';
import type { RequestRecorder } from '../monitoring/record-requests.ts';
import { toRequestRow } from '../monitoring/request-row.ts';
import { type IncomingRequest, readCallerRequestId } from '../platform/http/incoming-request.ts';
import { isRead, type RouteAccess } from '../platform/http/route-access.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { type AdmissionOptions, type AdmittedCaller, createAdmission } from './admission.ts';
import type { Bounds } from './bounds.ts';
import type { ChangeAudit } from './change-audit.ts';
import { strangerBodyBytesMax } from './inboxes.ts';
import type { ReplayTickets } from './replay.ts';
import { declareScopes } from './token-scopes.ts';

export interface EntranceOptions extends AdmissionOptions {
  readonly authenticator: Authenticator;
  readonly audit: ChangeAudit;
  readonly bounds: Bounds;
  readonly recorder: RequestRecorder;
  readonly tickets: ReplayTickets;
  readonly log: Log;
  readonly logRequests: boolean;
  readonly bodyBytesMax: number;
  /** How long a body may take to arrive while the caller is unknown. */
  readonly strangerSeconds: number;
}

const headerText = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' ? header : null;

type Route = Pick<FastifyRequest['routeOptions'], 'url' | 'bodyLimit'>;

const meet = (request: FastifyRequest, { url, bodyLimit }: Route, bodySeconds: number): IncomingRequest => ({
  id: newUuid(),
  receivedAt: performance.now(),
  source: request.ip ?? 'unknown',
  callerRequestId: readCallerRequestId(request.headers['x-request-id']),
  idempotencyKey: headerText(request.headers['idempotency-key']),
  retryOf: null,
  company: null,
  signedIn: null,
  token: null,
  body: null,
  // The announced length may be any number; the stored one has 32 bits.
  bodyBytes: Math.min(Number(request.headers['content-length']) || 0, 2_147_483_647),
  errorCode: null,
  messageId: null,
  answer: null,
  hasArrived: false,
  isAnswered: false,
  rowBy: 'entrance',
  isAudited: false,
  route: url ?? null,
  bodyBytesMax: bodyLimit,
  bodySeconds,
  place: null,
  hasLeft: false,
});

/** A cookie counts where no token came with it. */
const comesByToken = ({ headers }: FastifyRequest, access: RouteAccess): boolean => {
  if (access === 'company') return headers.authorization !== undefined || headers.cookie === undefined;
  return access === 'member' && headers.cookie === undefined;
};

/** The Event Monitor lists what the customer's systems ask for; watching it must not fill it. */
const isDashboardRead = ({ method, incoming, routeOptions }: FastifyRequest): boolean =>
  // A route for viewers changes nothing, with any method: a page counts the people of a filter by POST.
  incoming.signedIn !== null && (isRead(method) || routeOptions.config.role === 'viewer');

/** Gives a request's place back and records what became of it, once. */
const createExit = (options: EntranceOptions): Leave => {
  const { recorder, metrics } = options;

  const record = (request: FastifyRequest, reply: FastifyReply): void => {
    const { incoming } = request;
    if (incoming.rowBy !== 'entrance' || !incoming.company || isDashboardRead(request)) return;
    const result = { status: reply.statusCode, answer: incoming.answer };
    recorder.record(toRequestRow(incoming, companyOf(incoming).id, request, result));
  };

  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { incoming } = request;
    if (incoming.hasLeft) return;
    incoming.hasLeft = true;
    incoming.place?.leave();
    record(request, reply);
    const milliseconds = performance.now() - incoming.receivedAt;
    metrics.observeRequest(incoming.route ?? 'none', reply.statusCode, milliseconds / 1000);
    if (options.logRequests) {
      options.log.info(
        {
          request_id: toPublicId('request', incoming.id),
          company: incoming.company ? companyOf(incoming).publicId : null,
          method: request.method,
          route: incoming.route ?? undefined,
          status: reply.statusCode,
          code: incoming.errorCode,
          ms: Math.round(milliseconds * 100) / 100,
        },
        'request',
      );
    }
  };
};

type Leave = (request: FastifyRequest, reply: FastifyReply) => void;

/** `onResponse` alone would miss a caller that hung up. */
const watchForHangUp = (request: FastifyRequest, reply: FastifyReply, leave: Leave): void => {
  const { incoming } = request;
  reply.raw.once('close', () => {
    // Its whole request has arrived and still runs: `onSend` sees it out when the outcome is known.
    if (incoming.hasArrived && !incoming.isAnswered) return;
    if (!incoming.isAnswered) {
      incoming.errorCode = 'invalid_json';
      reply.code(400);
    }
    leave(request, reply);
  });
};

/** Routes for anyone take small bodies, unless they say otherwise. */
const limitBodiesOfStrangers = (server: FastifyInstance): void => {
  server.addHook('onRoute', (route) => {
    if (route.config?.access === 'anyone') route.bodyLimit ??= strangerBodyBytesMax;
  });
};

/** The hooks after the entrance: audit, answer, and leaving. */
const registerExitHooks = (server: FastifyInstance, options: EntranceOptions, leave: Leave): void => {
  server.addHook('preValidation', (request, _reply, done) => {
    request.incoming.hasArrived = true;
    done();
  });

  // Handlers that write the audit log themselves do so later, so this asks before every audited change.
  server.addHook('preHandler', (request, reply, done) => {
    if (request.method !== 'PATCH' && request.method !== 'PUT') return done();
    options.audit.readBefore(request, reply).then(() => done(), done);
  });

  server.addHook('onSend', (request, reply, payload, done) => {
    const { incoming } = request;
    incoming.isAnswered = true;
    if (incoming.rowBy === 'entrance' && typeof payload === 'string') incoming.answer = payload;
    const finish = (): void => {
      if (reply.raw.destroyed) leave(request, reply);
      done(null, payload);
    };
    if (options.audit.isDue(request, reply)) void options.audit.write(request, payload).then(finish);
    else finish();
  });

  server.addHook('onResponse', (request, reply, done) => {
    leave(request, reply);
    done();
  });
};

export const registerEntrance = (server: FastifyInstance, options: EntranceOptions): void => {
  const { inboxes, strangerSeconds } = options;
  const admit = createAdmission(options);
  const leave = createExit(options);

  limitBodiesOfStrangers(server);
  declareScopes(server);
  options.audit.watch(server);
  server.addHook('onRequest', (request, reply, done) => {
    // Read once: Fastify builds it again at every access.
    const route = request.routeOptions;
    const { access = 'company' } = route.config;
    const incoming = meet(request, route, access === 'anyone' ? strangerSeconds : 0);
    request.incoming = incoming;
    reply.header('x-request-id', incoming.callerRequestId ?? toPublicId('request', incoming.id));
    watchForHangUp(request, reply, leave);
    const finish = (admission: () => void): void => {
      try {
        admission();
        done();
      } catch (error) {
        done(error as Error);
      }
    };
    const finishCompany = (caller: AdmittedCaller | null): void =>
      finish(() => admit.company(request, reply, caller, access));
    /**
     * A caller that is being looked up holds a place meanwhile: a slow database must not gather requests without end.
     */
    const finishLater = <Caller>(lookUp: () => Promise<Caller>, enter: (caller: Caller) => void): void => {
      try {
        inboxes.enterArrivals(incoming);
        lookUp().then(enter, done);
      } catch (error) {
        done(error as Error);
      }
    };
    const ticket = options.tickets.redeem(headerText(request.headers['x-hudhud-ticket']));
    if (ticket) {
      incoming.retryOf = ticket.retryOf;
      incoming.signedIn = ticket.signedIn;
      finishCompany(ticket);
      return;
    }
    if (access === 'anyone') return finish(() => admit.anyone(request, reply));
    if (!comesByToken(request, access)) {
      finishLater(
        () => options.sessions.identify(request, access),
        (visitor) => finish(() => admit.visitor(request, reply, visitor, access)),
      );
      return;
    }
    const found = options.authenticator.authenticate({
      authorization: request.headers.authorization,
      companyId: request.headers['x-company-id'],
      source: incoming.source,
    });
    if (found instanceof Promise) finishLater(() => found, finishCompany);
    else finishCompany(found);
  });

  registerExitHooks(server, options, leave);
};
