// The sender that a company has from its first minute, where the simulator runs: everything works without an account at
// a provider.

import type pg from 'pg';
import type { Secrets } from '../platform/secrets.ts';
import type { ProviderFields } from '../providers/provider.ts';
import { findProvider } from '../providers/registry.ts';
import { addSenderIn } from './add-sender.ts';

/** A number that the simulator will know, made by the room that knows the simulator. */
export interface SimulatedNumber {
  readonly provider: string;
  readonly phoneNumber: string;
  readonly fields: ProviderFields;
}

export const addSimulatedSender = async (
  client: pg.ClientBase,
  secrets: Secrets,
  companyId: string,
  number: SimulatedNumber,
): Promise<void> => {
  const provider = findProvider(number.provider);
  if (!provider) throw new Error(`the simulator speaks ${number.provider}, which is no provider`);
  await addSenderIn(client, secrets, {
    companyId,
    name: 'Simulator',
    provider,
    fields: number.fields,
    isSimulated: true,
    storeId: null,
    phoneNumber: number.phoneNumber,
    messagesPerSecond: null,
    isDefault: true,
  });
};
