// HTTP in and out for Webhook Logs.

import { CallDetail, CallPage, CallQuery, CallSummary } from '@hudhud/contract/calls.ts';
import { Failure } from '@hudhud/contract/failure.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { problemResponses, refTo } from '../../platform/http/schemas.ts';
import { toIdRange } from '../../platform/paging.ts';
import { plainRowsMax, searchPage } from '../search-page.ts';
import { presentCall, presentCallDetail } from './present.ts';
import { type CallFilter, findCall, findCallEdge, listCalls } from './queries.ts';
import { readCallFilter, readId } from './read-filter.ts';

export interface CallRoutesOptions {
  readonly pool: pg.Pool;
  /** UUID of the company a request was authenticated for. */
  readonly companyIdOf: (incoming: IncomingRequest) => string;
}

const callParams = Type.Object({ id: Type.String({ description: 'The id of the call.' }) });

/** A message, a delivery and a webhook are found by an index, and so is what failed. */
const rowsToSearch = (filter: CallFilter): number | null => {
  const { kind, outcome, attempt, senderId, messageId, endpointId, deliveryId } = filter;
  if (messageId !== undefined || deliveryId !== undefined) return null;
  if (attempt !== undefined || senderId !== undefined) return plainRowsMax;
  const isIndexed = endpointId !== undefined || outcome === 'failed';
  return isIndexed || (kind === undefined && outcome === undefined) ? null : plainRowsMax;
};

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
      const companyId = options.companyIdOf(request.incoming);
      const filter = readCallFilter(request.query);
      return await searchPage({
        list: 'calls',
        range: toIdRange('calls', request.query),
        rowsMax: rowsToSearch(filter),
        findEdge: (range, rowsMax) => findCallEdge(options.pool, companyId, range, rowsMax),
        read: (range) => listCalls(options.pool, companyId, range, filter),
        present: presentCall,
      });
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
