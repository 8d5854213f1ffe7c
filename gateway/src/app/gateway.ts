// The whole gateway, wired by hand in one place and stopped in reverse order.

import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { whenFree } from '../platform/database/online-migration.ts';
import type { Log } from '../platform/log.ts';
import { buildParts, type Parts } from './build-parts.ts';
import { addCampaigns } from './campaign-parts.ts';
import { startContactWork } from './contact-parts.ts';
import { openStore, type Store, type StoreOptions } from './open-store.ts';
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
  readonly extend?: (server: FastifyInstance, store: Store, parts: Parts) => Promise<void>;
}

const startPauseMilliseconds = 500;
const startPatienceMilliseconds = 60_000;
const dashboardFolder = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));

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

/** A caller that keeps its connection open for later does not hold up a stop: it is closed once its request is answered. */
const closeServer = async (server: FastifyInstance): Promise<void> => {
  const sweep = setInterval(() => server.server.closeIdleConnections(), 50);
  await server.close().finally(() => clearInterval(sweep));
};

const startOn = async (store: Store, options: GatewayOptions): Promise<Gateway> => {
  const { config, log } = options;
  const { database } = store;
  let address = '';
  let isStopping = false;
  const publicUrl = (): string => config.publicUrl ?? address;
  const built = buildParts({ config, log, store, address: () => address, publicUrl });
  const parts = addCampaigns(built, { config, log, store });
  const server = await createServer({
    ...parts,
    config,
    store,
    log,
    health: {
      metrics: parts.metrics,
      async checkReady() {
        if (isStopping) throw new Error('The gateway is stopping.');
        await database.ping();
      },
    },
    publicUrl,
    version,
    dashboardFolder,
  });
  // A table that is being changed elsewhere delays the start and does not end it.
  await whenFree(() => keepStore(database, config, log), startPauseMilliseconds, startPatienceMilliseconds);
  await options.extend?.(server, store, parts);
  address = await listen(server, config);
  if (config.roles.some((role) => role !== 'api')) await parts.lease.start();
  await parts.dispatcher.start();
  const closeLive = parts.live.listen();
  if (config.roles.includes('webhooks')) await parts.webhooks.start();
  if (config.roles.includes('campaigns')) parts.campaigns.start();
  const workers = [
    ...startWorkers(database, config, log),
    ...startContactWork(parts.contacts, database.pool, config, log),
  ];

  return {
    address,
    store,
    server,
    async stop() {
      isStopping = true;
      const deadline = performance.now() + config.shutdownSeconds * 1000;
      const left = (): number => Math.max(0, deadline - performance.now());
      parts.dispatcher.beginStop();
      await untilDeadline(deadline, closeServer(server));
      await untilDeadline(deadline, Promise.all([parts.messageStore.drain(), parts.recorder.drain()]));
      await untilDeadline(deadline, parts.campaigns.stop());
      await parts.dispatcher.stop(left());
      await untilDeadline(deadline, parts.webhooks.stop());
      await untilDeadline(deadline, parts.lease.end());
      await untilDeadline(deadline, closeLive());
      await untilDeadline(
        deadline,
        Promise.all([parts.statuses.drain(), parts.incoming.drain(), parts.contacts.people.settle()]),
      );
      await untilDeadline(deadline, Promise.all(workers.map((worker) => worker.stop())));
      await Promise.all([parts.http.close(), parts.webhookHttp.close(), parts.simulator?.close()]);
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
