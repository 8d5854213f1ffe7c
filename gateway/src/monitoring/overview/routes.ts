// HTTP in and out for the overview.

import { Failure } from '@hudhud/contract/failure.ts';
import { Overview, waitingCountMax } from '@hudhud/contract/overview.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { problemResponses, refTo } from '../../platform/http/schemas.ts';
import { presentSenderNow, presentWebhookNow } from './present.ts';
import { listEndpointsNow, listSendersNow } from './queries.ts';

export interface OverviewRoutesOptions {
  readonly pool: pg.Pool;
  readonly companyIdOf: (incoming: IncomingRequest) => string;
}

const bounds = { rowsMax: 50, countMax: waitingCountMax };

export const registerOverviewRoutes = (server: FastifyInstance, options: OverviewRoutesOptions): void => {
  server.addSchema(Overview);
  if (!server.getSchema('Failure')) server.addSchema(Failure);

  server.get(
    '/api/v1/overview',
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'getOverview',
        tags: ['Overview'],
        summary: 'See how senders and webhooks are doing, and what waits',
        response: { 200: refTo(Overview), ...problemResponses() },
      },
    },
    async (request) => {
      const companyId = options.companyIdOf(request.incoming);
      const [senders, endpoints] = await Promise.all([
        listSendersNow(options.pool, companyId, bounds),
        listEndpointsNow(options.pool, companyId, bounds),
      ]);
      return { senders: senders.map(presentSenderNow), webhooks: endpoints.map(presentWebhookNow) };
    },
  );
};
