// The HTTP server: parsers, checks, error answers, and the routes of every room.

import { Problem } from '@hudhud/contract/problem.ts';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
} from 'fastify';
import type { Config } from '../config/config.ts';
import { boundOfCode } from '../http/bounds.ts';
import { answerBrokenHttp } from '../http/broken-http.ts';
import { registerDashboard } from '../http/dashboard-files.ts';
import { type EntranceOptions, registerEntrance } from '../http/entrance.ts';
import { registerErrorsPage } from '../http/errors-page.ts';
import { type HealthOptions, registerHealth } from '../http/health.ts';
import { subjectOf } from '../http/inboxes.ts';
import { registerBodyParser } from '../http/parse-body.ts';
import { registerSecurityHeaders, setSecurityHeaders } from '../http/security-headers.ts';
import { createWarmUps, type WarmUps } from '../http/warm-up.ts';
import { registerOpenApi } from '../open-api/register-open-api.ts';
import { AppError } from '../platform/errors.ts';
import { explainValidation } from '../platform/http/explain-validation.ts';
import { isLongUpload } from '../platform/http/long-upload.ts';
import { problemContentType, toAppError, toProblem } from '../platform/http/problem-answer.ts';
import { createSchemaBucket } from '../platform/http/schema-bucket.ts';
import { secretsOfBody } from '../platform/http/secret-fields.ts';
import { validatorFactory } from '../platform/http/validation.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import { isLikePhoneNumber, isPhoneNumber } from '../platform/phone-number.ts';
import type { Room } from './rooms/room.ts';

export interface ServerOptions {
  readonly rooms: readonly Room[];
  readonly entrance: EntranceOptions;
  readonly config: Config;
  readonly readiness: HealthOptions;
  readonly publicUrl: () => string;
  readonly version: string;
  /** Where the built dashboard lies. */
  readonly dashboardFolder: string;
}

/** A caller that sends its request slower than this is cut off; the longest wait for an answer is far below it. */
const requestMillisecondsMax = 60_000;
/** Before the headers have arrived the caller is unknown, and headers fit into a few packets. */
const headersMillisecondsMax = 15_000;
/** How often both limits are checked; the list is Node's own and costs microseconds. */
const checkMilliseconds = 2_000;

const buildValidators = validatorFactory({
  'phone-number': isPhoneNumber,
  'recipient-number': isLikePhoneNumber,
});

/**
 * Finds the caller's address in X-Forwarded-For. Every proxy appends the address it was called from, so only the entries
 * that our own proxies appended are true; everything before them was written by the caller.
 */
const toTrustProxy = (trusted: Config['trustProxy']): NonNullable<FastifyServerOptions['trustProxy']> => {
  if (trusted === false) return false;
  // Asked with 0 for the connection itself, with 1 for the last entry, and so on; the first that is not trusted is the caller.
  if (typeof trusted === 'number') return (_address: string, hop: number) => hop < trusted;
  return [...trusted];
};

const createFastify = (options: ServerOptions, warmUps: WarmUps): FastifyInstance =>
  fastify({
    logger: false,
    bodyLimit: options.entrance.bodyBytesMax,
    trustProxy: toTrustProxy(options.config.trustProxy),
    requestTimeout: requestMillisecondsMax,
    http: { headersTimeout: headersMillisecondsMax, connectionsCheckingInterval: checkMilliseconds },
    forceCloseConnections: 'idle',
    // A request that a kept-alive connection brings during a stop is served like any other, and the connection then
    // closed. Fastify's own refusal is no problem document and does not say when to come back.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    schemaErrorFormatter: (errors, part) =>
      explainValidation(errors as Parameters<typeof explainValidation>[0], part),
    schemaController: {
      bucket: createSchemaBucket,
      compilersFactory: {
        buildValidator: buildValidators(warmUps.add),
        // Fastify would compile a serializer for every answer of every route, against every shared schema: seconds of
        // every start. What leaves has its public shape already, by the presenters.
        buildSerializer: () => () => (answer) => JSON.stringify(answer),
      },
    },
    clientErrorHandler: (error, socket) =>
      answerBrokenHttp(
        { publicUrl: options.publicUrl, bounds: options.entrance.bounds, mayTakeLong: isLongUpload },
        error,
        socket,
      ),
    frameworkErrors: (error, request, reply) => answerError(options, error, request, reply),
  });

/** A caller that hung up in the middle of its body broke its own request; that is no fault of ours. */
const wasCutOff = (request: FastifyRequest): boolean => request.raw.destroyed && !request.raw.complete;

const answerError = (
  options: ServerOptions,
  found: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const error = wasCutOff(request)
    ? new AppError('invalid_json', { detail: 'The caller hung up before the whole body had arrived.' })
    : toAppError(found);
  const requestId = toPublicId('request', request.incoming?.id ?? newUuid());
  const bound = boundOfCode[error.code];
  if (bound) {
    const route = request.routeOptions.url ?? 'none';
    options.entrance.bounds.reached(bound, { route, ...(request.incoming && subjectOf(request.incoming)) });
  }
  if (request.incoming) request.incoming.errorCode = error.code;
  else reply.header('x-request-id', requestId);
  // An address that the router cannot read passes by every hook.
  if (!reply.hasHeader('x-content-type-options')) setSecurityHeaders(reply, options);
  if (error.status >= 500) {
    options.entrance.log.error(
      { err: error.cause ?? error, request_id: requestId, code: error.code },
      error.message,
    );
  }
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  const problem = toProblem(error, requestId, `${options.publicUrl()}/docs/errors`);
  void reply.code(error.status).type(problemContentType).send(JSON.stringify(problem));
};

const registerApi = (api: FastifyInstance, options: ServerOptions): void => {
  registerEntrance(api, options.entrance);
  for (const room of options.rooms) room.register?.(api);
  // A misspelt path is an API request like any other: it must show up in the Event Monitor.
  for (const path of ['/api', '/api/*']) {
    // A body without a route may hold anything, so only the names of its fields are kept.
    const config = { secretFields: secretsOfBody(null, {}), scope: 'any' as const };
    api.all(path, { config, schema: { hide: true } }, () => {
      throw new AppError('route_not_found');
    });
  }
};

export const createServer = async (options: ServerOptions): Promise<FastifyInstance> => {
  const warmUps = createWarmUps();
  const server = createFastify(options, warmUps);
  warmUps.follow(server);
  registerSecurityHeaders(server, options);
  registerBodyParser(server, options.entrance);
  server.addSchema(Problem);
  server.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(options, error, request, reply),
  );
  await registerOpenApi(server, options);
  await registerHealth(server, options.readiness);
  registerErrorsPage(server);
  const answerNotFound = (request: FastifyRequest, reply: FastifyReply): void =>
    answerError(options, new AppError('route_not_found'), request, reply);
  if (options.config.roles.includes('api')) {
    await registerDashboard(server, options.dashboardFolder, answerNotFound);
    await server.register(async (api) => registerApi(api, options));
    for (const room of options.rooms) await room.registerOutside?.(server);
  } else {
    server.setNotFoundHandler(answerNotFound);
  }
  return server;
};
