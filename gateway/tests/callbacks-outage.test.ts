// A callback that cannot be stored is not answered 200: the provider brings it again, and nothing is lost or doubled.

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useCallbackGateway } from './support/callback-gateway.ts';
import { expectProblem } from './support/expect-problem.ts';
import { metaCallback } from './support/meta-callback.ts';
import { insertOutgoing, statusesOf } from './support/outgoing-message.ts';

const gateway = await useCallbackGateway();
const { database } = gateway;

const makeScene = async () => {
  const sender = await gateway.addSender();
  const messages = await insertOutgoing(database, sender.companyId, 3);
  const statuses = messages.map(({ id, echo }) => ({ id: `wamid.${id}`, status: 'delivered', echo }));
  const texts = [{ id: 'wamid.in', text: 'Hi' }];
  return { sender, messages, statuses, texts };
};

describe('a callback', () => {
  it('is answered 503 while it cannot be stored, and stored once when the provider retries it', async () => {
    const { sender, messages, statuses, texts } = await makeScene();
    const body = metaCallback([{ account: sender.account, statuses, texts }]);
    // Warms the directory, so that it is the storing that fails.
    expect((await sender.callBack({})).status).toBe(200);
    await database.query(`
      create function be_away() returns trigger language plpgsql as $$
      begin raise 'the disk is full' using errcode = '53100'; end $$;
      create trigger be_away before insert on message_statuses for each row execute function be_away();`);
    const answer = await sender.callBack(body);
    expectProblem(answer, 'store_unavailable');
    expect(answer.headers['retry-after']).toBeTruthy();
    expect(await statusesOf(database, messages)).toEqual(['sending', 'sending', 'sending']);

    await database.query('drop trigger be_away on message_statuses');
    expect((await sender.callBack(body)).status).toBe(200);
    expect(await statusesOf(database, messages)).toEqual(['delivered', 'delivered', 'delivered']);
    const events = await database.query('select id from events where company_id = $1', [sender.companyId]);
    expect(events).toHaveLength(4);
  });

  it('with one part that can never be stored keeps the others, and is not asked for again', async () => {
    const { sender, messages, statuses, texts } = await makeScene();
    const endless = { id: randomBytes(20_000).toString('base64'), status: 'sent' };
    const body = metaCallback([{ account: sender.account, statuses: [endless, ...statuses], texts }]);
    expect((await sender.callBack(body)).status).toBe(200);
    expect(await statusesOf(database, messages)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('that meets a fault of ours is answered 500, and its other parts are stored', async () => {
    const { sender, messages, statuses, texts } = await makeScene();
    await database.query(`alter table messages add constraint no_poison check (body <> 'poison')`);
    const body = metaCallback([
      { account: sender.account, statuses, texts: [...texts, { id: 'wamid.poison', text: 'poison' }] },
    ]);
    expectProblem(await sender.callBack(body), 'internal_error');
    expect(await statusesOf(database, messages)).toEqual(['delivered', 'delivered', 'delivered']);
    const received = await database.query(
      `select body from messages where company_id = $1 and direction = 'in'`,
      [sender.companyId],
    );
    expect(received).toEqual([{ body: 'Hi' }]);
  });
});
