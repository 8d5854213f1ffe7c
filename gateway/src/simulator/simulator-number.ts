// The simulated number that a new company gets where the simulator runs. The command line makes one too, so this knows
// nothing of a simulator that is running.

import { randomInt } from 'node:crypto';
import { findDialect } from '@hudhud/simulator/dialects/registry.ts';
import type { AlsoForCompany } from '../companies/create-company.ts';
import type { Secrets } from '../platform/secrets.ts';
import { defaultProvider } from '../providers/registry.ts';
import { addSimulatedSender, type SimulatedNumber } from '../senders/add-simulated-sender.ts';

/** Never answers. Where no simulator puts its own address in its place, nothing may reach a real provider. */
const nowhere = 'http://simulator.invalid';

/** The settings that decide whether a simulator runs inside the gateway. */
export interface SimulatorSettings {
  readonly simulator: 'auto' | 'yes' | 'no';
  readonly databaseUrl: string | null;
}

export const runsSimulator = (config: SimulatorSettings): boolean =>
  config.simulator === 'yes' || (config.simulator === 'auto' && config.databaseUrl === null);

const randomDigits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** The area code 555 is not in use; the simulator's magic numbers continue with 0 or 1. */
const newPhoneNumber = (): string => `+1555${randomInt(2, 10)}${randomDigits(6)}`;

/** A new number at this provider; null when the simulator does not speak its dialect. */
export const newSimulatedNumber = (provider: string): SimulatedNumber | null => {
  const dialect = findDialect(provider);
  if (!dialect) return null;
  const phoneNumber = newPhoneNumber();
  return { provider, phoneNumber, fields: { ...dialect.account.newFields(phoneNumber), base_url: nowhere } };
};

/** The number that a new company gets. */
const firstNumber = (): SimulatedNumber => {
  const number = newSimulatedNumber(defaultProvider);
  if (!number) throw new Error(`the simulator does not speak ${defaultProvider}`);
  return number;
};

/** Adds a simulated sender to a new company; undefined where no simulator runs. */
export const withSimulatedSender = (
  config: SimulatorSettings,
  secrets: Secrets,
): AlsoForCompany | undefined =>
  runsSimulator(config)
    ? (client, companyId) => addSimulatedSender(client, secrets, companyId, firstNumber())
    : undefined;
