// The whole gateway, wired by hand in one place and stopped in reverse order.

import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createAuthenticator } from './companies/authenticate.ts';
import { type CompanyDirectory, createCompanyDirectory } from './companies/directory.ts';
import { loadCompany } from './companies/load-company.ts';
import type { Config } from './config.ts';
import type { EntranceOptions } from './entrance.ts';
import { createKeysInProgress } from './messages/idempotency.ts';
import { createMessageStore, type MessageStore } from './messages/message-store.ts';
import { createRequestRecorder, type RequestRecorder } from './monitoring/record-requests.ts';
import { openStore, type Store, type StoreOptions } from './open-store.ts';
import { createInbox } from './platform/http/inbox.ts';
import type { Log } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { createRateLimiter } from './platform/rate-limit.ts';
import { createReplayTickets } from './replay.ts';
import { createServer } from './server.ts';
import { version } from './version.ts';
import { keepStore, startWorkers } from './workers.ts';

export interface Gateway {
  readonly address: string;
  readonly store: Store;
  readonly server: FastifyInstance;
  /** Stops taking requests, finishes what was admitted, closes the database. */
  stop(): Promise<void>;
}

export interface GatewayOptions {
  readonly config: Config;
  readonly log: Log;
  readonly say: (line: string) => void;
  readonly onLost?: StoreOptions['onLost'];
  /** Adds routes before the server listens; the benchmark measures itself against routes of this very server. */
  readonly extend?: (server: FastifyInstance, store: Store, entrance: EntranceOptions) => Promise<void>;
}

const minuteSeconds = 60;

const dashboardFolder = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));

/** Runs one step of a stop for no longer than the time that is left of it. */
const untilDeadline = async (deadline: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, deadline - performance.now()));
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
};

const listen = async (server: FastifyInstance, config: Config): Promise<string> => {
  await server.listen({ port: config.port, host: config.host });
  const { address, port, family } = server.server.address() as AddressInfo;
  const reachable = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${family === 'IPv6' && reachable !== 'localhost' ? `[${reachable}]` : reachable}:${port}`;
};

interface Parts {
  readonly metrics: Metrics;
  readonly directory: CompanyDirectory;
  readonly recorder: RequestRecorder;
  readonly messageStore: MessageStore;
  readonly entrance: EntranceOptions;
}

const createParts = ({ config, log }: GatewayOptions, { database, secrets }: Store): Parts => {
  const metrics = createMetrics();
  const directory = createCompanyDirectory(loadCompany(database.pool));
  const inbox = createInbox({ requestsMax: config.inboxRequestsMax, bytesMax: config.inboxBytesMax });
  const recorder = createRequestRecorder({
    writers: database.writers,
    log,
    onDropped: () => metrics.countUnrecorded(),
  });
  const messageStore = createMessageStore({
    writers: database.writers,
    flushers: config.databaseWriters,
    idempotencyHours: config.idempotencyHours,
    onFlush: (rows) => metrics.observeBatch(rows),
  });
  const { pool } = database;
  metrics.watch('hudhud_inbox_requests', 'Requests being served.', () => inbox.requests);
  metrics.watch('hudhud_inbox_bytes', 'Bytes of request bodies held.', () => inbox.bytes);
  metrics.watch('hudhud_store_waiting', 'Messages waiting for a group commit.', () => messageStore.waiting);
  metrics.watch('hudhud_recorder_waiting', 'Requests waiting to be recorded.', () => recorder.waiting);
  metrics.watch('hudhud_pool_connections', 'Open database connections.', () => pool.totalCount);
  metrics.watch('hudhud_pool_waiting', 'Work waiting for a connection.', () => pool.waitingCount);
  const entrance: EntranceOptions = {
    authenticator: createAuthenticator(directory, secrets),
    inbox,
    limiter: createRateLimiter(minuteSeconds),
    recorder,
    tickets: createReplayTickets(),
    metrics,
    log,
    logRequests: config.logRequests,
    requestsPerMinute: config.requestsPerMinute,
    refusalsPerMinute: config.refusalsPerMinute,
    bodyBytesMax: config.bodyBytesMax,
  };
  return { metrics, directory, recorder, messageStore, entrance };
};

const startOn = async (store: Store, options: GatewayOptions): Promise<Gateway> => {
  const { config, log } = options;
  const { database } = store;
  const { metrics, directory, recorder, messageStore, entrance } = createParts(options, store);
  let address = '';
  let isStopping = false;
  const server = await createServer({
    entrance,
    accept: { store: messageStore, keysInProgress: createKeysInProgress() },
    directory,
    pool: database.pool,
    health: {
      metrics,
      async checkReady() {
        if (isStopping) throw new Error('The gateway is stopping.');
        await database.ping();
      },
    },
    publicUrl: () => config.publicUrl ?? address,
    servesApi: config.roles.includes('api'),
    trustProxy: config.trustProxy,
    version,
    dashboardFolder,
  });
  await keepStore(database, config, log);
  await options.extend?.(server, store, entrance);
  address = await listen(server, config);
  const workers = startWorkers(database, config, log);

  return {
    address,
    store,
    server,
    async stop() {
      isStopping = true;
      const deadline = performance.now() + config.shutdownSeconds * 1000;
      await untilDeadline(deadline, server.close());
      await untilDeadline(deadline, Promise.all([messageStore.drain(), recorder.drain()]));
      await untilDeadline(deadline, Promise.all(workers.map((worker) => worker.stop())));
      await store.close();
    },
  };
};

export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const store = await openStore({ ...options, holder: 'gateway' });
  try {
    return await startOn(store, options);
  } catch (error) {
    await store.close();
    throw error;
  }
};
