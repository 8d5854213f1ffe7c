// A callback that takes long is kept as it came, answered, and worked off behind the answer. Here every callback is.

import { afterEach, describe, expect, it } from 'vitest';
import { newUuid } from '../src/platform/ids.ts';
import { deriveSecrets } from '../src/platform/secrets.ts';
import { sealFields } from '../src/senders/sealed-fields.ts';
import { useCallbackGateway } from './support/callback-gateway.ts';
import { testSecretKey } from './support/gateway.ts';
import { metaCallback } from './support/meta-callback.ts';
import { insertOutgoing, storyOf } from './support/outgoing-message.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useCallbackGateway({ CALLBACK_ANSWER_MILLISECONDS: '0' });
const { database } = gateway;

const keptOf = (companyId: string) =>
  database.query<{ id: string; sealed: Buffer; tries: number }>(
    'select id, sealed, tries from stored_callbacks where company_id = $1',
    [companyId],
  );

const waitForRest = (companyId: string) =>
  waitUntil('nothing is kept any more', async () => (await keptOf(companyId)).length === 0);

// A switch in a table: making and dropping the trigger while messages are stored would end in a deadlock now and then.
await database.query(`
  create table disk (is_full boolean not null);
  insert into disk values (false);
  create function be_away() returns trigger language plpgsql as $$
  begin
    if (select is_full from disk) then raise 'the disk is full' using errcode = '53100'; end if;
    return new;
  end $$;
  create trigger be_away before insert on messages for each row execute function be_away();`);
const stopStoring = () => database.query('update disk set is_full = true');
const goOnStoring = () => database.query('update disk set is_full = false');
afterEach(goOnStoring);

describe('a callback of a thousand messages', () => {
  it('is answered before it is worked off, and emitted once however often it comes', async () => {
    const sender = await gateway.addSender();
    const texts = Array.from({ length: 1_000 }, (_, index) => ({
      id: `wamid.${newUuid()}`,
      text: `message ${String(index).padStart(4, '0')}`,
    }));
    const body = metaCallback([{ account: sender.account, texts }]);
    const answers = await Promise.all([sender.callBack(body), sender.callBack(body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await waitForRest(sender.companyId);
    expect(await gateway.bodiesOf(sender.companyId)).toEqual(texts.map(({ text }) => text));
    const [events] = await database.query<{ count: number }>(
      `select count(*)::integer as count from events where company_id = $1 and type = 'incoming_message'`,
      [sender.companyId],
    );
    expect(events?.count).toBe(1_000);
  });
});

describe('a callback that was answered', () => {
  it('is not lost while the store does not take it, and is tried again by itself', async () => {
    const sender = await gateway.addSender();
    const messages = await insertOutgoing(database, sender.companyId, 2);
    await stopStoring();
    const statuses = messages.map(({ id, echo }) => ({ id: `wamid.${id}`, status: 'delivered', echo }));
    const texts = [{ id: `wamid.${newUuid()}`, text: 'Hello' }];
    const answer = await sender.callBack(metaCallback([{ account: sender.account, statuses, texts }]));
    expect(answer.status).toBe(200);
    expect(await keptOf(sender.companyId)).toHaveLength(1);
    await waitUntil('it was tried again', async () => ((await keptOf(sender.companyId))[0]?.tries ?? 0) > 0);
    expect(await gateway.bodiesOf(sender.companyId)).toEqual([]);
    await goOnStoring();
    await waitForRest(sender.companyId);
    expect(await gateway.bodiesOf(sender.companyId)).toEqual(['Hello']);
    const stories = await Promise.all(messages.map((message) => storyOf(database, message)));
    expect(stories.map(({ status, events }) => [status, events])).toEqual([
      ['delivered', ['1 delivered']],
      ['delivered', ['1 delivered']],
    ]);
  });

  it('is believed also when the secret of its sender is another one by then', async () => {
    const sender = await gateway.addSender();
    await stopStoring();
    const texts = [{ id: `wamid.${newUuid()}`, text: 'Signed with the old one' }];
    expect((await sender.callBack(metaCallback([{ account: sender.account, texts }]))).status).toBe(200);
    const key = { companyId: sender.companyId, id: sender.id };
    const fields = {
      phone_number_id: sender.account,
      access_token: 'EAAG',
      app_secret: 'new',
      verify_token: 'v',
    };
    await database.query('update senders set fields = $3 where company_id = $1 and id = $2', [
      sender.companyId,
      sender.id,
      sealFields(deriveSecrets(testSecretKey), key, fields),
    ]);
    await goOnStoring();
    await waitForRest(sender.companyId);
    expect(await gateway.bodiesOf(sender.companyId)).toEqual(['Signed with the old one']);
  });

  it('lies in the table unreadable for others', async () => {
    const sender = await gateway.addSender();
    await stopStoring();
    const texts = [{ id: `wamid.${newUuid()}`, text: 'nobody else reads this' }];
    await sender.callBack(metaCallback([{ account: sender.account, texts }]));
    const [kept] = await keptOf(sender.companyId);
    expect(kept?.sealed.includes('nobody else reads this')).toBe(false);
    expect(kept?.sealed.includes(Buffer.from('nobody else reads this').toString('base64'))).toBe(false);
  });

  it('of a sender that is gone is given up', async () => {
    const sender = await gateway.addSender();
    await stopStoring();
    const texts = [{ id: `wamid.${newUuid()}`, text: 'For whom?' }];
    await sender.callBack(metaCallback([{ account: sender.account, texts }]));
    await database.query('delete from senders where company_id = $1', [sender.companyId]);
    await waitForRest(sender.companyId);
    expect(await gateway.bodiesOf(sender.companyId)).toEqual([]);
  });
});

describe('a callback without proof', () => {
  it('is refused at once and not kept', async () => {
    const sender = await gateway.addSender();
    const body = metaCallback([{ account: sender.account, texts: [{ id: 'wamid.x', text: 'forged' }] }]);
    const answer = await sender.callBack(body, { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` });
    expect(answer.status).toBe(401);
    expect(await keptOf(sender.companyId)).toEqual([]);
  });
});
