// Callbacks that come faster than they are worked off: each is answered for the price of one row, the memory that they take
// is bounded, and all of them are stored once when the work goes on.

import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { newUuid } from '../src/platform/ids.ts';
import { type TestSender, useCallbackGateway } from './support/callback-gateway.ts';
import { metaCallback } from './support/meta-callback.ts';
import { readFigure } from './support/metrics.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useCallbackGateway({ CALLBACK_ANSWER_MILLISECONDS: '100' });
const { database } = gateway;
const blocker = new pg.Client({ connectionString: database.url });
await blocker.connect();
afterAll(() => blocker.end());

const lockKey = 4_711;
await database.query(`
  create function be_slow() returns trigger language plpgsql as $$
  begin perform pg_advisory_xact_lock_shared(${lockKey}); return new; end $$;
  create trigger be_slow before insert on messages for each row when (new.direction = 'in')
  execute function be_slow();`);

/** No message of a person is stored until the lock is released. */
const holdMessages = async (): Promise<() => Promise<unknown>> => {
  await blocker.query('select pg_advisory_lock($1)', [lockKey]);
  return () => blocker.query('select pg_advisory_unlock($1)', [lockKey]);
};

const write = async (sender: TestSender, text: string): Promise<void> => {
  const texts = [{ id: `wamid.${newUuid()}`, text }];
  const answer = await sender.callBack(metaCallback([{ account: sender.account, texts }]));
  expect(answer.status, answer.text).toBe(200);
};

const keptOf = async (companyId: string): Promise<number> => {
  const rows = await database.query('select 1 from stored_callbacks where company_id = $1', [companyId]);
  return rows.length;
};

/** Answered, and held in memory besides the row. */
const inMemory = (): Promise<number> => readFigure(gateway, 'hudhud_callbacks_answered');

describe('callbacks of a company that is behind', () => {
  it('join the table at once, and are all stored once when the work goes on', async () => {
    const [flooded, other] = [await gateway.addSender(), await gateway.addSender()];
    const letGo = await holdMessages();
    // Only the first one can find out that storing is slow.
    await write(flooded, 'text 00');
    const foundOutAt = performance.now();
    expect(await inMemory()).toBe(1);
    const texts = Array.from({ length: 40 }, (_, index) => `text ${String(index + 1).padStart(2, '0')}`);
    await Promise.all(texts.map((text) => write(flooded, text)));
    expect(await keptOf(flooded.companyId)).toBe(41);
    // Every second one more tries whether storing is quick again. On a machine that is quick enough there is none.
    const trialsMax = Math.floor((performance.now() - foundOutAt) / 1_000);
    const held = await inMemory();
    expect(held).toBeGreaterThanOrEqual(1);
    expect(held).toBeLessThanOrEqual(1 + trialsMax);
    // Another company is not behind because one is.
    await write(other, 'hello');
    expect(await inMemory()).toBe(held + 1);
    await letGo();
    for (const { companyId } of [flooded, other]) {
      await waitUntil('nothing is kept any more', async () => (await keptOf(companyId)) === 0, 60_000);
    }
    expect(await gateway.bodiesOf(flooded.companyId)).toEqual(['text 00', ...texts]);
    expect(await gateway.bodiesOf(other.companyId)).toEqual(['hello']);
  });

  it('take the direct way again when there is no backlog any more', async () => {
    const sender = await gateway.addSender();
    const letGo = await holdMessages();
    await write(sender, 'first');
    await letGo();
    await waitUntil('nothing is kept any more', async () => (await keptOf(sender.companyId)) === 0);
    await waitUntil('a callback was stored before its answer', async () => {
      const text = newUuid();
      await write(sender, text);
      return (
        (await gateway.bodiesOf(sender.companyId)).includes(text) && (await keptOf(sender.companyId)) === 0
      );
    });
  });
});
