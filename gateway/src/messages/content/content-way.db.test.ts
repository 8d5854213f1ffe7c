// A content goes its whole way as it was given: from a command through the table and the lane to a provider, and from a
// provider to the event. The provider is one of the test's own, which carries more than those we have.

import type { MessageContent } from '@hudhud/contract/content.ts';
import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { attemptSend } from '../../dispatch/attempt-send.ts';
import { type Entry, newEntry } from '../../dispatch/entry.ts';
import { findWaiting, markSending } from '../../dispatch/queries.ts';
import { settle } from '../../dispatch/settling/queries.ts';
import { insertEpoch, ownLane, readMessage } from '../../dispatch/tests-support/lane-table.ts';
import { makeRequest } from '../../dispatch/tests-support/make-request.ts';
import { toPayload } from '../../events/to-payload.ts';
import { newUuid } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { metaCloud } from '../../providers/meta-cloud/meta-cloud.ts';
import type { OutgoingMessage, Provider } from '../../providers/provider.ts';
import type { Sender } from '../../senders/directory.ts';
import { makeSender } from '../../senders/tests-support/make-sender.ts';
import { storeIncoming } from '../incoming/queries.ts';
import type { NewMessage } from '../message-columns.ts';
import { prepareMessage } from '../send-command.ts';
import { storeMessages } from '../storing/queries.ts';

const database = await useDatabase();
const pool = database.openPool(2);

const phoneNumber = '+966501234567';
const location: MessageContent = {
  type: 'location',
  location: { latitude: 24.71, longitude: 46.67, name: 'Clinic of {{name}}' },
};
const filled = { ...location, location: { ...location.location, name: 'Clinic of Sara "مرحبا"' } };

const call = {
  method: 'POST',
  url: 'http://127.0.0.1/',
  requestBody: null,
  status: 200,
  answerBody: null,
  milliseconds: 1,
};

const toyProvider = (taken: OutgoingMessage[]): Provider => ({
  ...metaCloud,
  name: 'toy',
  content: {
    text: { charactersMax: 10, needsWindow: false },
    location: { charactersMax: 40, needsWindow: false },
  },
  send: async (_http, _fields, message) => {
    taken.push(message);
    return { outcome: { kind: 'sent', providerMessageId: 'toy.1' }, call };
  },
});

const makeToySender = (taken: OutgoingMessage[]): Sender =>
  makeSender({ provider: toyProvider(taken), publicId: 'snd_toy', name: 'Toy', phoneNumber: null });

const makeMessage = (sender: Sender, content: MessageContent): NewMessage => {
  const command = { phoneNumber, content, replyTo: 'toy.0', variables: { name: 'Sara "مرحبا"' } };
  const prepared = prepareMessage(command, [sender], { scheduleDaysMax: 30, maxAgeHours: 24 });
  return {
    ...newEntry({
      ...prepared,
      companyId: sender.companyId,
      id: newUuid(),
      priority: 0,
      expiresAt: Date.now() + 60_000,
    }),
    requestId: newUuid(),
    senderId: sender.id,
    provider: sender.provider.name,
    status: 'queued',
    laneId: sender.id,
  };
};

const store = async (messages: readonly [NewMessage, ...NewMessage[]]): Promise<void> => {
  const request = makeRequest({ companyId: messages[0].companyId });
  await storeMessages(pool, [{ request, fingerprint: null, messages }]);
};

/** Reads what waits in the lane of a sender and sends it, as a lane does. */
const sendWaiting = async (sender: Sender): Promise<Entry[]> => {
  const lane = { companyId: sender.companyId, senderId: sender.id };
  const epoch = await insertEpoch(database);
  await ownLane(database, lane, epoch);
  const waiting = await findWaiting(pool, lane, [10, 10], []);
  const entries = waiting.map(
    (row): Entry => ({
      ...newEntry({
        companyId: row.company_id,
        id: row.id,
        phoneNumber: row.phone_number,
        personKey: row.person_key ?? row.phone_number,
        type: row.type,
        body: row.body,
        content: row.content,
        contextId: row.context_id,
        priority: row.priority,
        onUnknown: row.on_unknown,
        expiresAt: Number.POSITIVE_INFINITY,
      }),
      attempt: row.attempt,
    }),
  );
  await markSending(pool, entries, epoch);
  for (const entry of entries) {
    entry.attempt += 1;
    const result = await attemptSend(
      {
        http: {} as OutgoingHttp,
        publicUrl: () => 'http://127.0.0.1',
        log: createLog('silent'),
        outcomes: {
          write: async (settlement) => (await settle(pool, [settlement])).length === 1,
          isWriting: () => false,
          drain: async () => undefined,
          waiting: 0,
        },
      },
      sender,
      entry,
      epoch,
    );
    expect(await result.written).toBe(true);
  }
  return entries;
};

describe('a content on its way out', () => {
  it('reaches the provider whole, with its placeholders filled and what it quotes', async () => {
    const taken: OutgoingMessage[] = [];
    const sender = makeToySender(taken);
    const message = makeMessage(sender, location);
    await store([message]);
    await sendWaiting(sender);
    expect(taken).toMatchObject([
      {
        to: phoneNumber,
        content: filled,
        body: 'Location: Clinic of Sara "مرحبا"',
        contextProviderId: 'toy.0',
      },
    ]);
    expect(await readMessage(database, sender, message.id)).toMatchObject({
      status: 'sent',
      provider_message_id: 'toy.1',
    });
  });

  it('shares a statement with plain texts, which keep no content', async () => {
    const taken: OutgoingMessage[] = [];
    const sender = makeToySender(taken);
    await store([makeMessage(sender, { type: 'text', message: 'Hello' }), makeMessage(sender, location)]);
    await sendWaiting(sender);
    expect(taken.map(({ content }) => content)).toEqual([{ type: 'text', message: 'Hello' }, filled]);
    const rows = await database.query<{ type: string; body: string; content: unknown }>(
      'select type, body, content from messages where company_id = $1 order by id',
      [sender.companyId],
    );
    expect(rows).toEqual([
      { type: 'text', body: 'Hello', content: null },
      { type: 'location', body: 'Location: Clinic of Sara "مرحبا"', content: filled },
    ]);
  });

  it('fails without a call when the provider does not carry it', async () => {
    const taken: OutgoingMessage[] = [];
    const sender = makeToySender(taken);
    const message = makeMessage(sender, location);
    await store([message]);
    // It was accepted for another sender, or by another version: a retry may choose a sender that carries less.
    const content = { text: { charactersMax: 10, needsWindow: false } };
    await sendWaiting({ ...sender, provider: { ...sender.provider, content } });
    expect(taken).toEqual([]);
    const { status, failure } = await readMessage(database, sender, message.id);
    expect(status).toBe('failed');
    expect(JSON.parse(failure ?? '')).toMatchObject({ code: 'content_not_carried' });
  });
});

describe('a content that comes in', () => {
  it('is stored with what it answers, and emitted with it', async () => {
    const row = {
      companyId: newUuid(),
      id: newUuid(),
      direction: 'in',
      refersToId: null,
      eventType: 'incoming_message',
      status: 'received',
      senderId: newUuid(),
      provider: 'toy',
      providerMessageId: 'toy.2',
      type: 'location',
      phoneNumber,
      personKey: phoneNumber,
      body: 'Location: Clinic',
      content: filled,
      contextId: 'toy.1',
      at: '2026-11-15T09:30:00.000Z',
      eventId: newUuid(),
    } as const;
    const [emitted] = await storeIncoming(pool, [row]);
    const stored = await database.query('select content, context_id from messages where id = $1', [row.id]);
    expect(stored).toEqual([{ content: filled, context_id: 'toy.1' }]);
    if (!emitted) throw new Error('nothing was emitted');
    expect(toPayload({ ...emitted, timezone: 'UTC' }, () => ({})).data).toMatchObject({
      message_type: 'location',
      message_body: 'Location: Clinic',
      location: filled.location,
    });
  });
});
