// A message that waits for another attempt while its gateway is restarted keeps its place: the next one to the same person
// goes behind it.

import { expect, it } from 'vitest';
import { sendingEnvironment, useGateway } from './support/gateway.ts';
import { type LedgerEntry, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const before = await useSendingStage();
const company = await before.createSendingCompany();
/** Something went wrong at the provider: it is tried again, after 2, 4 and 8 seconds. */
const passingFailure = 131000;

it('a message that waits for another attempt is not overtaken after a restart', async () => {
  const to = '+966501230077';
  await company.addFault({ name: 'answer_error', code: passingFailure, to, count: 2 });
  const first = await company.send({ to, message: 'first' }, { prefer: 'respond-async' });
  await waitUntil('two attempts have failed', async () => {
    const { attempts, status } = await company.message(first.body.message_id);
    return attempts === 2 && status === 'queued';
  });
  await before.stop();

  const after = await useGateway({ database: before.database, environment: sendingEnvironment });
  const caller = after.adopt(company);
  const second = await caller.send({ to, message: 'second' }, { prefer: 'respond-async' });
  const arrived = await waitUntil('both have arrived', async () => {
    const query = new URLSearchParams({ phone_number_id: company.account, limit: '100' });
    const { body } = await after.call<{ data: LedgerEntry[] }>('GET', `/simulator/control/ledger?${query}`);
    return body.data.length >= 2 && body.data;
  });
  expect(arrived.map((entry) => entry.body.text.body)).toEqual(['first', 'second']);
  expect(second.status).toBe(202);
});
