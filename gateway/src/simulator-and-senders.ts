// The senders at hand and the simulator, put together: each needs the other. A simulated sender points at the simulator
// of this process, and the simulator asks whose number somebody wants to touch.

import type { Authenticator } from './companies/authenticate.ts';
import type { Config } from './config.ts';
import { createEmbeddedSimulator, type EmbeddedSimulator } from './embedded-simulator.ts';
import type { Store } from './open-store.ts';
import { createSenderDirectory, type SenderDirectory } from './senders/directory.ts';
import { loadSenders } from './senders/load-senders.ts';
import { runsSimulator } from './simulator-number.ts';

export interface SimulatorAndSendersOptions {
  readonly config: Config;
  readonly store: Pick<Store, 'database' | 'secrets'>;
  readonly authenticator: Authenticator;
  /** Where this very process is reached; known once it listens. */
  readonly address: () => string;
}

export interface SimulatorAndSenders {
  readonly senders: SenderDirectory;
  /** Null where none runs. */
  readonly simulator: EmbeddedSimulator | null;
}

export const createSimulatorAndSenders = (options: SimulatorAndSendersOptions): SimulatorAndSenders => {
  const { config, store, authenticator, address } = options;
  const load = loadSenders(store.database.pool, store.secrets);
  if (!runsSimulator(config)) return { senders: createSenderDirectory({ load }), simulator: null };
  const simulator = createEmbeddedSimulator({
    address,
    isControlOpen: config.simulatorControl === 'open',
    authenticate: ({ headers }) =>
      authenticator.authenticate({
        authorization: headers.authorization,
        companyId: headers['x-company-id'],
      }),
    sendersOf: async (companyId) => senders.peek(companyId) ?? (await senders.find(companyId)),
  });
  const senders = createSenderDirectory({ load, adapt: simulator.adapt });
  return { senders, simulator };
};
