// Puts together what shows a company as it is now: the live lists (how many there may be, and who may go on following
// one) and the overview.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { companyOf } from '../companies/company-of.ts';
import type { EntranceOptions } from '../http/entrance.ts';
import { registerLiveRoutes } from '../monitoring/live/routes.ts';
import { createStreams } from '../monitoring/live/serve-stream.ts';
import { createStreamPlaces } from '../monitoring/live/stream-places.ts';
import { registerOverviewRoutes } from '../monitoring/overview/routes.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import type { Store } from './open-store.ts';

/** A browser keeps six connections to one place; a company has a few people, each with a few pages. */
const limits = { perCompany: 20, inAll: 400 };

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
  { store, entrance }: { readonly store: Store; readonly entrance: EntranceOptions },
): void => {
  const { pool } = store.database;
  const companyIdOf = (incoming: IncomingRequest): string => companyOf(incoming).id;
  const places = createStreamPlaces(limits);
  entrance.metrics.watch('hudhud_live_streams', 'Live lists being followed.', () => places.taken);
  registerLiveRoutes(server, {
    pool,
    log: entrance.log,
    streams: createStreams(places),
    companyIdOf,
    isWelcome: createWelcome(entrance),
  });
  registerOverviewRoutes(server, { pool, companyIdOf });
};
