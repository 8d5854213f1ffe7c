// Messages and calls open a window, by the clock of the provider, whenever the callback arrives.

import { describe, expect, it } from 'vitest';
import { createIncomingRecorder } from '../src/messages/incoming/incoming-recorder.ts';
import { newUuid } from '../src/platform/ids.ts';
import { emitClosingWindows } from '../src/windows/keep-windows.ts';
import { useCallbackGateway } from './support/callback-gateway.ts';
import { metaCallback } from './support/meta-callback.ts';

const gateway = await useCallbackGateway();
const pool = gateway.database.openPool(2);
pool.on('error', () => undefined);

const hour = 3_600_000;
const writer = '+16505551234';
const ago = (milliseconds: number): Date => new Date(Math.floor((Date.now() - milliseconds) / 1000) * 1000);

const newSender = async () => await gateway.addSender();
type Sender = Awaited<ReturnType<typeof newSender>>;

const windowOf = async ({ companyId, id }: Sender, person = writer): Promise<Date | null> => {
  const [row] = await gateway.database.query<{ last_incoming_at: Date }>(
    'select last_incoming_at from conversation_windows where company_id = $1 and sender_id = $2 and person_key = $3',
    [companyId, id, person],
  );
  return row?.last_incoming_at ?? null;
};

const write = async (sender: Sender, at: Date): Promise<void> => {
  const texts = [{ id: `wamid.${newUuid()}`, text: 'Hi', at }];
  const { status } = await sender.callBack(metaCallback([{ account: sender.account, texts }]));
  expect(status).toBe(200);
};

const callBack = async (sender: Sender, field: string, more: object): Promise<void> => {
  const metadata = { display_phone_number: '15550783881', phone_number_id: sender.account };
  const value = { messaging_product: 'whatsapp', metadata, ...more };
  const body = { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field, value }] }] };
  expect((await sender.callBack(body)).status).toBe(200);
};

describe('a message', () => {
  it('opens the window at the time that the provider gives it', async () => {
    const sender = await newSender();
    const at = ago(2 * hour);
    await write(sender, at);
    expect(await windowOf(sender)).toEqual(at);
  });

  it('that comes six days late opens nothing, and never moves a window back', async () => {
    const sender = await newSender();
    const [old, recent] = [ago(6 * 24 * hour), ago(hour)];
    await write(sender, old);
    expect(await windowOf(sender)).toEqual(old);
    await write(sender, recent);
    await write(sender, ago(5 * 24 * hour));
    expect(await windowOf(sender)).toEqual(recent);
  });

  it('from a clock that is ahead counts as written now', async () => {
    const sender = await newSender();
    await write(sender, new Date(Date.now() + 2 * hour));
    expect((await windowOf(sender))?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('without a time that can be read opens nothing', async () => {
    const sender = await newSender();
    const messages = [
      { id: `wamid.${newUuid()}`, from: writer.slice(1), type: 'text', text: { body: 'Hi' } },
    ];
    await callBack(sender, 'messages', { messages });
    expect(await windowOf(sender)).toBeNull();
  });

  it('of a provider that never gives a time opens it when it is first reported, and not again', async () => {
    const sender = await newSender();
    const recorder = createIncomingRecorder({ writers: pool });
    const report = (receivedAt: Date) =>
      recorder.record([
        {
          companyId: sender.companyId,
          senderId: sender.id,
          provider: 'twilio',
          message: {
            providerMessageId: 'SM1',
            from: writer.slice(1),
            fromName: null,
            type: 'text',
            text: 'Hi',
            at: receivedAt,
            isUntimed: true,
            isReportedAtOnce: true,
            raw: {},
          },
        },
      ]);
    const first = ago(hour);
    await report(first);
    expect(await windowOf(sender)).toEqual(first);
    await report(new Date());
    expect(await windowOf(sender)).toEqual(first);
  });

  it.each(['reaction', 'button'])('of the type %s opens it', async (type) => {
    const sender = await newSender();
    const timestamp = String(Math.floor(ago(hour).getTime() / 1000));
    const content = {
      reaction: { message_id: 'wamid.1', emoji: '👍' },
      button: { payload: 'y', text: 'Yes' },
    };
    const messages = [
      { id: `wamid.${newUuid()}`, from: writer.slice(1), timestamp, type, [type]: content[type as 'button'] },
    ];
    await callBack(sender, 'messages', { messages });
    expect(await windowOf(sender)).not.toBeNull();
  });

  it('of the system, a status, or one typed in the app of the business opens nothing', async () => {
    const sender = await newSender();
    const timestamp = String(Math.floor(Date.now() / 1000));
    const system = { body: 'Sara changed', type: 'user_changed_number', wa_id: '16505559999' };
    await callBack(sender, 'messages', {
      messages: [{ id: 'wamid.s', from: writer.slice(1), timestamp, type: 'system', system }],
    });
    await callBack(sender, 'messages', {
      statuses: [{ id: 'wamid.x', status: 'read', timestamp, recipient_id: writer.slice(1) }],
    });
    await callBack(sender, 'smb_message_echoes', {
      message_echoes: [{ from: '15550783881', to: writer.slice(1), id: 'wamid.e', timestamp, type: 'text' }],
    });
    expect(await windowOf(sender)).toBeNull();
  });
});

describe('a call', () => {
  it('of the person opens it, and one of the business does not', async () => {
    const sender = await newSender();
    const timestamp = String(Math.floor(ago(hour).getTime() / 1000));
    const call = { id: 'wacid.1', from: writer.slice(1), to: '15550783881', event: 'connect', timestamp };
    await callBack(sender, 'calls', { calls: [{ ...call, direction: 'BUSINESS_INITIATED' }] });
    expect(await windowOf(sender)).toBeNull();
    await callBack(sender, 'calls', { calls: [{ ...call, id: 'wacid.2', direction: 'USER_INITIATED' }] });
    expect(await windowOf(sender)).toEqual(new Date(Number(timestamp) * 1000));
  });
});

describe('window_closing', () => {
  const askFor = async (companyId: string, events: readonly string[]): Promise<void> => {
    await gateway.database.query(
      `insert into endpoints (company_id, id, url, events, secret) values ($1, $2, 'https://example.com/', $3, 'x')`,
      [companyId, newUuid(), events],
    );
  };
  const eventsOf = ({ companyId }: Sender) =>
    gateway.database.query<{ data: string }>(
      `select data from events where company_id = $1 and type = 'window_closing'`,
      [companyId],
    );

  it('is emitted once, two hours before, and again for the next window', async () => {
    const sender = await newSender();
    await askFor(sender.companyId, ['window_closing']);
    const at = ago(21 * hour);
    await write(sender, at);
    expect(await emitClosingWindows(pool)).not.toContain(sender.companyId);
    const later = new Date(at.getTime() + 22 * hour + 1_000);
    expect(await emitClosingWindows(pool, later)).toContain(sender.companyId);
    expect(await emitClosingWindows(pool, later)).not.toContain(sender.companyId);
    const [event] = await eventsOf(sender);
    expect(JSON.parse(event?.data ?? '')).toEqual({ phone: writer, last_incoming_at: at.toISOString() });
    await write(sender, ago(20 * hour));
    await emitClosingWindows(pool, new Date(Date.now() + 3 * hour));
    expect(await eventsOf(sender)).toHaveLength(2);
  });

  it('is not emitted when it is too late for an answer, nor to a company that did not ask', async () => {
    const [late, silent] = [await newSender(), await newSender()];
    await askFor(late.companyId, ['window_closing']);
    await askFor(silent.companyId, ['incoming_message']);
    await write(late, ago(24 * hour));
    await write(silent, ago(23 * hour));
    await emitClosingWindows(pool);
    expect([await eventsOf(late), await eventsOf(silent)]).toEqual([[], []]);
  });
});
