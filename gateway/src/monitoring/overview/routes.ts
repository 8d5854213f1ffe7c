// HTTP in and out for the overview.

import { webhookCondition } from '@hudhud/contract/conditions.ts';
import { Failure } from '@hudhud/contract/failure.ts';
import { Overview, type SenderNow, type WebhookNow, waitingCountMax } from '@hudhud/contract/overview.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { toPublicId } from '../../platform/ids.ts';
import { readFailure } from '../calls/read-failure.ts';
import { listSendersNow, listWebhooksNow, type SenderNowRow, type WebhookNowRow } from './queries.ts';

// Rows of the overview as the outside sees them.

const presentSenderNow = (row: SenderNowRow): SenderNow => ({
  id: toPublicId('sender', row.id),
  name: row.name,
  state: row.state,
  failure: row.state === 'connected' ? null : readFailure(row.failure),
  state_changed_at: row.state_changed_at.toISOString(),
  waiting: row.waiting,
});

/** A failure of long ago says nothing about now. */
const presentWebhookNow = (row: WebhookNowRow): WebhookNow => {
  const failingSince = row.first_failure_at?.toISOString() ?? null;
  return {
    id: toPublicId('webhook', row.id),
    url: row.url,
    state: row.state,
    condition: webhookCondition(row.state, failingSince),
    failing_since: failingSince,
    failure: readFailure(row.reason ?? (failingSince === null ? null : row.last_failure)),
    waiting: row.waiting,
  };
};

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
      const [senders, webhooks] = await Promise.all([
        listSendersNow(options.pool, companyId, bounds),
        listWebhooksNow(options.pool, companyId, bounds),
      ]);
      return { senders: senders.map(presentSenderNow), webhooks: webhooks.map(presentWebhookNow) };
    },
  );
};
