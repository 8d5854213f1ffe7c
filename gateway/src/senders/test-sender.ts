// Asks the provider whether a sender's credentials work. When they do, a suspended sender is used
// again; when they do not, nothing changes, because a message on its way knows better what its refusal means.

import type { SenderState } from '@hudhud/contract/senders.ts';
import type pg from 'pg';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import type { ConnectionTest } from '../providers/provider.ts';
import { changeSenderState } from './change-state.ts';
import type { Sender } from './directory.ts';
import { updatePhoneNumber } from './queries.ts';

export interface SenderTestResult {
  readonly test: ConnectionTest;
  readonly state: SenderState;
}

const keepPhoneNumber = async (pool: pg.Pool, sender: Sender, told: string | null): Promise<void> => {
  // Some write it with the plus sign, some without.
  const phoneNumber = told && (parsePhoneNumber(told) ?? parsePhoneNumber(`+${told}`));
  if (!phoneNumber || phoneNumber === sender.phoneNumber) return;
  await updatePhoneNumber(pool, sender.companyId, sender.id, phoneNumber);
};

export const testSender = async (
  pool: pg.Pool,
  http: OutgoingHttp,
  sender: Sender,
): Promise<SenderTestResult> => {
  const test = await sender.provider.testConnection(http, sender.fields);
  if (test.kind === 'broken') return { test, state: sender.state };
  await keepPhoneNumber(pool, sender, test.phoneNumber);
  const { companyId, id: senderId } = sender;
  await changeSenderState(pool, { companyId, senderId, state: 'connected', failure: null });
  return { test, state: 'connected' };
};
