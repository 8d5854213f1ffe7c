// A delivery that goes out of memory is written once, with the result of its first attempt. Everything that memory
// loses is found in the events.

import { describe, expect, it } from 'vitest';
import { createStatusRecorder } from '../src/messages/statuses/status-recorder.ts';
import { newUuid } from '../src/platform/ids.ts';
import type { WebhookEngine } from '../src/webhooks/engine.ts';
import { insertOutgoing, type OutgoingMessage } from './support/outgoing-message.ts';
import { answers, takesIt, waits } from './support/receivers/behaviours.ts';
import { startReceiver } from './support/receivers/receiver.ts';
import { waitUntil } from './support/wait-until.ts';
import { useWebhookStage } from './support/webhook-stage.ts';

const stage = await useWebhookStage();
const { pool, database } = stage;

const record = async (engine: WebhookEngine | null, messages: readonly OutgoingMessage[]): Promise<void> =>
  await createStatusRecorder({ writers: pool, ...(engine && { listener: engine }) }).record(
    messages.map(({ companyId, id, echo }) => ({
      companyId,
      senderId: newUuid(),
      status: {
        providerMessageId: `wamid.${id}`,
        status: 'delivered',
        at: new Date(),
        recipient: '966501234567',
        echo,
        failure: null,
        raw: {},
      },
    })),
  );

const isDirect = async (webhookId: string): Promise<boolean> => {
  const [row] = await database.query<{ is_direct: boolean }>(
    'select is_direct from endpoint_lanes where endpoint_id = $1',
    [webhookId],
  );
  return row?.is_direct ?? false;
};

const untilDirect = (webhookId: string) =>
  waitUntil('the lane was direct', async () => await isDirect(webhookId));

const untilDelivered = (webhookId: string, count: number) =>
  waitUntil(`${count} deliveries were delivered`, async () => {
    const rows = await stage.deliveriesOf(webhookId);
    return rows.length === count && rows.every(({ state }) => state === 'delivered') && rows;
  });

/** How many deliveries a company has had written as waiting since. */
const watchWaiting = async (companyId: string) => {
  await database.query(`
    create table if not exists written_waiting (company_id uuid);
    create or replace function note_waiting() returns trigger language plpgsql as $$
    begin
      if new.state = 'waiting' then insert into written_waiting values (new.company_id); end if;
      return null;
    end $$;
    create or replace trigger note_waiting after insert on deliveries for each row execute function note_waiting()`);
  return async () =>
    (await database.query('select 1 from written_waiting where company_id = $1', [companyId])).length;
};

const openLane = async (behaviour = takesIt, wish = {}) => {
  const receiver = await startReceiver(behaviour);
  const companyId = await stage.createCompany();
  const { id } = await stage.addWebhook(companyId, { url: receiver.url, ...wish });
  return { receiver, companyId, id };
};

describe('a direct lane', () => {
  it('has its deliveries written once, as delivered', async () => {
    const { receiver, companyId, id } = await openLane();
    const engine = await stage.startEngine();
    await untilDirect(id);
    const waiting = await watchWaiting(companyId);
    await record(engine, await insertOutgoing(database, companyId, 20));
    const rows = await untilDelivered(id, 20);
    expect(rows.every(({ attempt, answer_status }) => attempt === 1 && answer_status === 200)).toBe(true);
    expect(await waiting()).toBe(0);
    expect(receiver.requests.length).toBe(20);
    await engine.stop();
    await receiver.close();
  });

  it('keeps what failed for its retry', async () => {
    const { receiver, companyId, id } = await openLane(answers(500));
    const engine = await stage.startEngine();
    await untilDirect(id);
    await record(engine, await insertOutgoing(database, companyId, 1));
    const [row] = await waitUntil('the attempt was written', async () => {
      const rows = await stage.deliveriesOf(id);
      return rows[0]?.attempt === 1 && rows;
    });
    expect(row).toMatchObject({ state: 'waiting', answer_status: 500, error_class: 'status' });
    expect(row?.due_at).not.toBeNull();
    await engine.stop();
    await receiver.close();
  });

  it('shows what takes long as waiting', async () => {
    const { receiver, companyId, id } = await openLane(waits(6_000), { concurrency: 1 });
    const engine = await stage.startEngine();
    await untilDirect(id);
    await record(engine, await insertOutgoing(database, companyId, 3));
    await waitUntil('all three were shown', async () => (await stage.deliveriesOf(id)).length === 3);
    expect((await stage.deliveriesOf(id)).map(({ state, attempt }) => [state, attempt])).toEqual(
      Array(3).fill(['waiting', 0]),
    );
    await engine.stop();
    await receiver.close();
  });

  it('is no longer direct when its webhook rests, and then the table has all that waits', async () => {
    const { receiver, companyId, id } = await openLane(answers(500));
    const engine = await stage.startEngine();
    await untilDirect(id);
    await record(engine, await insertOutgoing(database, companyId, 12));
    await waitUntil('the lane rested', async () => !(await isDirect(id)));
    await record(engine, await insertOutgoing(database, companyId, 8));
    await waitUntil('all twenty are in the table', async () => (await stage.deliveriesOf(id)).length === 20);
    await engine.stop();
    await receiver.close();
  });

  it('writes what it has when its webhook is paused', async () => {
    const { receiver, companyId, id } = await openLane(waits(1_000), { concurrency: 1 });
    const engine = await stage.startEngine();
    await untilDirect(id);
    await record(engine, await insertOutgoing(database, companyId, 5));
    await database.query(
      `update endpoints set state = 'paused', version = version + 1 where company_id = $1 and id = $2`,
      [companyId, id],
    );
    engine.noticeChange();
    await waitUntil('all five are in the table', async () => (await stage.deliveriesOf(id)).length === 5);
    await engine.stop();
    await receiver.close();
  });
});

describe('an event that its process took along', () => {
  /** As a process leaves it that dies between the commit and the first attempt. */
  const takeAlong = async (companyId: string, webhookId: string, count: number): Promise<string> => {
    const { epoch } = await stage.takeLease();
    await database.query(
      'update endpoint_lanes set owner_epoch = $2, is_direct = true where endpoint_id = $1',
      [webhookId, epoch],
    );
    const listener = {
      wantsEventsOf: () => true,
      notify: () => undefined,
      deliveringEpoch: epoch,
      mayHaveMissed: () => undefined,
    };
    await record(listener as unknown as WebhookEngine, await insertOutgoing(database, companyId, count));
    return epoch;
  };

  it('is delivered by the process that takes over, once', async () => {
    const { receiver, companyId, id } = await openLane();
    const epoch = await takeAlong(companyId, id, 30);
    expect(await stage.deliveriesOf(id)).toEqual([]);
    await database.query(`update processes set lease_until = now() where epoch = $1`, [epoch]);
    const engine = await stage.startEngine();
    await untilDelivered(id, 30);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(30);
    expect(receiver.requests.length).toBe(30);
    await engine.stop();
    await receiver.close();
  });

  it('is delivered to other webhooks as ever', async () => {
    const [mine, other] = [await openLane(), await startReceiver(takesIt)];
    const { id } = await stage.addWebhook(mine.companyId, { url: other.url });
    await takeAlong(mine.companyId, mine.id, 4);
    const rows = await stage.deliveriesOf(id);
    expect(rows.map(({ state }) => state)).toEqual(Array(4).fill('waiting'));
    await mine.receiver.close();
    await other.close();
  });

  it('is found again when the reply to its commit was lost', async () => {
    const { receiver, companyId, id } = await openLane();
    const engine = await stage.startEngine({ youngMilliseconds: 0 });
    await untilDirect(id);
    const deaf = { ...engine, wantsEventsOf: engine.wantsEventsOf, notify: () => undefined };
    const { deliveringEpoch } = engine;
    await record({ ...deaf, deliveringEpoch } as WebhookEngine, await insertOutgoing(database, companyId, 7));
    expect(await stage.deliveriesOf(id)).toEqual([]);
    // Younger ones may still be on their way through memory.
    engine.mayHaveMissed([companyId]);
    await untilDelivered(id, 7);
    await engine.stop();
    await receiver.close();
  });
});
