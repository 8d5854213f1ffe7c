// A request whose message is sent elsewhere is answered by what the table says, and by this process's own outcome when its
// lane turns out to be here: a new lane is often claimed while its first message is stored.

import { expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { answerWaiters } from './answer-waiters.ts';
import { insertMessage, newLane } from './tests-support/lane-table.ts';
import { makeRequest } from './tests-support/make-request.ts';
import { createWaiters, type Outcome } from './waiters.ts';

const database = await useDatabase();
const pool = database.openPool(2);

const isFinal = ({ status }: Outcome): boolean => status !== 'queued';

const waitFor = async (status: string) => {
  const lane = newLane();
  const messageId = await insertMessage(database, lane, { status, attempt: 1 });
  const request = makeRequest({ companyId: lane.companyId, messageId });
  const waiters = createWaiters();
  const answered = waiters.wait(
    {
      companyId: lane.companyId,
      messageId,
      isElsewhere: true,
      toAnswer: (outcome) =>
        isFinal(outcome) ? { request, status: 200, text: outcome.status, errorCode: null } : null,
    },
    60_000,
  );
  return { waiters, messageId, answered };
};

it('a request is answered with what another process has settled', async () => {
  const { waiters, messageId, answered } = await waitFor('sent');
  await answerWaiters(pool, waiters, [messageId]);
  expect((await answered)?.text).toBe('sent');
  expect(waiters.size).toBe(0);
});

it('a message that is still queued keeps its request waiting', async () => {
  const { waiters, messageId } = await waitFor('queued');
  await answerWaiters(pool, waiters, [messageId]);
  expect(waiters.has(messageId)).toBe(true);
  expect(waiters.take(messageId)).not.toBeNull();
});

it('an outcome that this process settles while the table is read is not missed', async () => {
  const { waiters, messageId, answered } = await waitFor('queued');
  const answering = answerWaiters(pool, waiters, [messageId]);
  const taken = waiters.take(messageId);
  const answer = taken?.waiting.toAnswer({ status: 'sent', failure: null });
  expect(answer).not.toBeNull();
  if (answer) taken?.resolve(answer);
  await answering;
  expect((await answered)?.text).toBe('sent');
});
