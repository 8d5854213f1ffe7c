// HTTP in and out for webhooks: making, reading, changing and deleting them.

import type { ErrorCode } from '@hudhud/contract/errors.ts';
import { Failure } from '@hudhud/contract/failure.ts';
import { ListQuery } from '@hudhud/contract/paging.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import {
  CreatedWebhook,
  NewWebhook,
  RotatedSecret,
  SecretRotation,
  Webhook,
  WebhookChange,
  WebhookDetail,
  WebhookPage,
  type WebhookState,
  WebhookTest,
} from '@hudhud/contract/webhooks.ts';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { AppError } from '../../platform/errors.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { idParams, readId, type WithId } from '../../platform/http/read-id.ts';
import { bodyCodes, pageCodes, strayBodyCodes } from '../../platform/http/request-codes.ts';
import { addSchemaOnce, problemResponses } from '../../platform/http/schemas.ts';
import { secretsOfBody } from '../../platform/http/secret-fields.ts';
import { toIdRange, toPage } from '../../platform/paging.ts';
import type { WebhookNotices } from '../engine.ts';
import { type TestOptions, testWebhook } from '../test-webhook.ts';
import { changeWebhook } from './change-webhook.ts';
import { createWebhook, type WebhookOptions } from './create-webhook.ts';
import { presentWebhook } from './present.ts';
import {
  countWaiting,
  findWebhook,
  listWebhooks,
  markDeleted,
  setWebhookState,
  type WebhookWithHealth,
} from './queries.ts';
import { rotateSecret } from './rotate-secret.ts';

export interface WebhookRoutesOptions extends WebhookOptions, TestOptions {
  /** UUID of the company a request was authenticated for. */
  readonly companyIdOf: (incoming: IncomingRequest) => string;
  readonly notices: WebhookNotices;
}

const removed = ['headers.*'];
const addresses = ['url', 'data.*.url'];
/** Routes without a secret in their body still answer with addresses. */
const secretFields = secretsOfBody(SecretRotation, { addresses });
const waitingMax = 10_000;
const tags = ['Webhooks'];
const params = idParams('webhook');

/** A route that takes a webhook can be refused for its form. */
const webhookCodes = [
  ...bodyCodes,
  'invalid_webhook_url',
  'webhook_url_blocked',
  'invalid_webhook_header',
] as const;

/** The answers of a route about one webhook. */
const answersOf = (answer: TSchema, ...codes: ErrorCode[]) => ({
  200: refTo(answer),
  ...problemResponses('webhook_not_found', 'invalid_id', ...codes),
});

/** The webhook that a request is about. */
const subjectOf = (
  { companyIdOf }: WebhookRoutesOptions,
  { incoming, params: { id } }: { incoming: IncomingRequest; params: WithId['Params'] },
) => ({ companyId: companyIdOf(incoming), id: readId('webhook', id) });

const mustFind = async (
  options: WebhookRoutesOptions,
  companyId: string,
  id: string,
): Promise<WebhookWithHealth> => {
  const row = await findWebhook(options.pool, companyId, id);
  if (!row) throw new AppError('webhook_not_found');
  return row;
};

const registerListRoutes = (server: FastifyInstance, options: WebhookRoutesOptions): void => {
  const present = presentWebhook(options.secrets);

  server.post<{ Body: NewWebhook }>(
    '/api/v1/webhooks',
    {
      config: { role: 'admin', secretFields: secretsOfBody(NewWebhook, { removed, addresses }) },
      schema: {
        operationId: 'createWebhook',
        tags,
        summary: 'Add a webhook; its secret is shown this once',
        body: refTo(NewWebhook),
        response: { 201: refTo(CreatedWebhook), ...problemResponses('too_many_webhooks', ...webhookCodes) },
      },
    },
    async (request, reply) => {
      const companyId = options.companyIdOf(request.incoming);
      const { id, secret } = await createWebhook(options, companyId, request.body);
      options.notices.noticeChange();
      const row = await mustFind(options, companyId, id);
      return reply.code(201).send({ ...present(request.incoming)(row), secret });
    },
  );

  server.get<{ Querystring: ListQuery }>(
    '/api/v1/webhooks',
    {
      config: { secretFields },
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'List webhooks, newest first',
        querystring: ListQuery,
        response: {
          200: WebhookPage,
          ...problemResponses(...pageCodes),
        },
      },
    },
    async (request) => {
      const range = toIdRange('webhooks', request.query);
      const rows = await listWebhooks(options.pool, options.companyIdOf(request.incoming), range);
      return toPage('webhooks', rows, range.limit, present(request.incoming));
    },
  );
};

const registerOneRoutes = (server: FastifyInstance, options: WebhookRoutesOptions): void => {
  const present = presentWebhook(options.secrets);

  server.get<WithId>(
    '/api/v1/webhooks/:id',
    {
      config: { secretFields },
      schema: {
        operationId: 'getWebhook',
        tags,
        summary: 'Read one webhook with its health',
        params,
        response: answersOf(WebhookDetail),
      },
    },
    async (request) => {
      const { companyId, id } = subjectOf(options, request);
      const row = await mustFind(options, companyId, id);
      return {
        ...present(request.incoming)(row),
        waiting: await countWaiting(options.pool, companyId, id, waitingMax),
      };
    },
  );

  server.patch<WithId & { Body: WebhookChange }>(
    '/api/v1/webhooks/:id',
    {
      config: { role: 'admin', secretFields: secretsOfBody(WebhookChange, { removed, addresses }) },
      schema: {
        operationId: 'changeWebhook',
        tags,
        summary: 'Change a webhook',
        params,
        body: refTo(WebhookChange),
        response: answersOf(Webhook, 'secrets_required', ...webhookCodes),
      },
    },
    async (request) => {
      const { companyId, id } = subjectOf(options, request);
      await mustFind(options, companyId, id);
      await changeWebhook(options, companyId, id, request.body);
      options.notices.noticeChange();
      return present(request.incoming)(await mustFind(options, companyId, id));
    },
  );

  server.delete<WithId>(
    '/api/v1/webhooks/:id',
    {
      config: { role: 'admin', secretFields },
      schema: {
        operationId: 'deleteWebhook',
        tags,
        summary: 'Delete a webhook; its pending deliveries are skipped',
        params,
        response: answersOf(Webhook, ...strayBodyCodes),
      },
    },
    async (request) => {
      const { companyId, id } = subjectOf(options, request);
      const row = await mustFind(options, companyId, id);
      if (!(await markDeleted(options.pool, companyId, id))) throw new AppError('webhook_not_found');
      options.notices.noticeChange();
      return present(request.incoming)(row);
    },
  );
};

const registerStateRoutes = (server: FastifyInstance, options: WebhookRoutesOptions): void => {
  const present = presentWebhook(options.secrets);
  const states: readonly [verb: string, state: WebhookState, summary: string][] = [
    ['pause', 'paused', 'Pause a webhook; its events wait'],
    ['resume', 'active', 'Resume a webhook that is paused, disabled or parked'],
  ];
  for (const [verb, state, summary] of states) {
    server.post<WithId>(
      `/api/v1/webhooks/:id/${verb}`,
      {
        config: { role: 'admin', secretFields },
        schema: {
          operationId: `${verb}Webhook`,
          tags,
          summary,
          params,
          response: answersOf(Webhook, ...strayBodyCodes),
        },
      },
      async (request) => {
        const { companyId, id } = subjectOf(options, request);
        if (!(await setWebhookState(options.pool, companyId, id, state))) {
          throw new AppError('webhook_not_found');
        }
        options.notices.noticeChange();
        return present(request.incoming)(await mustFind(options, companyId, id));
      },
    );
  }
};

const registerVerbRoutes = (server: FastifyInstance, options: WebhookRoutesOptions): void => {
  server.post<WithId & { Body: SecretRotation }>(
    '/api/v1/webhooks/:id/rotate-secret',
    {
      config: { role: 'admin', secretFields },
      schema: {
        operationId: 'rotateWebhookSecret',
        tags,
        summary: 'Replace the secret; the old one signs too for a while',
        params,
        body: refTo(SecretRotation),
        response: answersOf(RotatedSecret, ...webhookCodes),
      },
    },
    async (request) => {
      const { companyId, id } = subjectOf(options, request);
      const { grace_seconds: graceSeconds = 0 } = request.body;
      const { secret, previousUntil } = await rotateSecret(options, companyId, id, graceSeconds);
      options.notices.noticeChange();
      return { secret, previous_secret_until: previousUntil.toISOString() };
    },
  );

  server.post<WithId>(
    '/api/v1/webhooks/:id/test',
    {
      config: { secretFields },
      schema: {
        operationId: 'testWebhook',
        tags,
        summary: 'Send a test event and see its result',
        params,
        response: answersOf(WebhookTest, ...strayBodyCodes),
      },
    },
    async (request) => {
      const { companyId, id } = subjectOf(options, request);
      return await testWebhook(options, companyId, id);
    },
  );
};

export const registerWebhookRoutes = (server: FastifyInstance, options: WebhookRoutesOptions): void => {
  const schemas = [
    NewWebhook,
    WebhookChange,
    Webhook,
    WebhookDetail,
    CreatedWebhook,
    SecretRotation,
    RotatedSecret,
    WebhookTest,
  ];
  for (const schema of schemas) server.addSchema(schema);
  // Other rooms show failures too; the first one to register adds the schema.
  addSchemaOnce(server, Failure);
  registerListRoutes(server, options);
  registerOneRoutes(server, options);
  registerStateRoutes(server, options);
  registerVerbRoutes(server, options);
};
