// The door of the API: every request gets its id, a place in the inbox, a company and a share of its limit here, before
// its body is read; and every request leaves a row behind.

import { performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../companies/authenticate.ts';
import { companyOf } from '../companies/company-of.ts';
import type { Company } from '../companies/directory.ts';
import type { RequestRecorder } from '../monitoring/record-requests.ts';
import { toRequestRow } from '../monitoring/request-row.ts';
import { AppError } from '../platform/errors.ts';
import { callerNetwork } from '../platform/http/caller-network.ts';
import type { Inbox } from '../platform/http/inbox.ts';
import { type IncomingRequest, readCallerRequestId } from '../platform/http/incoming-request.ts';
import { hasRole, isRead, neededRole, type RouteAccess } from '../platform/http/route-access.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { RateDecision, RateLimiter } from '../platform/rate-limit.ts';
import type { ChangeAudit } from './change-audit.ts';
import type { ReplayTickets } from './replay.ts';
import type { SessionEntrance, Visitor } from './session-entrance.ts';

export interface EntranceOptions {
  readonly authenticator: Authenticator;
  readonly sessions: SessionEntrance;
  readonly audit: ChangeAudit;
  readonly inbox: Inbox;
  readonly limiter: RateLimiter;
  readonly recorder: RequestRecorder;
  readonly tickets: ReplayTickets;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly logRequests: boolean;
  readonly requestsPerMinute: number;
  readonly refusalsPerMinute: number;
  readonly bodyBytesMax: number;
}

/** How long a caller is asked to wait when the inbox is full: it empties within a commit or two. */
const fullRetrySeconds = 1;

const headerText = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' ? header : null;

const meet = (request: FastifyRequest): IncomingRequest => ({
  id: newUuid(),
  receivedAt: performance.now(),
  source: request.ip ?? 'unknown',
  callerRequestId: readCallerRequestId(request.headers['x-request-id']),
  idempotencyKey: headerText(request.headers['idempotency-key']),
  retryOf: null,
  company: null,
  signedIn: null,
  body: null,
  // What is announced may be any number; what is kept of it has 32 bits.
  bodyBytes: Math.min(Number(request.headers['content-length']) || 0, 2_147_483_647),
  errorCode: null,
  messageId: null,
  answer: null,
  hasArrived: false,
  isAnswered: false,
  isRecorded: false,
  isAudited: false,
  leave: null,
});

/** What a request takes of the inbox. A body in chunks does not say how large it is, and none gets larger than allowed. */
const inboxBytes = (request: FastifyRequest, bodyBytesMax: number): number =>
  request.headers['transfer-encoding'] === undefined
    ? Math.min(request.incoming.bodyBytes, bodyBytesMax)
    : bodyBytesMax;

/** Users who are signed in, asking for nothing of a company. */
const requestsPerUserAndMinute = 600;

interface Admission {
  /** By a token, or a ticket. */
  company(request: FastifyRequest, reply: FastifyReply, company: Company | null, access: RouteAccess): void;
  /** By a session. */
  visitor(request: FastifyRequest, reply: FastifyReply, visitor: Visitor, access: RouteAccess): void;
  /** By nothing at all, where nothing is needed. */
  anyone(request: FastifyRequest, reply: FastifyReply): void;
}

/** A role that is too low, and a token where only a person may act. */
const checkRole = (request: FastifyRequest, access: RouteAccess): void => {
  const { signedIn } = request.incoming;
  if (!signedIn) {
    if (access === 'member') throw new AppError('user_required');
    return;
  }
  const needed = neededRole(request.method, request.routeOptions.config.role);
  if (signedIn.role !== null && hasRole(signedIn.role, needed)) return;
  throw new AppError('role_too_low', {
    detail: `This needs the role ${needed}; yours is ${signedIn.role ?? 'none'}.`,
  });
};

/** Who may come in: the right credentials, within the limit, not suspended. Throws what is to be answered otherwise. */
const createAdmission = (options: EntranceOptions): Admission => {
  const { limiter, metrics } = options;

  const limit = (reply: FastifyReply, policy: string, key: string, perMinute: number): RateDecision => {
    const decision = limiter.take(`${policy} ${key}`, perMinute, Date.now());
    reply.header('ratelimit-policy', `"${policy}";q=${decision.limit};w=${limiter.windowSeconds}`);
    reply.header('ratelimit', `"${policy}";r=${decision.remaining};t=${decision.resetSeconds}`);
    return decision;
  };

  const checkLimit = (decision: RateDecision): void => {
    if (decision.allowed) return;
    throw new AppError('rate_limited', {
      detail: `More than ${decision.limit} requests came within ${limiter.windowSeconds} seconds.`,
      retryAfterSeconds: decision.retryAfterSeconds,
    });
  };

  const limitAddress = (request: FastifyRequest, reply: FastifyReply): void =>
    checkLimit(limit(reply, 'address', callerNetwork(request.incoming.source), options.refusalsPerMinute));

  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: AppError): never => {
    metrics.countUnauthenticated();
    limitAddress(request, reply);
    throw refusal;
  };

  const admitCompany: Admission['company'] = (request, reply, company, access) => {
    if (!company) return refuse(request, reply, new AppError('invalid_credentials'));
    request.incoming.company = company;
    const perMinute = company.requestsPerMinute ?? options.requestsPerMinute;
    checkLimit(limit(reply, 'company', company.id, perMinute));
    if (company.plan === 'suspended') throw new AppError('company_suspended');
    checkRole(request, access);
  };

  return {
    company: admitCompany,
    visitor(request, reply, visitor, access) {
      reply.header('cache-control', 'no-store');
      if (visitor.kind === 'refused') return refuse(request, reply, visitor.refusal);
      request.incoming.signedIn = visitor.signedIn;
      if (visitor.company) return admitCompany(request, reply, visitor.company, access);
      checkLimit(limit(reply, 'user', visitor.signedIn.userId, requestsPerUserAndMinute));
    },
    anyone(request, reply) {
      reply.header('cache-control', 'no-store');
      limitAddress(request, reply);
      if (options.sessions.isFromElsewhere(request)) throw new AppError('cross_site_refused');
    },
  };
};

/** A cookie counts where no token came with it. */
const comesByToken = ({ headers }: FastifyRequest, access: RouteAccess): boolean => {
  if (access === 'company') return headers.authorization !== undefined || headers.cookie === undefined;
  return access === 'member' && headers.cookie === undefined;
};

/** The Event Monitor lists what the customer's systems ask for; watching it must not fill it. */
const isDashboardRead = ({ method, incoming }: FastifyRequest): boolean =>
  isRead(method) && incoming.signedIn !== null;

/** Gives a request's place back and writes down what became of it, once. */
const createExit = (options: EntranceOptions) => {
  const { recorder, metrics } = options;

  const record = (request: FastifyRequest, reply: FastifyReply): void => {
    const { incoming } = request;
    if (incoming.isRecorded || !incoming.company || isDashboardRead(request)) return;
    incoming.isRecorded = true;
    const result = { status: reply.statusCode, answer: incoming.answer };
    recorder.record(toRequestRow(incoming, companyOf(incoming).id, request, result));
  };

  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { incoming } = request;
    if (!incoming.leave) return;
    incoming.leave();
    incoming.leave = null;
    record(request, reply);
    const milliseconds = performance.now() - incoming.receivedAt;
    metrics.observeRequest(request.routeOptions.url ?? 'none', reply.statusCode, milliseconds / 1000);
    if (options.logRequests) {
      options.log.info(
        {
          request_id: toPublicId('request', incoming.id),
          company: incoming.company ? companyOf(incoming).publicId : null,
          method: request.method,
          route: request.routeOptions.url,
          status: reply.statusCode,
          code: incoming.errorCode,
          ms: Math.round(milliseconds * 100) / 100,
        },
        'request',
      );
    }
  };
};

export const registerEntrance = (server: FastifyInstance, options: EntranceOptions): void => {
  const { inbox } = options;
  const admit = createAdmission(options);
  const leave = createExit(options);

  server.addHook('onRequest', (request, reply, done) => {
    const incoming = meet(request);
    request.incoming = incoming;
    reply.header('x-request-id', incoming.callerRequestId ?? toPublicId('request', incoming.id));
    // `onResponse` alone would miss a caller that hung up.
    reply.raw.once('close', () => {
      // Its whole request has arrived and still runs: `onSend` sees it out when the outcome is known.
      if (incoming.hasArrived && !incoming.isAnswered) return;
      if (!incoming.isAnswered) {
        incoming.errorCode = 'invalid_json';
        reply.code(400);
      }
      leave(request, reply);
    });
    incoming.leave = inbox.enter(inboxBytes(request, request.routeOptions.bodyLimit ?? options.bodyBytesMax));
    if (!incoming.leave) {
      options.metrics.countTurnedAway();
      done(new AppError('overloaded', { retryAfterSeconds: fullRetrySeconds }));
      return;
    }
    const { access = 'company' } = request.routeOptions.config;
    const finish = (admission: () => void): void => {
      try {
        admission();
        done();
      } catch (error) {
        done(error as Error);
      }
    };
    const finishCompany = (company: Company | null): void =>
      finish(() => admit.company(request, reply, company, access));
    const ticket = options.tickets.redeem(headerText(request.headers['x-hudhud-ticket']));
    if (ticket) {
      incoming.retryOf = ticket.retryOf;
      incoming.signedIn = ticket.signedIn;
      finishCompany(ticket.company);
      return;
    }
    if (access === 'anyone') return finish(() => admit.anyone(request, reply));
    if (!comesByToken(request, access)) {
      options.sessions
        .identify(request, access)
        .then((visitor) => finish(() => admit.visitor(request, reply, visitor, access)), done);
      return;
    }
    const found = options.authenticator.authenticate({
      authorization: request.headers.authorization,
      companyId: request.headers['x-company-id'],
    });
    if (found instanceof Promise) found.then(finishCompany, done);
    else finishCompany(found);
  });

  server.addHook('preValidation', (request, _reply, done) => {
    request.incoming.hasArrived = true;
    done();
  });

  server.addHook('onSend', (request, reply, payload, done) => {
    const { incoming } = request;
    incoming.isAnswered = true;
    if (!incoming.isRecorded && typeof payload === 'string') incoming.answer = payload;
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
