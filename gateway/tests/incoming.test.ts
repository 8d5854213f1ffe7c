// Messages from people: each becomes one row and one event, however often the provider reports it.

import pg from 'pg';
import { describe, expect, it } from 'vitest';
import {
  createIncomingRecorder,
  type IncomingRecorderOptions,
  type ReportedMessage,
} from '../src/messages/incoming/incoming-recorder.ts';
import { newUuid, timeOfUuid } from '../src/platform/ids.ts';
import type { CallbackMessage } from '../src/providers/callback.ts';
import { useDatabase } from './support/database.ts';
import { expectSameAsRead } from './support/expect-same-as-read.ts';
import { makeKeepingListener } from './support/keeping-listener.ts';

const database = await useDatabase();
const writers = database.openPool(4);

const hour = 3_600_000;
const day = 24 * hour;

const createRecorder = (options: Partial<IncomingRecorderOptions> = {}) =>
  createIncomingRecorder({ writers, ...options });

const recorder = createRecorder();

const makeSender = () => ({ companyId: newUuid(), senderId: newUuid(), provider: 'meta_cloud' });

const report = (
  sender: ReturnType<typeof makeSender>,
  changes: Partial<CallbackMessage> = {},
): ReportedMessage => ({
  ...sender,
  message: {
    providerMessageId: 'wamid.1',
    from: '966501234567',
    fromName: 'هدى',
    type: 'text',
    text: 'مرحبا 👋',
    at: new Date(Math.floor(Date.now() / 1000) * 1000),
    raw: { id: 'wamid.1', unknown_to_us: 'kept' },
    ...changes,
  },
});

interface Row {
  id: string;
  body: string;
  phone_number: string;
}

const rowsOf = (companyId: string): Promise<Row[]> =>
  database.query<Row>('select * from messages where company_id = $1 order by body', [companyId]);

const eventsOf = (companyId: string) =>
  database.query('select type, message_id, sender_id, at, status from events where company_id = $1', [
    companyId,
  ]);

describe('a message from a person', () => {
  it('becomes a row with all that is known of it, and an event', async () => {
    const sender = makeSender();
    const item = report(sender);
    await recorder.record([item]);
    const [row, ...others] = await rowsOf(sender.companyId);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      direction: 'in',
      status: 'received',
      type: 'text',
      phone_number: '+966501234567',
      body: 'مرحبا 👋',
      provider: 'meta_cloud',
      sender_id: sender.senderId,
      provider_message_id: 'wamid.1',
      contact_name: 'هدى',
      raw: '{"id":"wamid.1","unknown_to_us":"kept"}',
      request_id: null,
      lane_id: null,
      owner_epoch: null,
    });
    expect(timeOfUuid(row?.id ?? '')).toEqual(item.message.at);
    expect(await eventsOf(sender.companyId)).toEqual([
      {
        type: 'incoming_message',
        message_id: row?.id,
        sender_id: sender.senderId,
        at: item.message.at,
        status: null,
      },
    ]);
  });

  it.each([
    ['hides the number', null],
    ['is known by another id', 'US.13491208655302741918'],
  ])('has no phone number when the person %s', async (_name, from) => {
    const sender = makeSender();
    await recorder.record([report(sender, { from })]);
    expect((await rowsOf(sender.companyId))[0]?.phone_number).toBe('');
  });

  it.each([
    ['now', 0],
    ['from six days ago', -6 * day],
    ['from a clock that is a minute ahead', 60_000],
    ['from eight months ago', -240 * day],
    ['from the next year', 365 * day],
  ])('is stored and emitted once when it comes twice: %s', async (_name, difference) => {
    const sender = makeSender();
    const item = report(sender, { at: new Date(Date.now() + difference) });
    await recorder.record([item, item]);
    await recorder.record([item]);
    await createRecorder().record([item]);
    expect(await rowsOf(sender.companyId)).toHaveLength(1);
    expect(await eventsOf(sender.companyId)).toHaveLength(1);
  });

  it.each([
    ['is too old for a partition', -240 * day],
    ['lies in the future', 365 * day],
  ])('gets the time it came when its own %s', async (_name, difference) => {
    const sender = makeSender();
    const at = new Date(Date.now() + difference);
    await recorder.record([report(sender, { at })]);
    const [row] = await rowsOf(sender.companyId);
    expect(Math.abs(timeOfUuid(row?.id ?? '').getTime() - Date.now())).toBeLessThan(hour);
    expect(await eventsOf(sender.companyId)).toMatchObject([{ at }]);
  });

  it('is another one at another sender', async () => {
    const one = makeSender();
    const other = { ...one, senderId: newUuid() };
    const old = new Date(Date.now() - 240 * day);
    await recorder.record([report(one), report(other), report(one, { at: old }), report(other, { at: old })]);
    const senders = await database.query('select distinct sender_id from messages where company_id = $1', [
      one.companyId,
    ]);
    expect(senders).toHaveLength(2);
  });

  it('may hold any text', async () => {
    const sender = makeSender();
    const texts = ['', '"', '\\', '{}', 'NULL', ',', '\u202e', "'; drop table messages", '👩‍👩‍👧'];
    await recorder.record(
      texts.map((text, index) =>
        report(sender, { providerMessageId: `wamid.${index}`, text, fromName: text }),
      ),
    );
    const bodies = (await rowsOf(sender.companyId)).map(({ body }) => body);
    expect(bodies.sort()).toEqual(texts.toSorted());
  });
});

describe('a listener', () => {
  it('is notified of what is new after it is committed', async () => {
    const sender = makeSender();
    const { listener, emitted } = makeKeepingListener();
    const listened = createRecorder({ listener });
    await listened.record([report(sender)]);
    await listened.record([report(sender)]);
    const [row] = await rowsOf(sender.companyId);
    expect(emitted.map((event) => event.message_id)).toEqual([row?.id]);
    await expectSameAsRead(database, emitted);
  });

  it('is drained when everything is stored', async () => {
    const sender = makeSender();
    const items = Array.from({ length: 600 }, (_, index) =>
      report(sender, { providerMessageId: `wamid.${index}` }),
    );
    const recording = recorder.record(items);
    await recorder.drain();
    expect(recorder.waiting).toBe(0);
    expect(await rowsOf(sender.companyId)).toHaveLength(600);
    await recording;
  });
});

describe('a lost reply', () => {
  it.each([
    ['with a time of its own', 0],
    ['that has the time it came', -240 * day],
  ])('does not double a message %s', async (_name, difference) => {
    const sender = makeSender();
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<unknown>;
    let losses = 2;
    const losing = async (...parameters: unknown[]): Promise<unknown> => {
      const result = await query(...parameters);
      if ((parameters[0] as { name?: string }).name === 'store-incoming' && losses-- > 0) {
        throw new Error('Connection terminated unexpectedly');
      }
      return result;
    };
    await createRecorder({ writers: Object.assign(pool, { query: losing }) }).record([
      report(sender, { at: new Date(Date.now() + difference) }),
    ]);
    await pool.end();
    expect(await rowsOf(sender.companyId)).toHaveLength(1);
    expect(await eventsOf(sender.companyId)).toHaveLength(1);
  });
});
