// The senders at hand and the simulator, put together: each needs the other. A simulated sender points at the simulator
// of this process, and the simulator asks which company owns a number before a caller may touch it.

import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../companies/authenticate.ts';
import type { Company } from '../companies/directory.ts';
import type { Config } from '../config/config.ts';
import type { SessionEntrance } from '../http/session-entrance.ts';
import { hasScope } from '../http/token-scopes.ts';
import { hasRole, neededRole } from '../platform/http/route-access.ts';
import { createSenderDirectory, type SenderDirectory } from '../senders/directory.ts';
import { loadSenders } from '../senders/load-senders.ts';
import type { EmbeddedSimulator } from '../simulator/embedded-simulator.ts';
import { runsSimulator } from '../simulator/runs-simulator.ts';
import type { Storage } from './open-storage.ts';

export interface SimulatorAndSendersOptions {
  readonly config: Config;
  readonly storage: Pick<Storage, 'database' | 'secrets'>;
  readonly authenticator: Authenticator;
  readonly sessions: SessionEntrance;
  /** Where this very process is reached; known once it listens. */
  readonly address: () => string;
}

export interface SimulatorAndSenders {
  readonly senders: SenderDirectory;
  /** Null where none runs. */
  readonly simulator: EmbeddedSimulator | null;
}

/** The phone in the dashboard asks by its session; programs ask by the token. */
const createAuthenticate =
  ({ authenticator, sessions }: SimulatorAndSendersOptions) =>
  async (request: FastifyRequest): Promise<Company | null> => {
    const { authorization, cookie, 'x-company-id': companyId } = request.headers;
    if (authorization !== undefined || cookie === undefined) {
      const caller = await authenticator.authenticate({ authorization, companyId, source: request.ip });
      const isOpen = caller?.refusal === null && hasScope(caller.token.scopes, 'send', request.method);
      return isOpen ? caller.company : null;
    }
    const visitor = await sessions.identify(request, 'company');
    if (visitor.kind === 'refused') return null;
    const { role } = visitor.signedIn;
    return role !== null && hasRole(role, neededRole(request.method, undefined)) ? visitor.company : null;
  };

/** The simulator is read from the disk only where it runs. */
export const createSimulatorAndSenders = async (
  options: SimulatorAndSendersOptions,
): Promise<SimulatorAndSenders> => {
  const { config, storage, address } = options;
  const load = loadSenders(storage.database.pool, storage.secrets);
  if (!runsSimulator(config)) return { senders: createSenderDirectory({ load }), simulator: null };
  const { createEmbeddedSimulator } = await import('../simulator/embedded-simulator.ts');
  const simulator = createEmbeddedSimulator({
    address,
    isControlOpen: config.simulatorControl === 'open',
    authenticate: createAuthenticate(options),
    sendersOf: async (companyId) => senders.peek(companyId) ?? (await senders.find(companyId)),
  });
  const senders = createSenderDirectory({ load, adapt: simulator.adapt });
  return { senders, simulator };
};
