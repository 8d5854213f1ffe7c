// What becomes of a message when its statuses come: in any order, twice, early, late, or for another attempt.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createStatusRecorder,
  type ReportedStatus,
  type StatusRecorderOptions,
} from '../src/messages/statuses/status-recorder.ts';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import type { CallbackStatus } from '../src/providers/callback.ts';
import type { Failure } from '../src/providers/provider.ts';
import { useDatabase } from './support/database.ts';
import { expectSameAsRead } from './support/expect-same-as-read.ts';
import { makeKeepingListener } from './support/keeping-listener.ts';
import {
  insertOneOutgoing,
  insertOutgoing,
  type OutgoingMessage,
  storyOf,
} from './support/outgoing-message.ts';

const database = await useDatabase();
const writers = database.openPool(4);

type StatusName = CallbackStatus['status'];

const failure: Failure = {
  code: '131026',
  title: 'Message undeliverable',
  detail: 'Message Undeliverable.',
  cause: 'The number has no WhatsApp.',
  action: 'Check the number.',
};

const senderId = newUuid();

const report = (
  message: OutgoingMessage,
  status: StatusName,
  changes: Partial<CallbackStatus> = {},
): ReportedStatus => ({
  companyId: message.companyId,
  senderId,
  status: {
    providerMessageId: `wamid.${message.id}`,
    status,
    at: new Date('2026-11-15T09:30:00Z'),
    recipient: '966501234567',
    echo: message.echo,
    failure: status === 'failed' ? failure : null,
    raw: { status, unknown_to_us: 'kept' },
    ...changes,
  },
});

const createRecorder = (options: Partial<StatusRecorderOptions> = {}) =>
  createStatusRecorder({ writers, ...options });

const recorder = createRecorder();

const recordInTurn = async (message: OutgoingMessage, ...names: StatusName[]): Promise<void> => {
  for (const name of names) await recorder.record([report(message, name)]);
};

describe('the statuses of a message', () => {
  it('move it forward, each written down once, each emitted once', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    await recordInTurn(message, 'sent', 'delivered', 'read', 'played');
    const all = ['1 delivered', '1 played', '1 read', '1 sent'];
    expect(await storyOf(database, message)).toEqual({
      status: 'played',
      failure: null,
      providerMessageId: `wamid.${message.id}`,
      isWaiting: false,
      statuses: all,
      events: all,
    });
  });

  it('keep what the provider sent, and emit when and for which sender', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    await recordInTurn(message, 'failed');
    const [row] = await database.query(
      'select at, failure, raw, provider_message_id from message_statuses where message_id = $1',
      [message.id],
    );
    expect(row).toEqual({
      at: new Date('2026-11-15T09:30:00Z'),
      failure: JSON.stringify(failure),
      raw: '{"status":"failed","unknown_to_us":"kept"}',
      provider_message_id: `wamid.${message.id}`,
    });
    const [event] = await database.query(
      'select type, at, attempt, status, sender_id, data from events where message_id = $1',
      [message.id],
    );
    expect(event).toEqual({
      type: 'message_status',
      at: new Date('2026-11-15T09:30:00Z'),
      attempt: 1,
      status: 'failed',
      sender_id: senderId,
      data: JSON.stringify({ failure }),
    });
  });

  it('change nothing when they come again', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    await recordInTurn(message, 'sent', 'delivered');
    const before = await storyOf(database, message);
    const [{ updated_at: updatedAt } = {}] = await database.query<{ updated_at: Date }>(
      'select updated_at from messages where id = $1',
      [message.id],
    );
    await recordInTurn(message, 'delivered', 'sent');
    await recorder.record([report(message, 'sent'), report(message, 'delivered'), report(message, 'sent')]);
    expect(await storyOf(database, message)).toEqual(before);
    const rows = await database.query('select updated_at from messages where id = $1', [message.id]);
    expect(rows).toEqual([{ updated_at: updatedAt }]);
  });

  it('count once when one batch holds them twice', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    const names: StatusName[] = ['sent', 'sent', 'read', 'delivered', 'read', 'sent'];
    await recorder.record(names.map((name) => report(message, name)));
    const once = ['1 delivered', '1 read', '1 sent'];
    expect(await storyOf(database, message)).toMatchObject({ status: 'read', statuses: once, events: once });
  });

  it('may come in the wrong order', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    await recordInTurn(message, 'read', 'sent', 'delivered');
    const all = ['1 delivered', '1 read', '1 sent'];
    expect(await storyOf(database, message)).toMatchObject({ status: 'read', statuses: all, events: all });
  });

  it('fail it while it has not been delivered, and say why', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    await recordInTurn(message, 'sent', 'failed');
    const story = await storyOf(database, message);
    expect(story.status).toBe('failed');
    expect(JSON.parse(story.failure ?? '')).toEqual(failure);
  });

  it('say that there is no reason where the provider gives none', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    await recorder.record([report(message, 'failed', { failure: null })]);
    const story = await storyOf(database, message);
    expect(JSON.parse(story.failure ?? '')).toMatchObject({ code: 'no_reason', action: expect.any(String) });
  });

  it('are kept but do not fail what has been delivered', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    await recordInTurn(message, 'delivered', 'failed');
    const both = ['1 delivered', '1 failed'];
    expect(await storyOf(database, message)).toMatchObject({
      status: 'delivered',
      failure: null,
      statuses: both,
      events: both,
    });
  });

  it('put right a failure that was none: what was delivered has reached the person', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    await recordInTurn(message, 'failed', 'sent');
    expect((await storyOf(database, message)).status).toBe('failed');
    await recordInTurn(message, 'delivered');
    expect(await storyOf(database, message)).toMatchObject({ status: 'delivered', failure: null });
  });

  it.each(['queued', 'sending', 'unconfirmed'])('settle a message that is %s', async (status) => {
    const message = await insertOneOutgoing(database, newUuid(), { status, waitsIn: senderId });
    await recordInTurn(message, 'sent');
    expect(await storyOf(database, message)).toMatchObject({ status: 'sent', isWaiting: false });
    const rows = await database.query('select owner_epoch from messages where id = $1', [message.id]);
    expect(rows).toEqual([{ owner_epoch: '1' }]);
  });

  it('of an earlier attempt move it forward, and never fail it', async () => {
    const company = newUuid();
    const [delivered, failed] = await insertOutgoing(database, company, 2, {
      status: 'queued',
      attempt: 2,
      waitsIn: senderId,
    });
    if (!delivered || !failed) throw new Error('two messages were inserted');
    const echoOf = (message: OutgoingMessage) => `${toPublicId('message', message.id)}:1`;
    await recorder.record([
      report(delivered, 'delivered', { echo: echoOf(delivered) }),
      report(failed, 'failed', { echo: echoOf(failed) }),
    ]);
    expect(await storyOf(database, delivered)).toMatchObject({ status: 'delivered', isWaiting: false });
    expect(await storyOf(database, failed)).toMatchObject({
      status: 'queued',
      isWaiting: true,
      statuses: ['1 failed'],
      events: ['1 failed'],
    });
  });

  it('of two attempts are two statuses', async () => {
    const message = await insertOneOutgoing(database, newUuid(), { attempt: 2 });
    const first = { echo: `${toPublicId('message', message.id)}:1` };
    await recorder.record([report(message, 'sent', first), report(message, 'sent')]);
    expect((await storyOf(database, message)).statuses).toEqual(['1 sent', '2 sent']);
  });

  it('keep the provider id that is there', async () => {
    const message = await insertOneOutgoing(database, newUuid(), { providerMessageId: 'wamid.first' });
    await recordInTurn(message, 'sent');
    expect((await storyOf(database, message)).providerMessageId).toBe('wamid.first');
  });

  it('of another company’s message change nothing there', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    const before = await storyOf(database, message);
    const stranger = { ...report(message, 'read'), companyId: newUuid() };
    await recorder.record([stranger]);
    expect(await storyOf(database, message)).toEqual(before);
  });

  it('do not touch an incoming message', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    await database.query(`update messages set direction = 'in', status = 'received' where id = $1`, [
      message.id,
    ]);
    await recordInTurn(message, 'read');
    expect(await storyOf(database, message)).toMatchObject({ status: 'received', statuses: [], events: [] });
  });
});

/** Where a message must end, in any order of statuses. */
const expectedStatus = (names: readonly StatusName[]): StatusName => {
  const reached = (['played', 'read', 'delivered'] as const).find((name) => names.includes(name));
  return reached ?? (names.includes('failed') ? 'failed' : 'sent');
};

describe('any order, any repetition, any batches', () => {
  it('end in the same status, with each status once', async () => {
    const company = newUuid();
    const name = fc.constantFrom<StatusName>('sent', 'delivered', 'read', 'played', 'failed');
    const batches = fc.array(fc.array(name, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(batches, fc.boolean(), async (parts, isAtOnce) => {
        const message = await insertOneOutgoing(database, company);
        const record = (names: StatusName[]) => recorder.record(names.map((each) => report(message, each)));
        if (isAtOnce) await Promise.all(parts.map(record));
        else for (const part of parts) await record(part);
        const names = parts.flat();
        const once = [...new Set(names)].sort().map((each) => `1 ${each}`);
        const story = await storyOf(database, message);
        expect(story).toMatchObject({ status: expectedStatus(names), statuses: once, events: once });
      }),
      { numRuns: 60 },
    );
  });

  it('end in the same status when two processes record them at once', async () => {
    const other = createRecorder();
    const messages = await insertOutgoing(database, newUuid(), 300);
    const all = (names: StatusName[]) =>
      names.flatMap((name) => messages.map((message) => report(message, name)));
    await Promise.all([
      recorder.record(all(['sent', 'read', 'failed'])),
      other.record(all(['failed', 'delivered', 'sent']).toReversed()),
    ]);
    for (const message of [messages[0], messages[150], messages[299]] as OutgoingMessage[]) {
      expect(await storyOf(database, message)).toMatchObject({
        status: 'read',
        events: ['1 delivered', '1 failed', '1 read', '1 sent'],
      });
    }
  });
});

describe('a listener', () => {
  it('is notified of every new status after it is committed, as it would read it, and nothing of what was there', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    const { listener, emitted } = makeKeepingListener();
    const listened = createRecorder({ listener });
    await listened.record([report(message, 'sent'), report(message, 'delivered')]);
    await listened.record([report(message, 'sent'), report(message, 'failed')]);
    expect(emitted.map(({ status }) => status)).toEqual(['sent', 'delivered', 'failed']);
    await expectSameAsRead(database, emitted);
  });

  it('is drained when everything is recorded', async () => {
    const messages = await insertOutgoing(database, newUuid(), 700);
    const recording = recorder.record(messages.map((message) => report(message, 'sent')));
    await recorder.drain();
    expect(recorder.waiting).toBe(0);
    await recording;
    const [last] = messages.slice(-1);
    expect((await storyOf(database, last as OutgoingMessage)).status).toBe('sent');
  });
});
