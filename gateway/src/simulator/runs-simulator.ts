// Whether a simulator runs inside the gateway, and the simulated sender that a new company gets there. The simulator itself is
// read from the disk when it is wanted: a gateway without one holds nothing of it in memory.

import type { AlsoForCompany } from '../companies/create-company.ts';
import type { Secrets } from '../platform/secrets.ts';
import { defaultProvider } from '../providers/registry.ts';
import { addSimulatedSender } from '../senders/add-simulated-sender.ts';

/** The settings that decide. */
export interface SimulatorSettings {
  readonly simulator: 'auto' | 'yes' | 'no';
  readonly databaseUrl: string | null;
}

export const runsSimulator = (config: SimulatorSettings): boolean =>
  config.simulator === 'yes' || (config.simulator === 'auto' && config.databaseUrl === null);

/** Adds a simulated sender to a new company; undefined where no simulator runs. */
export const withSimulatedSender = (
  config: SimulatorSettings,
  secrets: Secrets,
): AlsoForCompany | undefined => {
  if (!runsSimulator(config)) return undefined;
  return async (client, companyId) => {
    const { newSimulatedNumber } = await import('./simulator-number.ts');
    const number = newSimulatedNumber(defaultProvider);
    if (!number) throw new Error(`the simulator does not speak ${defaultProvider}`);
    await addSimulatedSender(client, secrets, companyId, number);
  };
};
