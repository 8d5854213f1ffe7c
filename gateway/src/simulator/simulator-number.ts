// A simulated number. The command line makes one too, so this knows nothing of a simulator that is running.

import { randomInt } from 'node:crypto';
import { findDialect } from '@hudhud/simulator/dialects/registry.ts';
import type { SimulatedNumber } from '../senders/add-simulated-sender.ts';

/** Never answers. Where no simulator puts its own address in its place, nothing may reach a real provider. */
const nowhere = 'http://simulator.invalid';

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
