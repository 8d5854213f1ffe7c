// HTTP in and out for the routes of messages.

import { refTo } from '@hudhud/contract/ref-to.ts';
import { Route, RouteList, SaveRoutesBody } from '@hudhud/contract/routes.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { bodyCodes } from '../../platform/http/request-codes.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import type { SenderDirectory } from '../directory.ts';
import { listRoutes } from './queries.ts';
import { presentRoute, saveRoutes } from './save-routes.ts';

export interface RoutingRoutesOptions {
  readonly pool: pg.Pool;
  readonly directory: SenderDirectory;
  /** UUID of the company a request was authenticated for. */
  readonly companyIdOf: (incoming: IncomingRequest) => string;
}

export const registerRoutingRoutes = (server: FastifyInstance, options: RoutingRoutesOptions): void => {
  const { pool, directory, companyIdOf } = options;
  for (const schema of [Route, RouteList, SaveRoutesBody]) server.addSchema(schema);

  server.get(
    '/api/v1/routes',
    {
      schema: {
        operationId: 'listRoutes',
        tags: ['Senders'],
        summary: 'List the routes of messages, in the order in which they are tried',
        response: { 200: refTo(RouteList), ...problemResponses() },
      },
    },
    async (request) => {
      const rows = await listRoutes(pool, companyIdOf(request.incoming));
      return { data: rows.map(presentRoute) };
    },
  );

  server.put<{ Body: SaveRoutesBody }>(
    '/api/v1/routes',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'saveRoutes',
        tags: ['Senders'],
        summary: 'Set which sender carries which messages, and which comes next while it cannot send',
        description:
          'Messages that name neither `from` nor `provider` take the first route that fits. All routes are given at once.',
        body: refTo(SaveRoutesBody),
        response: {
          200: refTo(RouteList),
          ...problemResponses(...bodyCodes, 'wrong_count', 'invalid_id', 'unknown_sender', 'unknown_store'),
        },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const rows = await saveRoutes(pool, companyId, request.body);
      directory.forget(companyId);
      return { data: rows.map(presentRoute) };
    },
  );
};
