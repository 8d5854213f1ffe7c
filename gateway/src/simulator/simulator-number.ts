// The simulated number that a new company gets where the simulator runs. The command line makes one too, so this knows
// nothing of a simulator that is running.

import { randomBytes, randomInt } from 'node:crypto';
import type { AlsoForCompany } from '../companies/create-company.ts';
import type { Secrets } from '../platform/secrets.ts';
import { metaCloud } from '../providers/meta-cloud/meta-cloud.ts';
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

/** The area code 555 belongs to nobody; the simulator's magic numbers go on with 0 or 1. */
const newPhoneNumber = (): string => `+1555${randomInt(2, 10)}${randomDigits(6)}`;

export const newSimulatedNumber = (): SimulatedNumber => ({
  provider: metaCloud.name,
  phoneNumber: newPhoneNumber(),
  fields: {
    phone_number_id: `9${randomDigits(14)}`,
    waba_id: `9${randomDigits(14)}`,
    access_token: randomBytes(24).toString('base64url'),
    app_secret: randomBytes(16).toString('hex'),
    verify_token: randomBytes(16).toString('base64url'),
    base_url: nowhere,
  },
});

/** What a new company gets besides its store and token: undefined where no simulator runs. */
export const withSimulatedSender = (
  config: SimulatorSettings,
  secrets: Secrets,
): AlsoForCompany | undefined =>
  runsSimulator(config)
    ? (client, companyId) => addSimulatedSender(client, secrets, companyId, newSimulatedNumber())
    : undefined;
