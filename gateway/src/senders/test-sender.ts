// Asks the provider whether a sender's credentials work, step by step. When they do, a suspended sender is used again. When
// they do not, it says so wherever it is shown (failing), and its messages still go out: only the refusal of a message
// suspends it, because that knows better what it means.

import type { SenderState } from '@hudhud/contract/senders.ts';
import type pg from 'pg';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import type { DoctorStep } from '../providers/health-part.ts';
import type { ConnectionTest, Failure } from '../providers/provider.ts';
import { changeSenderState } from './change-state.ts';
import type { Sender } from './directory.ts';
import { examineSender } from './doctor.ts';
import { findSender, updatePhoneNumber } from './queries.ts';

export interface SenderTestResult {
  readonly test: ConnectionTest;
  readonly steps: readonly DoctorStep[];
  readonly state: SenderState;
}

const keepPhoneNumber = async (pool: pg.Pool, sender: Sender, reported: string | null): Promise<void> => {
  // Some write it with the plus sign, some without.
  const phoneNumber = reported && (parsePhoneNumber(reported) ?? parsePhoneNumber(`+${reported}`));
  if (!phoneNumber || phoneNumber === sender.phoneNumber) return;
  await updatePhoneNumber(pool, sender.companyId, sender.id, phoneNumber);
};

/** Without these nothing is sent; the other steps are about incoming messages, and about templates. */
const stepsOfSending = new Set(['key', 'token', 'scopes', 'number', 'connection']);

const findFailure = (test: ConnectionTest, steps: readonly DoctorStep[]): Failure | null =>
  test.kind === 'broken'
    ? test.failure
    : (steps.find(({ step, state }) => state === 'broken' && stepsOfSending.has(step))?.failure ?? null);

export const testSender = async (
  pool: pg.Pool,
  http: OutgoingHttp,
  sender: Sender,
  publicUrl: string,
): Promise<SenderTestResult> => {
  const test = await sender.provider.testConnection(http, sender.fields);
  const steps = await examineSender(pool, http, sender, publicUrl, test);
  if (test.kind === 'working') await keepPhoneNumber(pool, sender, test.phoneNumber);
  const { companyId, id: senderId } = sender;
  const failure = findFailure(test, steps);
  const state = failure ? 'failing' : 'connected';
  await changeSenderState(pool, { companyId, senderId, state, failure });
  // A suspended one stays suspended.
  return { test, steps, state: (await findSender(pool, companyId, senderId))?.state ?? state };
};
