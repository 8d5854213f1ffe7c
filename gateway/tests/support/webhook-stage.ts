// The webhook engine on a real database, with companies, webhooks and events, and a clock that a test can move.

import type { NewWebhook } from '@hudhud/contract/webhooks.ts';
import pg from 'pg';
import { createCompany } from '../../src/companies/create-company.ts';
import { fromPublicId, newUuid } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { createOutgoingHttp, type OutgoingHttp } from '../../src/platform/outgoing-http/outgoing-http.ts';
import {
  type AddressGuard,
  createAddressGuard,
} from '../../src/platform/outgoing-http/private-address-guard.ts';
import { deriveSecrets, type Secrets } from '../../src/platform/secrets.ts';
import { createChannels } from '../../src/processes/channel.ts';
import { createWebhookEngine, type WebhookEngine } from '../../src/webhooks/engine.ts';
import { createWebhook } from '../../src/webhooks/registered/create-webhook.ts';
import { type TestDatabase, useDatabase } from './database.ts';
import { atFileEnd } from './file-end.ts';

export interface NewEvent {
  readonly type?: string;
  readonly status?: string | null;
  readonly messageId?: string | null;
  readonly data?: object;
}

export interface DeliveryState {
  id: string;
  endpoint_id: string;
  event_id: string;
  state: string;
  attempt: number;
  step: number;
  due_at: Date | null;
  answer_status: number | null;
  error_class: string | null;
}

export interface CallState {
  outcome: string;
  status: number | null;
  attempt: number;
  error_class: string | null;
  address: string | null;
  url: string;
  request_headers: string;
  request_body: string;
  answer_headers: string | null;
  answer_body: string | null;
  failure: string | null;
  next_attempt_at: Date | null;
}

export interface WebhookStage {
  readonly database: TestDatabase;
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly guard: AddressGuard;
  readonly http: OutgoingHttp;
  /** UUID of a company of its own. */
  createCompany(): Promise<string>;
  addWebhook(companyId: string, wish: NewWebhook): Promise<{ id: string; secret: string }>;
  /** Writes events and notifies the engines; answers their ids. */
  writeEvents(companyId: string, events: readonly NewEvent[]): Promise<string[]>;
  deliveriesOf(webhookId: string): Promise<DeliveryState[]>;
  callsOf(webhookId: string): Promise<CallState[]>;
  startEngine(choices?: EngineChoices): Promise<WebhookEngine>;
  /** The same, but not started; it is not notified of events that the stage writes. */
  makeEngine(choices?: EngineChoices): Promise<WebhookEngine>;
  /** The right to deliver of a process that does nothing else; its end must be written by the test. */
  takeLease(): Promise<{ epoch: string; isHeld(): boolean }>;
  /** Moves the clock of every engine. */
  pass(milliseconds: number): void;
  readonly now: () => number;
}

export interface EngineChoices {
  readonly lease?: { readonly epoch: string; isHeld(): boolean };
  readonly socketsMax?: number;
  readonly http?: OutgoingHttp;
  readonly attemptMilliseconds?: number;
  readonly roundMilliseconds?: number;
  readonly youngMilliseconds?: number;
}

const insertProcess = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<{ epoch: string }>(
    `insert into processes (name, lease_until) values ('test', now() + interval '1 day') returning epoch`,
  );
  return rows[0]?.epoch ?? '';
};

const writeEvents = async (
  pool: pg.Pool,
  companyId: string,
  events: readonly NewEvent[],
): Promise<string[]> => {
  const rows = events.map(({ type = 'sender_state', status = null, messageId = null, data = {} }) => ({
    company_id: companyId,
    id: newUuid(),
    type,
    status,
    message_id: messageId,
    attempt: 1,
    data: JSON.stringify(data),
  }));
  await pool.query(
    `insert into events (company_id, id, type, at, status, message_id, attempt, data)
     select company_id, id, type, now(), status, message_id, attempt, data
     from jsonb_to_recordset($1::jsonb) as row (
       company_id uuid, id uuid, type text, status text, message_id uuid, attempt smallint, data text)`,
    [JSON.stringify(rows)],
  );
  return rows.map((row) => row.id);
};

/** Call it at the top of a test file: the file's end stops and closes everything. */
export const useWebhookStage = async (): Promise<WebhookStage> => {
  const database = await useDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  pool.on('error', () => undefined);
  const secrets = deriveSecrets('a secret key that only the tests know');
  const guard = createAddressGuard({ allowedNetworks: ['loopback'] });
  const http = createOutgoingHttp({ connections: 100, guard });
  const engines: WebhookEngine[] = [];
  let passed = 0;
  const now = (): number => Date.now() + passed;
  const takeLease = async () => ({ epoch: await insertProcess(pool), isHeld: () => true });
  const made: WebhookEngine[] = [];
  const makeEngine = async (choices: EngineChoices = {}): Promise<WebhookEngine> => {
    const engine = createWebhookEngine({
      pool,
      writers: pool,
      channels: createChannels({ connection: { connectionString: database.url }, log: createLog('silent') }),
      secrets,
      http: choices.http ?? http,
      lease: { current: choices.lease ?? (await takeLease()) },
      log: createLog('silent'),
      now,
      roundMilliseconds: choices.roundMilliseconds ?? 50,
      ...(choices.socketsMax !== undefined && { socketsMax: choices.socketsMax }),
      ...(choices.youngMilliseconds !== undefined && { youngMilliseconds: choices.youngMilliseconds }),
      ...(choices.attemptMilliseconds !== undefined && { attemptMilliseconds: choices.attemptMilliseconds }),
    });
    made.push(engine);
    return engine;
  };
  atFileEnd(async () => {
    await Promise.all(made.map((engine) => engine.stop()));
    await http.close();
    await pool.end();
  });

  return {
    database,
    pool,
    secrets,
    guard,
    http,
    now,
    takeLease,
    async createCompany() {
      const company = { name: 'Test', plan: 'active' as const, trialDays: 14, timezone: 'Asia/Riyadh' };
      return fromPublicId('company', (await createCompany(pool, secrets, company)).companyId) ?? '';
    },
    async addWebhook(companyId, wish) {
      const made = await createWebhook({ pool, secrets, guard }, companyId, wish);
      for (const engine of engines) engine.noticeChange();
      return made;
    },
    async writeEvents(companyId, events) {
      const ids = await writeEvents(pool, companyId, events);
      for (const engine of engines) engine.notice([companyId]);
      return ids;
    },
    deliveriesOf: (webhookId) =>
      database.query<DeliveryState>('select * from deliveries where endpoint_id = $1 order by id', [
        webhookId,
      ]),
    callsOf: (webhookId) =>
      database.query<CallState>('select * from calls where endpoint_id = $1 order by id', [webhookId]),
    makeEngine,
    async startEngine(choices = {}) {
      const engine = await makeEngine(choices);
      engines.push(engine);
      await engine.start();
      return engine;
    },
    pass(milliseconds) {
      passed += milliseconds;
    },
  };
};
