// The whole gateway: a list of rooms, started in order and stopped in reverse.

import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { whenFree } from '../platform/database/online-migration.ts';
import { Deadline } from '../platform/deadline.ts';
import type { Log } from '../platform/log.ts';
import { buildParts, type Parts } from './build-parts.ts';
import { openStorage, type Storage, type StorageOptions } from './open-storage.ts';
import { listRooms } from './rooms/list-rooms.ts';
import type { RoomOptions } from './rooms/room.ts';
import { createServerWatch, keepStorage, upkeepRoom } from './rooms/upkeep.ts';
import { createServer } from './server.ts';
import { version } from './version.ts';

export interface Gateway {
  readonly address: string;
  readonly storage: Storage;
  readonly server: FastifyInstance;
  /** Stops taking requests, finishes what was admitted, closes the database. */
  stop(): Promise<void>;
}

export interface GatewayOptions {
  readonly config: Config;
  readonly log: Log;
  readonly say: (line: string) => void;
  readonly onLost?: StorageOptions['onLost'];
  /** Adds routes before the server listens; the benchmark measures itself against routes of this very server. */
  readonly extend?: (server: FastifyInstance, storage: Storage, parts: Parts) => Promise<void>;
}

const startPauseMilliseconds = 500;
const startPatienceMilliseconds = 60_000;
const dashboardFolder = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));

/** All but answering requests is done under a lease. */
const needsLease = ({ roles }: Config): boolean => roles.some((role) => role !== 'api');

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

const startOn = async (storage: Storage, options: GatewayOptions): Promise<Gateway> => {
  const { config, log } = options;
  const { database } = storage;
  let address = '';
  let isStopping = false;
  const publicUrl = (): string => config.publicUrl ?? address;
  const parts = await buildParts({ config, log, storage, address: () => address, publicUrl });
  const roomOptions: RoomOptions = { parts, config, storage, log, publicUrl };
  const watch = createServerWatch(database, config, log);
  const rooms = [upkeepRoom(roomOptions, watch), ...listRooms(roomOptions)];
  for (const gauge of rooms.flatMap(({ gauges }) => gauges ?? [])) parts.metrics.watch(...gauge);
  const server = await createServer({
    rooms,
    entrance: parts.entrance,
    config,
    readiness: {
      metrics: parts.metrics,
      roles: config.roles,
      async checkReady() {
        if (isStopping) throw new Error('The gateway is stopping.');
        await database.ping().catch((error: Error) => {
          throw new Error(`The database does not answer: ${error.message}`, { cause: error });
        });
        if (needsLease(config) && !parts.lease.isHeld())
          throw new Error('The lease of this process has run out, so that it does no background work.');
      },
      warnings: () => watch.warnings,
    },
    publicUrl,
    version,
    dashboardFolder,
  });
  // A table that is being changed elsewhere delays the start and does not end it.
  await whenFree(() => keepStorage(storage, config, log), startPauseMilliseconds, startPatienceMilliseconds);
  await watch.look();
  await options.extend?.(server, storage, parts);
  address = await listen(server, config);
  for (const room of rooms) await room.start?.();

  return {
    address,
    storage,
    server,
    async stop() {
      isStopping = true;
      const deadline = new Deadline(config.shutdownSeconds * 1000);
      for (const room of rooms) room.beginStop?.();
      await deadline.within(closeServer(server));
      for (const room of rooms.toReversed()) await room.stop?.(deadline);
      await storage.close();
    },
  };
};

export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const storage = await openStorage({ ...options, holder: 'gateway' });
  try {
    return await startOn(storage, options);
  } catch (error) {
    await storage.close();
    throw error;
  }
};
