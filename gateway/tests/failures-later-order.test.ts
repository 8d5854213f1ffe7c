// Failures that pass, in every order in which statuses and our own outcome can come: no message is sent again that may
// have arrived, and none is sent again twice for one failure.

import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createStatusRecorder } from '../src/messages/statuses/status-recorder.ts';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import type { CallbackStatus } from '../src/providers/callback.ts';
import { useDatabase } from './support/database.ts';
import { atFileEnd } from './support/file-end.ts';
import { insertSent, type OutgoingMessage, storyOf } from './support/outgoing-message.ts';

const database = await useDatabase();
const writers = new pg.Pool({ connectionString: database.url, max: 4 });
atFileEnd(() => writers.end());
const recorder = createStatusRecorder({ writers });
const senderId = newUuid();

interface Choices {
  readonly status?: string;
  readonly attempt?: number;
  readonly ownerEpoch?: number | null;
  readonly expiresInSeconds?: number;
}

const insert = async ({
  status = 'sent',
  attempt = 1,
  ownerEpoch = null,
  expiresInSeconds,
}: Choices = {}) => {
  const message: OutgoingMessage = { id: newUuid(), companyId: newUuid(), attempt, echo: '' };
  await database.query(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, attempt, owner_epoch,
       sender_id, provider_message_id, expires_at)
     values ($1, $2, 'out', $3, 'text', '+966501234567', 'Hello', 'meta_cloud', $4, $5, $6, $7,
       now() + make_interval(secs => $8))`,
    [
      message.companyId,
      message.id,
      status,
      attempt,
      ownerEpoch,
      senderId,
      `wamid.${message.id}`,
      expiresInSeconds ?? 3_600,
    ],
  );
  return message;
};

const failure = { code: '131000', title: 'T', detail: 'D', cause: 'C', action: 'It is tried again.' };

const failed = (message: OutgoingMessage, attempt: number, changes: Partial<CallbackStatus> = {}) => ({
  companyId: message.companyId,
  senderId,
  status: {
    providerMessageId: `wamid.${message.id}`,
    status: 'failed',
    at: new Date(),
    recipient: null,
    echo: `${toPublicId('message', message.id)}:${attempt}`,
    failure,
    verdict: { kind: 'retry', scope: 'message', afterSeconds: null },
    raw: {},
    ...changes,
  } satisfies CallbackStatus,
});

const delivered = (message: OutgoingMessage, attempt: number) =>
  failed(message, attempt, { status: 'delivered', failure: null });

const actionOf = (story: { failure: string | null }): string =>
  (JSON.parse(story.failure ?? '{}') as { action?: string }).action ?? '';

describe('a failure that passes', () => {
  it('puts the message back once, however often it is reported', async () => {
    const message = await insert();
    await recorder.record([failed(message, 1), failed(message, 1)]);
    await recorder.record([failed(message, 1)]);
    const story = await storyOf(database, message);
    expect(story).toMatchObject({ status: 'queued', isWaiting: true, events: [] });
    expect(story.statuses).toEqual(['1 failed', '1 queued']);
    expect(actionOf(story)).toBe('It is tried again.');
  });

  it('that is reported again after the next attempt began changes nothing', async () => {
    const message = await insert();
    await recorder.record([failed(message, 1)]);
    await database.query(
      `update messages set status = 'sent', attempt = 2, lane_id = null, due_at = null where id = $1`,
      [message.id],
    );
    await recorder.record([failed(message, 1)]);
    expect(await storyOf(database, message)).toMatchObject({ status: 'sent', isWaiting: false });
  });

  it.each([
    ['before', (message: OutgoingMessage) => [[delivered(message, 1)], [failed(message, 1)]]],
    ['after', (message: OutgoingMessage) => [[failed(message, 1)], [delivered(message, 1)]]],
    ['together with', (message: OutgoingMessage) => [[failed(message, 1), delivered(message, 1)]]],
  ])('is none when the message was delivered %s it', async (_when, batches) => {
    const message = await insert();
    for (const batch of batches(message)) await recorder.record(batch);
    expect(await storyOf(database, message)).toMatchObject({
      status: 'delivered',
      isWaiting: false,
      failure: null,
    });
  });

  it.each<[string, Choices]>([
    ['is just being sent', { status: 'sending', ownerEpoch: 1 }],
    ['would be sent too late', { expiresInSeconds: 5 }],
  ])('is final, and says so, for a message that %s', async (_which, choices) => {
    const message = await insert(choices);
    await recorder.record([failed(message, 1)]);
    const story = await storyOf(database, message);
    expect(story).toMatchObject({ status: 'failed', isWaiting: false, events: ['1 failed'] });
    expect(actionOf(story)).toBe('It is not tried again by itself. Send it again later.');
  });

  it('of an unconfirmed message settles it: it did not arrive, and is retried', async () => {
    const message = await insert({ status: 'unconfirmed' });
    await recorder.record([failed(message, 1)]);
    expect(await storyOf(database, message)).toMatchObject({ status: 'queued', isWaiting: true });
  });

  it('without an echo is found by any id that the provider has used, and keeps its price', async () => {
    const message = await insert();
    await insertSent(database, message.companyId, [message.id], 1, `wamid.${message.id}`);
    const otherIds = [`wamid.${message.id}`];
    const changes = { echo: null, providerMessageId: `gs-${message.id}`, otherIds, pricing: 'utility' };
    await recorder.record([failed(message, 1, changes)]);
    expect(await storyOf(database, message)).toMatchObject({ status: 'queued', isWaiting: true });
    const [row] = await database.query<{ pricing: string }>(
      `select pricing from message_statuses where message_id = $1 and status = 'failed'`,
      [message.id],
    );
    expect(row?.pricing).toBe('utility');
  });

  it('shares a batch with others that have none', async () => {
    const [one, other] = [await insert(), await insert()];
    await recorder.record([
      failed(one, 1),
      delivered(other, 1),
      failed(other, 1, { verdict: { kind: 'rejected' } }),
    ]);
    expect((await storyOf(database, one)).status).toBe('queued');
    expect((await storyOf(database, other)).status).toBe('delivered');
  });
});
