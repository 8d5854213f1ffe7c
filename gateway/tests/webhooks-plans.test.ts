// The statements that run all the time must find what waits by its small indexes, however much history there is.

import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { firstUuidAt, newUuid } from '../src/platform/ids.ts';
import { recordAttempts } from '../src/webhooks/attempts/queries.ts';
import { newHealth } from '../src/webhooks/lanes/health.ts';
import { findDueDeliveries, findWaitingDeliveries, findWaitingLanes } from '../src/webhooks/lanes/queries.ts';
import { type ExplainedRow, nodesOf, type Plan, rowsOf } from './support/query-plan.ts';
import { useWebhookStage } from './support/webhook-stage.ts';

const stage = await useWebhookStage();
const companyId = await stage.createCompany();
const webhookId = newUuid();
const waitingIds: string[] = [];
const historyRows = 20_000;

/** Runs a query function and explains the statement that it made. */
const explain = async (work: (db: pg.Pool) => Promise<unknown>): Promise<Plan[]> => {
  let statement: { text: string; values: unknown[] } | null = null;
  const recorder = {
    query: async (query: { text: string; values: unknown[] }) => {
      statement = query;
      return { rows: [], rowCount: 0 };
    },
  };
  await work(recorder as unknown as pg.Pool);
  const { text, values } = statement ?? { text: '', values: [] };
  const { rows } = await stage.pool.query<ExplainedRow>({
    text: `explain (analyze, format json) ${text}`,
    values,
  });
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  return plan ? nodesOf(plan) : [];
};

const rowsRead = (nodes: readonly Plan[]): number => rowsOf(nodes, 'deliveries');

beforeAll(async () => {
  const insert = async (state: string, lane: string | null, count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => newUuid());
    await stage.pool.query(
      `insert into deliveries (company_id, id, endpoint_id, event_id, event_type, state, lane_id)
       select $1, id, $2, id, 'sender_state', $3, $4 from unnest($5::uuid[]) as id`,
      [companyId, webhookId, state, lane, ids],
    );
    return ids;
  };
  await insert('delivered', null, historyRows);
  waitingIds.push(...(await insert('waiting', webhookId, 50)));
  await stage.pool.query('analyze deliveries');
});

describe('among much history', () => {
  it('waiting deliveries are found by the small index', async () => {
    const nodes = await explain((db) =>
      findWaitingDeliveries(db, companyId, [
        { webhookId, limit: 20, floor: firstUuidAt(Date.now() - 60_000) },
      ]),
    );
    expect(nodes.some((node) => node['Index Name']?.includes('company_id_lane_id_id'))).toBe(true);
    expect(rowsRead(nodes)).toBe(20);
  });

  it('a look for forgotten lanes touches one row a lane', async () => {
    const nodes = await explain((db) => findWaitingLanes(db, [{ companyId, webhookId }], firstUuidAt(0)));
    expect(rowsRead(nodes)).toBe(1);
  });

  it('a look for what is due touches nothing when nothing is due', async () => {
    const nodes = await explain((db) => findDueDeliveries(db, [webhookId], new Date(), 500, firstUuidAt(0)));
    expect(rowsRead(nodes)).toBe(0);
  });

  it('an attempt is written down by the key of its delivery', async () => {
    const [deliveryId = ''] = waitingIds;
    const now = Date.now();
    const row = {
      companyId,
      webhookId,
      deliveryId,
      eventId: deliveryId,
      eventType: 'sender_state',
      isWritten: true,
      messageId: null,
      attempt: 0,
      step: 0,
      callId: newUuid(),
      state: 'delivered' as const,
      attemptAfter: 1,
      stepAfter: 1,
      dueAt: null,
      at: now,
      errorClass: null,
      url: 'https://example.com/',
      requestHeaders: '{}',
      requestBody: '{}',
      status: 200,
      answerHeaders: '{}',
      answerBody: '',
      address: null,
      durationMs: 1,
      outcome: 'sent',
      failure: null,
    };
    const nodes = await explain((db) =>
      recordAttempts(db, [row], [{ companyId, webhookId, health: newHealth }]),
    );
    expect(rowsRead(nodes)).toBe(1);
  });
});
