// HTTP in and out for Webhook Logs.

import { CallDetail, CallPage, CallQuery, CallSummary } from '@hudhud/contract/calls.ts';
import { Failure } from '@hudhud/contract/failure.ts';
import type { IdKind } from '@hudhud/contract/ids.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { problemResponses, refTo } from '../../platform/http/schemas.ts';
import { fromPublicId } from '../../platform/ids.ts';
import { toIdRange, toPage } from '../../platform/paging.ts';
import { presentCall, presentCallDetail } from './present.ts';
import { type CallFilter, findCall, listCalls } from './queries.ts';

export interface CallRoutesOptions {
  readonly pool: pg.Pool;
  /** UUID of the company a request was authenticated for. */
  readonly companyIdOf: (incoming: IncomingRequest) => string;
}

const callParams = Type.Object({ id: Type.String({ description: 'The id of the call.' }) });

const readId = (kind: IdKind, text: string): string => {
  const id = fromPublicId(kind, text);
  if (id === null) throw new AppError('invalid_id', { detail: `This is not the id of a ${kind}.` });
  return id;
};

const toFilter = (query: CallQuery): CallFilter => ({
  ...(query.kind !== undefined && { kind: query.kind }),
  ...(query.outcome !== undefined && { outcome: query.outcome }),
  ...(query.sender_id !== undefined && { senderId: readId('sender', query.sender_id) }),
  ...(query.message_id !== undefined && { messageId: readId('message', query.message_id) }),
  ...(query.webhook_id !== undefined && { endpointId: readId('endpoint', query.webhook_id) }),
  ...(query.delivery_id !== undefined && { deliveryId: readId('delivery', query.delivery_id) }),
});

export const registerCallRoutes = (server: FastifyInstance, options: CallRoutesOptions): void => {
  for (const schema of [CallSummary, CallDetail]) server.addSchema(schema);
  // Other rooms explain failures too; whoever comes first brings the schema.
  if (!server.getSchema('Failure')) server.addSchema(Failure);

  server.get<{ Querystring: CallQuery }>(
    '/api/v1/calls',
    {
      schema: {
        operationId: 'listCalls',
        tags: ['Webhook Logs'],
        summary: 'List the calls we made for you, newest first',
        querystring: CallQuery,
        response: {
          200: CallPage,
          ...problemResponses('unknown_field', 'wrong_type', 'invalid_value', 'invalid_id', 'invalid_cursor'),
        },
      },
    },
    async (request) => {
      const range = toIdRange('calls', request.query);
      const companyId = options.companyIdOf(request.incoming);
      const rows = await listCalls(options.pool, companyId, range, toFilter(request.query));
      return toPage('calls', rows, range.limit, presentCall);
    },
  );

  server.get<{ Params: { id: string } }>(
    '/api/v1/calls/:id',
    {
      schema: {
        operationId: 'getCall',
        tags: ['Webhook Logs'],
        summary: 'Read one call with what was sent and what came back',
        params: callParams,
        response: { 200: refTo(CallDetail), ...problemResponses('call_not_found', 'invalid_id') },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      const row = await findCall(options.pool, companyId, readId('call', request.params.id));
      if (!row) throw new AppError('call_not_found');
      return presentCallDetail(row);
    },
  );
};
