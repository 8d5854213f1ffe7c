// The callbacks of a provider are stored, all of them, before they are answered.

import { describe, expect, it } from 'vitest';
import { fixtureNames, itemsOf, readFixture } from '../src/providers/cloud-api/tests-support/fixtures.ts';
import { type TestSender, useCallbackGateway } from './support/callback-gateway.ts';
import { metaCallback } from './support/meta-callback.ts';
import { insertOneOutgoing, insertOutgoing, storyOf } from './support/outgoing-message.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useCallbackGateway();
const { database } = gateway;

/** The number that the fixtures are about. */
const fixtureAccount = '106540352242922';

const countOf = async (sql: string, sender: TestSender): Promise<number> => {
  const [row] = await database.query<{ count: number }>(`select count(*)::int from ${sql}`, [
    sender.companyId,
  ]);
  return row?.count ?? 0;
};

const countAll = async (sender: TestSender) => ({
  messages: await countOf(
    `messages where (direction, status) in (('in', 'received'), ('out', 'sent')) and raw is not null
       and company_id = $1`,
    sender,
  ),
  emitted: await countOf(
    `events where company_id = $1
       and type in ('incoming_message', 'message_edited', 'message_deleted', 'app_message')`,
    sender,
  ),
  calls: await countOf(`events where type = 'call' and company_id = $1`, sender),
  parked: await countOf('parked_statuses where company_id = $1', sender),
  notices: await countOf(`events where type = 'provider_notice' and company_id = $1`, sender),
});

const addSender = (account?: string): Promise<TestSender> =>
  gateway.addSender({ ...(account !== undefined && { account }) });

describe('every shape of callback', () => {
  it.each(fixtureNames(''))('is stored whole: %s', async (name) => {
    const sender = await addSender(fixtureAccount);
    const answer = await sender.callBack(readFixture(name));
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '' });
    const items = itemsOf(name);
    const counts = await countAll(sender);
    const kinds = items.map(({ kind }) => kind);
    const count = (kind: string) => kinds.filter((each) => each === kind).length;
    expect(counts).toEqual({
      messages: count('message'),
      emitted: count('message'),
      // The messages of the fixtures' statuses are not ours.
      parked: count('status'),
      notices: count('notice'),
      calls: count('call'),
    });
    expect(items).not.toHaveLength(0);
  });

  it('keeps the topic and the words of a notice', async () => {
    const sender = await addSender();
    await sender.callBack(readFixture('notice-template-status'));
    const [event] = await database.query<{ sender_id: string; data: string }>(
      `select sender_id, data from events where company_id = $1`,
      [sender.companyId],
    );
    expect(event?.sender_id).toBe(sender.id);
    expect(JSON.parse(event?.data ?? '')).toEqual({
      topic: 'message_template_status_update',
      raw: (readFixture('notice-template-status') as { entry: unknown[] }).entry[0],
    });
  });
});

describe('one callback', () => {
  it('of 3 entries with 2 changes of 3 statuses counts 18 statuses', async () => {
    const sender = await addSender();
    const messages = await insertOutgoing(database, sender.companyId, 18);
    const place = (entry: number, change: number) =>
      messages.slice(entry * 6 + change * 3, entry * 6 + change * 3 + 3);
    const change = (entry: number, index: number) => ({
      account: sender.account,
      statuses: place(entry, index).map(({ id, echo }) => ({ id: `wamid.${id}`, status: 'delivered', echo })),
    });
    const body = metaCallback(...[0, 1, 2].map((entry) => [change(entry, 0), change(entry, 1)]));
    expect((await sender.callBack(body)).status).toBe(200);
    const stories = await Promise.all(messages.map((message) => storyOf(database, message)));
    expect(stories.map(({ status }) => status)).toEqual(messages.map(() => 'delivered'));
  });

  it('of 1,000 updates is stored in one go, and again without a change', async () => {
    const sender = await addSender();
    const messages = await insertOutgoing(database, sender.companyId, 1_000);
    const statuses = messages.map(({ id, echo }) => ({ id: `wamid.${id}`, status: 'read', echo }));
    const body = metaCallback([{ account: sender.account, statuses }]);
    expect((await sender.callBack(body)).status).toBe(200);
    expect((await sender.callBack(body)).status).toBe(200);
    await waitUntil('a callback so large was worked off', async () => {
      return (await countOf('stored_callbacks where company_id = $1', sender)) === 0;
    });
    expect(await countOf(`messages where status = 'read' and company_id = $1`, sender)).toBe(1_000);
    expect(await countOf('message_statuses where company_id = $1', sender)).toBe(1_000);
    expect(await countOf('events where company_id = $1', sender)).toBe(1_000);
  });

  it('with messages and statuses side by side keeps both', async () => {
    const sender = await addSender();
    const message = await insertOneOutgoing(database, sender.companyId);
    const statuses = [{ id: 'wamid.out', status: 'sent', echo: message.echo }];
    const texts = [
      { id: 'wamid.in.1', text: 'Hi' },
      { id: 'wamid.in.2', text: 'there' },
    ];
    await sender.callBack(metaCallback([{ account: sender.account, statuses, texts }]));
    expect((await storyOf(database, message)).status).toBe('sent');
    expect((await countAll(sender)).messages).toBe(2);
  });

  it('with a part that makes no sense keeps the others', async () => {
    const sender = await addSender();
    const message = await insertOneOutgoing(database, sender.companyId);
    const statuses = [
      { id: '', status: 'sent', echo: message.echo },
      { id: 'wamid.odd', status: 'warming up', echo: message.echo },
      { id: 'wamid.good', status: 'delivered', echo: message.echo },
    ];
    const body = metaCallback([{ account: sender.account, statuses }]);
    expect((await sender.callBack({ ...body, extra: { unknown: true } })).status).toBe(200);
    expect((await storyOf(database, message)).statuses).toEqual(['1 delivered']);
  });

  it('without any part is answered too', async () => {
    const sender = await addSender();
    for (const body of [{}, [], null, 'text', 7, { entry: 'none' }]) {
      expect((await sender.callBack(body)).status).toBe(200);
    }
  });

  it('may carry any content type, or none', async () => {
    const sender = await addSender();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense', '']) {
      const texts = [{ id: `wamid.${type}`, text: type }];
      const body = metaCallback([{ account: sender.account, texts }]);
      expect((await sender.callBack(body, { 'content-type': type })).status).toBe(200);
    }
    expect((await countAll(sender)).messages).toBe(4);
  });
});

describe('the gateway', () => {
  it('notes when a sender was called back, at most once a minute', async () => {
    const sender = await addSender();
    const readTime = async () => {
      const [row] = await database.query<{ at: Date | null }>(
        'select last_callback_at as at from senders where id = $1',
        [sender.id],
      );
      return row?.at ?? null;
    };
    expect(await readTime()).toBeNull();
    await sender.callBack({});
    const first = await waitUntil('the time of the callback was noted', readTime);
    await sender.callBack({});
    await sender.callBack({});
    expect(await readTime()).toEqual(first);
  });

  it('writes one line with counts and no contents into its log', async () => {
    const sender = await addSender();
    const texts = [{ id: 'wamid.logged', text: 'confidential words' }];
    const statuses = [{ id: 'wamid.elsewhere', status: 'sent' }];
    const body = metaCallback([{ account: sender.account, texts }], [{ account: 'of nobody', statuses }]);
    const before = gateway.logLines.length;
    await sender.callBack(body);
    const lines = gateway.logLines.slice(before).filter((line) => line.includes('"callback"'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        provider: 'meta_cloud',
        outcome: 'stored',
        statuses: 0,
        messages: 1,
        notices: 0,
        ignored: 1,
      }),
    ]);
    expect(lines.join()).not.toMatch(/confidential|16505551234/);
  });
});
