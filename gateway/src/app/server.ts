// The HTTP server: parsers, checks, error answers and routes, wired together from parts that know nothing of each other.

import { Problem } from '@hudhud/contract/problem.ts';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
} from 'fastify';
import { registerCallbackRoutes } from '../callbacks/routes.ts';
import { registerAuditRoutes } from '../companies/audit/routes.ts';
import { companyOf } from '../companies/company-of.ts';
import { registerCompanyRoutes } from '../companies/routes.ts';
import { registerStoreRoutes } from '../companies/stores/routes.ts';
import type { Config } from '../config/config.ts';
import { isLongUpload } from '../contacts/imports/long-upload.ts';
import { registerEventRoutes } from '../events/routes.ts';
import { boundOfCode } from '../http/bounds.ts';
import { answerBrokenHttp } from '../http/broken-http.ts';
import { toTrustProxy } from '../http/caller-address.ts';
import { registerDashboard } from '../http/dashboard-files.ts';
import { registerEntrance } from '../http/entrance.ts';
import { registerErrorsPage } from '../http/errors-page.ts';
import { type HealthOptions, registerHealth } from '../http/health.ts';
import { subjectOf } from '../http/inboxes.ts';
import { registerBodyParser } from '../http/parse-body.ts';
import { createReplay } from '../http/replay.ts';
import { registerSecurityHeaders, setSecurityHeaders } from '../http/security-headers.ts';
import { registerMessageRoutes } from '../messages/routes.ts';
import { registerTimelineRoutes } from '../messages/timeline/routes.ts';
import { registerCallRoutes } from '../monitoring/calls/routes.ts';
import { registerMonitoringRoutes } from '../monitoring/routes.ts';
import { registerOpenApi } from '../open-api/register-open-api.ts';
import { AppError } from '../platform/errors.ts';
import { explainValidation } from '../platform/http/explain-validation.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { problemContentType, toAppError, toProblem } from '../platform/http/problem-answer.ts';
import { secretsOfBody } from '../platform/http/secret-fields.ts';
import { validatorFactory } from '../platform/http/validation.ts';
import { newUuid, toPublicId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { isLikePhoneNumber, isPhoneNumber } from '../platform/phone-number.ts';
import { describeIncoming } from '../providers/describe-incoming.ts';
import { registerSenderRoutes } from '../senders/routes.ts';
import { registerDeliveryRoutes } from '../webhooks/deliveries/routes.ts';
import { registerWebhookRoutes } from '../webhooks/endpoints/routes.ts';
import type { Parts } from './build-parts.ts';
import { registerCampaignParts, type WithCampaigns } from './campaign-parts.ts';
import { registerCompanyDeletion } from './company-deletion.ts';
import { registerContactParts } from './contact-parts.ts';
import { registerLiveLists } from './live-lists.ts';
import type { Store } from './open-store.ts';
import { registerPeopleRoutes } from './user-routes.ts';

export interface ServerOptions extends Parts, WithCampaigns {
  readonly config: Config;
  readonly store: Store;
  readonly log: Log;
  readonly health: HealthOptions;
  readonly publicUrl: () => string;
  readonly version: string;
  /** Where the built dashboard lies. */
  readonly dashboardFolder: string;
}

/** A caller that sends its request slower than this is cut off; the longest wait for an answer is far below it. */
const requestMillisecondsMax = 60_000;
/** Nobody is known before the headers have arrived, and they fit into a few packets. */
const headersMillisecondsMax = 15_000;
/** How often both are looked after; the list is Node's own and costs microseconds. */
const checkMilliseconds = 2_000;

const createFastify = (options: ServerOptions): FastifyInstance =>
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
      compilersFactory: {
        buildValidator: validatorFactory({
          'phone-number': isPhoneNumber,
          'recipient-number': isLikePhoneNumber,
        }),
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

const registerApi = (server: FastifyInstance, options: ServerOptions): void => {
  const { pool } = options.store.database;
  const companyIdOf = (incoming: IncomingRequest): string => companyOf(incoming).id;
  registerEntrance(server, options.entrance);
  registerCompanyRoutes(server, {
    requestsPerMinute: options.entrance.requestsPerMinute,
    bodyBytesMax: options.entrance.bodyBytesMax,
    pool,
    secrets: options.store.secrets,
    directory: options.directory,
    tokenUse: options.tokenUse,
  });
  registerStoreRoutes(server, { pool });
  registerAuditRoutes(server, { pool });
  registerCompanyDeletion(server, options);
  registerPeopleRoutes(server, options);
  registerMessageRoutes(server, { ...options.accept, pool });
  registerTimelineRoutes(server, { pool, companyIdOf });
  registerSenderRoutes(server, {
    pool,
    secrets: options.store.secrets,
    directory: options.senders,
    http: options.http,
    publicUrl: options.publicUrl,
    newSimulatedNumber: options.simulator?.newNumber ?? null,
    companyIdOf,
  });
  registerMonitoringRoutes(server, {
    pool,
    replay: createReplay(server, options.entrance.tickets, options.directory),
    companyIdOf,
  });
  registerCallRoutes(server, { pool, companyIdOf });
  registerLiveLists(server, options);
  registerEventRoutes(server, { pool, describeIncoming, companyIdOf });
  registerWebhookRoutes(server, {
    pool,
    secrets: options.store.secrets,
    guard: options.guard,
    http: options.webhookHttp,
    notices: options.webhooks,
    companyIdOf,
  });
  registerDeliveryRoutes(server, { pool, notices: options.webhooks, companyIdOf });
  registerContactParts(server, options);
  registerCampaignParts(server, options);
  // A misspelt path is an API request like any other: it must show up in the Event Monitor.
  for (const path of ['/api', '/api/*']) {
    // A body without a route may hold anything, so only the names of its fields are kept.
    const config = { secretFields: secretsOfBody(null, {}) };
    server.all(path, { config, schema: { hide: true } }, () => {
      throw new AppError('route_not_found');
    });
  }
};

/** What others than the company's own systems call: the provider, and the simulator's phone. */
const registerOutside = async (server: FastifyInstance, options: ServerOptions): Promise<void> => {
  const { pool, writers } = options.store.database;
  const { people } = options.contacts;
  await registerCallbackRoutes(server, {
    ...options,
    directory: options.senders,
    pool,
    writers,
    people,
    inbox: options.callbackInbox,
    bodySeconds: options.config.strangerSeconds,
    onBound: options.entrance.bounds.reached,
    slowDown: (lane, milliseconds) => options.dispatcher.slowDown(lane, milliseconds),
  });
  await options.simulator?.register(server);
};

export const createServer = async (options: ServerOptions): Promise<FastifyInstance> => {
  const server = createFastify(options);
  server.addHook('onClose', async () => options.eventLoop.stop());
  registerSecurityHeaders(server, options);
  registerBodyParser(server, options.entrance);
  server.addSchema(Problem);
  server.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(options, error, request, reply),
  );
  await registerOpenApi(server, options);
  await registerHealth(server, options.health);
  registerErrorsPage(server);
  const answerNotFound = (request: FastifyRequest, reply: FastifyReply): void =>
    answerError(options, new AppError('route_not_found'), request, reply);
  if (options.config.roles.includes('api')) {
    await registerDashboard(server, options.dashboardFolder, answerNotFound);
    await server.register(async (api) => registerApi(api, options));
    await registerOutside(server, options);
  } else {
    server.setNotFoundHandler(answerNotFound);
  }
  return server;
};
