// Failures that come after the provider has taken a message, in a status: what passes is tried again, a few times and in
// sight; what is wrong with the sender stops the sender; and what is said is true.

import type { Message } from '@hudhud/contract/messages.ts';
import type { Timeline } from '@hudhud/contract/timeline.ts';
import { describe, expect, it } from 'vitest';
import { fromPublicId } from '../src/platform/ids.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();
const { pool } = stage.running.storage.database;
// Our own outcome is written before the status comes, as it is with a provider that is not in the same process.
await stage.call('PATCH', '/simulator/control/settings', {
  body: { sent_delay_ms: 300, delivered_delay_ms: 400, read_delay_ms: 500 },
});

const person = '+966501230001';

const uuidOf = (message: Message): string => fromPublicId('message', message.id) ?? '';

/** A message of which the provider said later that it failed with this code. */
const sendFailing = async (company: SendingCompany, code: number): Promise<Message> => {
  await company.addFault({ name: 'failed_status', code, to: person });
  const answer = await company.send({ to: person, message: `fails with ${code}` });
  expect([answer.status, answer.body.status]).toEqual([200, 'sent']);
  return await waitUntil(`the failure ${code} came`, async () => {
    const message = await company.message(answer.body.message_id);
    return message.failure?.code === String(code) && message;
  });
};

/** Makes a retry due at once: the test does not wait half a minute. */
const hasten = (message: Message) =>
  pool.query('update messages set due_at = now() where id = $1 and due_at is not null', [uuidOf(message)]);

const emittedOf = async (message: Message): Promise<string[]> => {
  const { rows } = await pool.query<{ line: string }>(
    `select attempt || ' ' || status as line from events where message_id = $1 order by id`,
    [uuidOf(message)],
  );
  return rows.map(({ line }) => line);
};

const storyOf = async (company: SendingCompany, message: Message): Promise<string[]> => {
  const { body } = await company.get<Timeline>(`/api/v1/messages/${message.id}/timeline`);
  return body.entries.flatMap((entry) =>
    entry.kind === 'status' ? [`${entry.attempt} ${entry.title}`] : [],
  );
};

describe('a failure that passes', () => {
  it.for([131000, 131016, 131056, 130429, 131057, 80007])(
    '%i: the message waits to be sent again, and says so',
    async (code) => {
      const company = await stage.createSendingCompany();
      const message = await sendFailing(company, code);
      expect(message).toMatchObject({ status: 'queued', attempts: 1 });
      expect(message.failure?.action).toBe('Nothing: it is tried again by itself.');
      const wait = Date.parse(message.next_attempt_at ?? '') - Date.parse(message.updated_at);
      expect(wait).toBeGreaterThanOrEqual(29_000);
      expect((await company.currentSender()).state).toBe('connected');
    },
  );

  it('is followed by another attempt, and its timeline shows both', async () => {
    const company = await stage.createSendingCompany();
    const message = await sendFailing(company, 131000);
    await company.clearFaults();
    await hasten(message);
    const read = await company.waitFor(message.id, 'read');
    expect(read).toMatchObject({ attempts: 2, failure: null });
    expect(await company.ledger({ to: person })).toHaveLength(2);
    const story = await storyOf(company, message);
    expect(story).toEqual([
      '1 Taken by the provider',
      expect.stringMatching(/^1 Failed: /),
      '1 Waiting to be sent again',
      '2 Taken by the provider',
      '2 Delivered to the phone',
      '2 Read',
    ]);
    expect(await emittedOf(message)).toEqual(['1 sent', '2 sent', '2 delivered', '2 read']);
  });

  it('is tried again three times, and then has failed and says what is true', async () => {
    const company = await stage.createSendingCompany();
    const message = await sendFailing(company, 131016);
    for (const attempts of [2, 3, 4]) {
      await hasten(message);
      await waitUntil(`attempt ${attempts} failed too`, async () => {
        const current = await company.message(message.id);
        return current.attempts === attempts && current.failure !== null && current.status !== 'sending';
      });
    }
    const failed = await company.waitFor(message.id, 'failed');
    expect(failed).toMatchObject({ attempts: 4, next_attempt_at: null });
    expect(failed.failure?.action).toBe('It is not tried again by itself. Send it again later.');
    expect((await emittedOf(message)).at(-1)).toBe('4 failed');
  });

  it('is not tried again for a person who has opted out since', async () => {
    const company = await stage.createSendingCompany();
    await company.addFault({ name: 'failed_status', code: 131000, to: person });
    const answer = await company.send({ to: person });
    const body = { phone_number: person, consent: { state: 'opted_out', source: 'paper' } };
    expect((await company.call('POST', '/api/v1/contacts', { body })).status).toBeLessThan(300);
    const failed = await company.waitFor(answer.body.message_id, 'failed');
    expect(failed.failure?.action).toBe('It is not tried again by itself. Send it again later.');
  });
});

describe('a failure of the sender', () => {
  it.for([131042, 190, 368])('%i: suspends it as an answer does, and the message waits', async (code) => {
    const company = await stage.createSendingCompany();
    const message = await sendFailing(company, code);
    expect(message).toMatchObject({ status: 'queued', attempts: 1 });
    const sender = await waitUntil('the sender was suspended', async () => {
      const current = await company.currentSender();
      return current.state === 'suspended' && current;
    });
    expect(sender.failure).toMatchObject({ code: String(code) });
    await company.clearFaults();
    expect((await company.call('POST', `/api/v1/senders/${company.sender.id}/test`)).body).toMatchObject({
      is_working: true,
      state: 'connected',
    });
    await hasten(message);
    expect(await company.waitFor(message.id, 'read')).toMatchObject({ attempts: 2 });
  });
});

describe('a failure for good', () => {
  it('fails the message, and nothing else', async () => {
    const company = await stage.createSendingCompany();
    const message = await sendFailing(company, 131026);
    expect(message).toMatchObject({ status: 'failed', attempts: 1, next_attempt_at: null });
    expect((await company.currentSender()).state).toBe('connected');
  });
});
