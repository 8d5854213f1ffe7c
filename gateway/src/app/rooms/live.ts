// The routes that show a company as it is now: the live lists (how many there may be, and who may go on following one) and
// the overview.

import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../companies/authenticate.ts';
import { companyOf } from '../../companies/company-of.ts';
import type { EntranceOptions } from '../../http/entrance.ts';
import { hasScope } from '../../http/token-scopes.ts';
import { registerLiveRoutes } from '../../monitoring/live-routes.ts';
import { registerOverviewRoutes } from '../../monitoring/overview/routes.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { createStreams } from '../../platform/live/serve-stream.ts';
import { createStreamPlaces } from '../../platform/live/stream-places.ts';
import type { Room, RoomOptions } from './room.ts';

/** A token may have lost its scope since the stream began. */
const maySeeStreams = ({ scopes }: Caller['token']): boolean => hasScope(scopes, 'read', 'GET');

/** A large company has two hundred people at work; a stream that waits costs a socket and a few timers. */
const limits = { perCompany: 200, inAll: 1_000 };

/** Asks again what the entrance asked: a token may be replaced, a session ended, a member removed, a company suspended. */
const createWelcome =
  ({ authenticator, sessions }: EntranceOptions) =>
  async (request: FastifyRequest): Promise<boolean> => {
    if (request.incoming.signedIn) {
      const visitor = await sessions.identify(request, 'company');
      return visitor.kind === 'signed-in' && visitor.company !== null && visitor.company.plan !== 'suspended';
    }
    const caller = await authenticator.authenticate({
      authorization: request.headers.authorization,
      companyId: request.headers['x-company-id'],
      source: request.incoming.source,
    });
    return caller?.refusal === null && caller.company.plan !== 'suspended' && maySeeStreams(caller.token);
  };

export const liveRoom = ({ parts, storage }: RoomOptions): Room => {
  const { pool } = storage.database;
  const { entrance, live } = parts;
  const places = createStreamPlaces(limits);
  let close: (() => Promise<void>) | undefined;
  const companyIdOf = (incoming: IncomingRequest): string => companyOf(incoming).id;
  return {
    name: 'live lists',
    gauges: [['hudhud_live_streams', 'Live lists being followed.', () => places.taken]],
    register(api) {
      registerLiveRoutes(api, {
        pool,
        log: entrance.log,
        streams: createStreams(places),
        wakes: live,
        companyIdOf,
        isWelcome: createWelcome(entrance),
      });
      registerOverviewRoutes(api, { pool, companyIdOf });
    },
    start() {
      close = live.listen();
    },
    stop: async (deadline) => await deadline.within(close?.() ?? Promise.resolve()),
  };
};
