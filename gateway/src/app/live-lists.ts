// Puts together what shows a company as it is now: the live lists (how many there may be, and who may go on following
// one) and the overview.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { companyOf } from '../companies/company-of.ts';
import type { EntranceOptions } from '../http/entrance.ts';
import { registerLiveRoutes } from '../monitoring/live-routes.ts';
import { registerOverviewRoutes } from '../monitoring/overview/routes.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { createStreams } from '../platform/live/serve-stream.ts';
import { createStreamPlaces } from '../platform/live/stream-places.ts';
import { createLiveWakes, type LiveWakes } from '../platform/live/wakes.ts';
import type { Log } from '../platform/log.ts';
import { openChannel, tellProcesses } from '../processes/channel.ts';
import type { Store } from './open-store.ts';

/** A large company has two hundred people at work; a stream that waits costs a socket and a few timers. */
const limits = { perCompany: 200, inAll: 1_000 };

const channelName = 'hudhud_live';

export interface LiveNews extends LiveWakes {
  /** Hears other processes from now on. */
  listen(): () => Promise<void>;
}

/** What wakes followers, across all processes on the database. */
export const createLiveNews = ({ database, connection }: Store, log: Log): LiveNews => {
  const wakes = createLiveWakes({
    log,
    tell: (payloads) => tellProcesses(database.pool, channelName, payloads),
  });
  return {
    ...wakes,
    listen() {
      const channel = openChannel({ connection, name: channelName, log, onPayload: wakes.hear });
      return async () => {
        wakes.stop();
        await channel.close();
      };
    },
  };
};

/** Asks again what the entrance asked: a token may be replaced, a session ended, a member removed, a company suspended. */
const createWelcome =
  ({ authenticator, sessions }: EntranceOptions) =>
  async (request: FastifyRequest): Promise<boolean> => {
    if (request.incoming.signedIn) {
      const visitor = await sessions.identify(request, 'company');
      return visitor.kind === 'signed-in' && visitor.company !== null && visitor.company.plan !== 'suspended';
    }
    const company = await authenticator.authenticate({
      authorization: request.headers.authorization,
      companyId: request.headers['x-company-id'],
    });
    return company !== null && company.plan !== 'suspended';
  };

export const registerLiveLists = (
  server: FastifyInstance,
  {
    store,
    entrance,
    live,
  }: { readonly store: Store; readonly entrance: EntranceOptions; readonly live: LiveWakes },
): void => {
  const { pool } = store.database;
  const companyIdOf = (incoming: IncomingRequest): string => companyOf(incoming).id;
  const places = createStreamPlaces(limits);
  entrance.metrics.watch('hudhud_live_streams', 'Live lists being followed.', () => places.taken);
  registerLiveRoutes(server, {
    pool,
    log: entrance.log,
    streams: createStreams(places),
    wakes: live,
    companyIdOf,
    isWelcome: createWelcome(entrance),
  });
  registerOverviewRoutes(server, { pool, companyIdOf });
};
