// Which process delivers to which webhook: every webhook has one at a time, and is never without one for long.

import { describe, expect, it } from 'vitest';
import { newUuid } from '../src/platform/ids.ts';
import { markDeleted } from '../src/webhooks/registered/queries.ts';
import { fails, hangs, takesIt, waits } from './support/receivers/behaviours.ts';
import { startReceiver } from './support/receivers/receiver.ts';
import { waitUntil } from './support/wait-until.ts';
import { useWebhookStage } from './support/webhook-stage.ts';

type Stage = Awaited<ReturnType<typeof useWebhookStage>>;

const ownersOf = async (stage: Stage): Promise<(string | null)[]> =>
  (
    await stage.database.query<{ owner_epoch: string | null }>(
      'select owner_epoch::text from endpoint_lanes order by endpoint_id',
    )
  ).map((row) => row.owner_epoch);

const allDelivered = (stage: Stage, webhookId: string, count: number) =>
  waitUntil(`${count} deliveries arrived`, async () => {
    const rows = await stage.deliveriesOf(webhookId);
    return rows.length === count && rows.every(({ state }) => state === 'delivered');
  });

const addWebhooks = async (
  stage: Stage,
  companyId: string,
  url: string,
  count: number,
  concurrency?: number,
): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push((await stage.addWebhook(companyId, { url, ...(concurrency && { concurrency }) })).id);
  }
  return ids;
};

describe('two processes', () => {
  it('share the webhooks, and each event is delivered once', async () => {
    const stage = await useWebhookStage();
    const [one, two] = [await stage.takeLease(), await stage.takeLease()];
    const receiver = await startReceiver(takesIt);
    const companyId = await stage.createCompany();
    const webhookIds = await addWebhooks(stage, companyId, receiver.url, 6);
    await stage.startEngine({ lease: one });
    expect(new Set(await ownersOf(stage))).toEqual(new Set([one.epoch]));
    await stage.startEngine({ lease: two });
    const shared = await waitUntil('both have their share', async () => {
      const owners = await ownersOf(stage);
      return owners.filter((owner) => owner === two.epoch).length === 3 && owners;
    });
    expect(shared.filter((owner) => owner === one.epoch).length).toBe(3);
    await stage.writeEvents(
      companyId,
      Array.from({ length: 20 }, () => ({})),
    );
    for (const id of webhookIds) await allDelivered(stage, id, 20);
    expect(receiver.requests.length).toBe(120);
    await receiver.close();
  });

  it('share the webhooks also while all of them are busy', async () => {
    const stage = await useWebhookStage();
    const [one, two] = [await stage.takeLease(), await stage.takeLease()];
    const receiver = await startReceiver(waits(50));
    const companyId = await stage.createCompany();
    const webhookIds = await addWebhooks(stage, companyId, receiver.url, 4, 3);
    await stage.startEngine({ lease: one });
    // A few seconds of work for each.
    await stage.writeEvents(
      companyId,
      Array.from({ length: 300 }, () => ({})),
    );
    await waitUntil('all are at work', () => receiver.requests.length > 20);
    await stage.startEngine({ lease: two });
    await waitUntil('both have their share', async () => {
      const owners = await ownersOf(stage);
      return owners.filter((owner) => owner === two.epoch).length === 2;
    });
    expect(receiver.requests.length).toBeLessThan(1_200);
    for (const id of webhookIds) await allDelivered(stage, id, 300);
    expect(receiver.requests.length).toBe(1_200);
    await receiver.close();
  });

  it('notify each other of events at once, without waiting for the poll', async () => {
    const stage = await useWebhookStage();
    const companyId = await stage.createCompany();
    const receiver = await startReceiver(takesIt);
    const webhookIds = await addWebhooks(stage, companyId, receiver.url, 2);
    const seldom = { roundMilliseconds: 600_000 };
    const first = await stage.startEngine(seldom);
    const second = await stage.startEngine(seldom);
    await waitUntil('both have one', async () => {
      first.noticeChange();
      second.noticeChange();
      return new Set(await ownersOf(stage)).size === 2;
    });
    await stage.database.query(
      `insert into events (company_id, id, type, at) values ($1, $2, 'sender_state', now())`,
      [companyId, newUuid()],
    );
    // A notice is lost on who does not listen yet.
    await waitUntil('the notice was received', async () => {
      first.notice([companyId]);
      const rows = await Promise.all(webhookIds.map((id) => stage.deliveriesOf(id)));
      return rows.flat().every(({ state }) => state === 'delivered');
    });
    await receiver.close();
  });
});

describe('a process that does not deliver', () => {
  it('notifies those that do, and takes no webhook itself', async () => {
    const stage = await useWebhookStage();
    const companyId = await stage.createCompany();
    const receiver = await startReceiver(takesIt);
    const { id } = await stage.addWebhook(companyId, { url: receiver.url });
    const lease = await stage.takeLease();
    await stage.startEngine({ lease, roundMilliseconds: 600_000 });
    const notifier = await stage.makeEngine({ lease: await stage.takeLease() });
    await stage.database.query(
      `insert into events (company_id, id, type, at) values ($1, $2, 'sender_state', now())`,
      [companyId, newUuid()],
    );
    // A notice is lost on who does not listen yet.
    await waitUntil('the notice was received', async () => {
      notifier.notice([companyId]);
      return (await stage.deliveriesOf(id))[0]?.state === 'delivered';
    });
    notifier.noticeChange();
    expect(await ownersOf(stage)).toEqual([lease.epoch]);
    await receiver.close();
  });
});

describe('a process that dies', () => {
  it('is replaced by another once its lease has ended; the deliveries it had under way are repeated', async () => {
    const stage = await useWebhookStage();
    const companyId = await stage.createCompany();
    const receiver = await startReceiver(hangs);
    const { id } = await stage.addWebhook(companyId, { url: receiver.url });
    let isHeld = true;
    const dying = { epoch: (await stage.takeLease()).epoch, isHeld: () => isHeld };
    await stage.startEngine({ lease: dying });
    await stage.writeEvents(companyId, [{}]);
    await waitUntil('the first attempt is under way', () => receiver.requests.length === 1);
    isHeld = false;
    receiver.behave(takesIt);
    await stage.startEngine();
    await stage.database.query(`update processes set lease_until = now() where epoch = $1`, [dying.epoch]);
    await allDelivered(stage, id, 1);
    expect(receiver.requests.length).toBe(2);
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(ids[0]).toBe(ids[1]);
    await receiver.close();
  });
});

describe('slow and dead webhooks', () => {
  it('do not hold up a healthy one, though sockets are few', async () => {
    const stage = await useWebhookStage();
    await stage.startEngine({ socketsMax: 12, attemptMilliseconds: 3_000 });
    const companyId = await stage.createCompany();
    const [dead, slow, healthy] = await Promise.all([
      startReceiver(hangs),
      startReceiver(waits(1_500)),
      startReceiver(takesIt),
    ]);
    await addWebhooks(stage, companyId, dead.url, 2);
    await addWebhooks(stage, companyId, slow.url, 2);
    const [id = ''] = await addWebhooks(stage, companyId, healthy.url, 1);
    await stage.writeEvents(
      companyId,
      Array.from({ length: 200 }, () => ({})),
    );
    await allDelivered(stage, id, 200);
    // The others have hardly begun.
    expect(dead.requests.length).toBeLessThan(40);
    expect(slow.requests.length).toBeLessThan(60);
    await Promise.all([dead.close(), slow.close(), healthy.close()]);
  });
});

describe('a deleted webhook', () => {
  it('gets nothing more; what waited is skipped, and then it is gone', async () => {
    const stage = await useWebhookStage();
    const engine = await stage.startEngine();
    const companyId = await stage.createCompany();
    const receiver = await startReceiver(fails);
    const { id } = await stage.addWebhook(companyId, { url: receiver.url });
    await stage.writeEvents(
      companyId,
      Array.from({ length: 40 }, () => ({})),
    );
    await waitUntil('some were tried', () => receiver.requests.length >= 5);
    await markDeleted(stage.pool, companyId, id);
    engine.noticeChange();
    await waitUntil('the webhook is gone', async () => {
      const rows = await stage.database.query('select 1 from endpoints where id = $1', [id]);
      return rows.length === 0;
    });
    const states = new Set((await stage.deliveriesOf(id)).map(({ state }) => state));
    expect(states).toEqual(new Set(['skipped']));
    await stage.writeEvents(companyId, [{}]);
    expect((await stage.deliveriesOf(id)).length).toBe(40);
    await receiver.close();
  });
});
