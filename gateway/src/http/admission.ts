// Admits a request with the right credentials, within the limit, of a company that is not suspended, with a place in an
// inbox. Throws the refusal otherwise.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../companies/authenticate.ts';
import type { Company } from '../companies/directory.ts';
import { AppError } from '../platform/errors.ts';
import { callerNetwork } from '../platform/http/caller-network.ts';
import type { UsedToken } from '../platform/http/incoming-request.ts';
import { hasRole, neededRole, type RouteAccess } from '../platform/http/route-access.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { RateDecision, RateLimiter } from '../platform/rate-limit.ts';
import type { Inboxes } from './inboxes.ts';
import type { SessionEntrance, Visitor } from './session-entrance.ts';
import { checkScope } from './token-scopes.ts';

export interface AdmissionOptions {
  readonly sessions: SessionEntrance;
  readonly inboxes: Inboxes;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  readonly requestsPerMinute: number;
  readonly refusalsPerMinute: number;
}

/** A caller with a token or a ticket. */
export interface AdmittedCaller {
  readonly company: Company;
  readonly token: UsedToken | null;
  readonly refusal?: Caller['refusal'];
}

export interface Admission {
  company(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: AdmittedCaller | null,
    access: RouteAccess,
  ): void;
  /** Admits a caller with a session. */
  visitor(request: FastifyRequest, reply: FastifyReply, visitor: Visitor, access: RouteAccess): void;
  /** Admits anyone, on routes that need no credentials. */
  anyone(request: FastifyRequest, reply: FastifyReply): void;
}

/** For signed-in users on routes that belong to no company. */
const requestsPerUserAndMinute = 600;

/** Refuses a role that is too low, and a token where only a user may act. */
const checkRole = (request: FastifyRequest, access: RouteAccess): void => {
  const { signedIn } = request.incoming;
  if (!signedIn) {
    if (access === 'member') throw new AppError('user_required');
    checkScope(request);
    return;
  }
  const needed = neededRole(request.method, request.routeOptions.config.role);
  if (signedIn.role !== null && hasRole(signedIn.role, needed)) return;
  throw new AppError('role_too_low', {
    detail: `This needs the role ${needed}; yours is ${signedIn.role ?? 'none'}.`,
  });
};

const explainRefusal = ({ token, refusal }: AdmittedCaller, source: string): AppError =>
  refusal === 'token_expired'
    ? new AppError('token_expired', {
        detail: `The token "${token?.name}" ended on ${new Date(token?.expiresAt ?? 0).toISOString()}.`,
      })
    : new AppError('token_network_refused', {
        detail: `The token "${token?.name}" may not be used from ${source}.`,
      });

export const createAdmission = (options: AdmissionOptions): Admission => {
  const { inboxes, limiter, metrics } = options;

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

  const admitCompany: Admission['company'] = (request, reply, caller, access) => {
    if (!caller) return refuse(request, reply, new AppError('invalid_credentials'));
    const { company, token } = caller;
    request.incoming.company = company;
    request.incoming.token = token;
    // Counted against its address: a token that leaked and was ended must not use up the company's limit.
    if (caller.refusal) return refuse(request, reply, explainRefusal(caller, request.incoming.source));
    const perMinute = company.requestsPerMinute ?? options.requestsPerMinute;
    checkLimit(limit(reply, 'company', company.id, perMinute));
    if (company.plan === 'suspended') throw new AppError('company_suspended');
    checkRole(request, access);
    inboxes.enterKnown(request.incoming, company.id);
  };

  return {
    company: admitCompany,
    visitor(request, reply, visitor, access) {
      reply.header('cache-control', 'no-store');
      if (visitor.kind === 'refused') return refuse(request, reply, visitor.refusal);
      const { signedIn, company } = visitor;
      request.incoming.signedIn = signedIn;
      if (company) return admitCompany(request, reply, { company, token: null }, access);
      checkLimit(limit(reply, 'user', signedIn.userId, requestsPerUserAndMinute));
      inboxes.enterKnown(request.incoming, signedIn.userId);
    },
    anyone(request, reply) {
      reply.header('cache-control', 'no-store');
      limitAddress(request, reply);
      if (options.sessions.isFromElsewhere(request)) throw new AppError('cross_site_refused');
      inboxes.enterStrangers(request.incoming);
    },
  };
};
