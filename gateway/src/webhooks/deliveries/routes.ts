// HTTP in and out for deliveries: listing them, resending them one by one, and recovering a whole time range.

import {
  Delivery,
  DeliveryDetail,
  DeliveryExportQuery,
  DeliveryPage,
  DeliveryQuery,
  DeliveryStatisticsQuery,
  NewRecovery,
  Recovery,
  RecoveryCount,
} from '@hudhud/contract/deliveries.ts';
import { Event } from '@hudhud/contract/events.ts';
import { Failure } from '@hudhud/contract/failure.ts';
import { LogStatistics } from '@hudhud/contract/log-statistics.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import Type from 'typebox';
import type { MediaSource } from '../../events/event-media.ts';
import { loadPayloads } from '../../events/load-payloads.ts';
import type { DescribeIncoming } from '../../events/to-payload.ts';
import { AppError } from '../../platform/errors.ts';
import { columnsOf } from '../../platform/http/export-rows.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { idParams, readId, type WithId } from '../../platform/http/read-id.ts';
import { bodyCodes, filterCodes, strayBodyCodes } from '../../platform/http/request-codes.ts';
import { addSchemaOnce, problemResponses } from '../../platform/http/schemas.ts';
import { registerWholeListRoutes } from '../../platform/http/whole-list-routes.ts';
import { firstUuidAt, timeOfUuid } from '../../platform/ids.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import type { WebhookNotices } from '../engine.ts';
import { findRecovery } from '../recoveries/queries.ts';
import { startRecovery } from '../recoveries/start-recovery.ts';
import { countDeliveries, readDeliveryPage } from './list-deliveries.ts';
import { presentAttempt, presentDelivery, presentRecovery } from './present.ts';
import { type DeliveryRow, findDelivery, listAttemptCalls, putBackDelivery } from './queries.ts';

export interface DeliveryRoutesOptions {
  readonly pool: pg.Pool;
  /** UUID of the company a request was authenticated for. */
  readonly companyIdOf: (incoming: IncomingRequest) => string;
  readonly notices: WebhookNotices;
  readonly describeIncoming: DescribeIncoming;
  readonly media?: MediaSource;
}

const attemptsShown = 100;
const tags = ['Webhooks'];
const params = idParams('delivery');

const mustFind = async (pool: pg.Pool, companyId: string, id: string): Promise<DeliveryRow> => {
  const row = await findDelivery(pool, companyId, id);
  if (!row) throw new AppError('delivery_not_found');
  return row;
};

const listCodes = [...filterCodes, 'invalid_id'] as const;

/** The list counted, and as a file. */
const registerWholeLogRoutes = (
  server: FastifyInstance,
  { pool, companyIdOf }: DeliveryRoutesOptions,
): void =>
  registerWholeListRoutes<DeliveryStatisticsQuery, DeliveryExportQuery, Delivery>(server, {
    path: '/api/v1/deliveries',
    tags,
    problems: listCodes,
    companyIdOf,
    counted: {
      operationId: 'getDeliveryStatistics',
      summary: 'Count the deliveries over time, with why they failed',
      querystring: DeliveryStatisticsQuery,
      count: (companyId, query) => countDeliveries(pool, companyId, query),
    },
    exported: {
      operationId: 'exportDeliveries',
      summary: 'The deliveries of any filter as a file',
      querystring: DeliveryExportQuery,
      name: 'deliveries',
      columns: columnsOf(Delivery),
      readPage: (companyId, query) => readDeliveryPage(pool, companyId, query),
    },
  });

const registerReadRoutes = (server: FastifyInstance, options: DeliveryRoutesOptions): void => {
  server.get<{ Querystring: DeliveryQuery }>(
    '/api/v1/deliveries',
    {
      schema: {
        operationId: 'listDeliveries',
        tags,
        summary: 'List deliveries, newest first',
        querystring: DeliveryQuery,
        response: {
          200: DeliveryPage,
          ...problemResponses(...listCodes, 'invalid_cursor'),
        },
      },
    },
    (request) => readDeliveryPage(options.pool, options.companyIdOf(request.incoming), request.query),
  );

  server.get<WithId>(
    '/api/v1/deliveries/:id',
    {
      schema: {
        operationId: 'getDelivery',
        tags,
        summary: 'Read one delivery with its payload and attempts',
        params,
        response: { 200: refTo(DeliveryDetail), ...problemResponses('delivery_not_found', 'invalid_id') },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      const row = await mustFind(options.pool, companyId, readId('delivery', request.params.id));
      const earliest = firstUuidAt(timeOfUuid(row.id).getTime() - dayMilliseconds);
      const key = { companyId, eventId: row.event_id };
      const [calls, payloads] = await Promise.all([
        listAttemptCalls(options.pool, row, earliest, attemptsShown),
        loadPayloads(options.pool, [key], options.describeIncoming, options.media),
      ]);
      return {
        ...presentDelivery(row),
        payload: payloads.get(row.event_id) ?? null,
        attempts: calls.reverse().map(presentAttempt),
      };
    },
  );
};

const registerResendRoute = (server: FastifyInstance, options: DeliveryRoutesOptions): void => {
  server.post<WithId>(
    '/api/v1/deliveries/:id/resend',
    {
      schema: {
        operationId: 'resendDelivery',
        tags,
        summary: 'Send a delivery again: the same webhook-id, a fresh timestamp',
        params,
        response: {
          202: refTo(Delivery),
          ...problemResponses('delivery_not_found', 'webhook_not_found', 'invalid_id', ...strayBodyCodes),
        },
      },
    },
    async (request, reply) => {
      const companyId = options.companyIdOf(request.incoming);
      const id = readId('delivery', request.params.id);
      await mustFind(options.pool, companyId, id);
      if (!(await putBackDelivery(options.pool, companyId, id, new Date()))) {
        throw new AppError('webhook_not_found', { detail: 'The webhook of this delivery was deleted.' });
      }
      options.notices.noticeChange();
      return reply.code(202).send(presentDelivery(await mustFind(options.pool, companyId, id)));
    },
  );
};

const registerRecoveryRoutes = (server: FastifyInstance, options: DeliveryRoutesOptions): void => {
  server.post<WithId & { Body: NewRecovery }>(
    '/api/v1/webhooks/:id/recover',
    {
      schema: {
        operationId: 'recoverWebhook',
        tags,
        summary: 'Send again what a webhook missed, or count it first',
        params: idParams('webhook'),
        body: refTo(NewRecovery),
        response: {
          200: { description: 'Only counted.', ...refTo(RecoveryCount) },
          202: { description: 'It goes on by itself.', ...refTo(Recovery) },
          ...problemResponses('webhook_not_found', 'recovery_running', 'invalid_id', ...bodyCodes),
        },
      },
    },
    async (request, reply) => {
      const companyId = options.companyIdOf(request.incoming);
      const id = readId('webhook', request.params.id);
      const started = await startRecovery(options.pool, companyId, id, request.body);
      if (started.kind === 'counted') return { count: started.count };
      options.notices.noticeChange();
      return reply.code(202).send(presentRecovery(started.recovery));
    },
  );

  server.get<{ Params: { id: string; recovery: string } }>(
    '/api/v1/webhooks/:id/recoveries/:recovery',
    {
      schema: {
        operationId: 'getRecovery',
        tags,
        summary: 'Read the progress of a recovery',
        params: Type.Object({
          id: Type.String({ description: 'The id of the webhook.' }),
          recovery: Type.String({ description: 'The id of the recovery.' }),
        }),
        response: { 200: refTo(Recovery), ...problemResponses('recovery_not_found', 'invalid_id') },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      const webhookId = readId('webhook', request.params.id);
      const id = readId('recovery', request.params.recovery);
      const row = await findRecovery(options.pool, companyId, webhookId, id);
      if (!row) throw new AppError('recovery_not_found');
      return presentRecovery(row);
    },
  );
};

export const registerDeliveryRoutes = (server: FastifyInstance, options: DeliveryRoutesOptions): void => {
  for (const schema of [Delivery, DeliveryDetail, NewRecovery, Recovery, RecoveryCount]) {
    server.addSchema(schema);
  }
  for (const schema of [Failure, LogStatistics, Event]) addSchemaOnce(server, schema);
  registerReadRoutes(server, options);
  registerWholeLogRoutes(server, options);
  registerResendRoute(server, options);
  registerRecoveryRoutes(server, options);
};
