// Routes: a company says which sender carries which messages, and which comes next while it cannot send.

import type { Message } from '@hudhud/contract/messages.ts';
import type { RouteList } from '@hudhud/contract/routes.ts';
import type { Sender } from '@hudhud/contract/senders.ts';
import type { Timeline } from '@hudhud/contract/timeline.ts';
import { describe, expect, it } from 'vitest';
import { fromPublicId } from '../src/platform/ids.ts';
import { expectProblem } from './support/expect-problem.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();

const withTwoSenders = async () => {
  const company = await stage.createSendingCompany();
  const { body: second } = await company.call<Sender>('POST', '/api/v1/senders', {
    body: { name: 'Second', provider: 'meta_cloud', fields: {}, is_simulated: true },
  });
  return { company, first: company.sender, second };
};

type Company = SendingCompany;

const save = (company: Company, routes: readonly object[]) =>
  company.call<RouteList>('PUT', '/api/v1/routes', { body: { routes } });

const all = (senders: readonly Sender[], choices: object = {}) => ({
  name: 'All',
  senders: senders.map(({ id }) => id),
  after_minutes: 0,
  ...choices,
});

const ledgerOf = async (sender: Sender, outcome = 'accepted'): Promise<string[]> => {
  const query = new URLSearchParams({ phone_number_id: sender.account, outcome, limit: '100' });
  const { body } = await stage.call<{ data: { opaque: string }[] }>(
    'GET',
    `/simulator/control/ledger?${query}`,
  );
  return body.data.map(({ opaque }) => opaque);
};

const storyOf = async (company: Company, id: string): Promise<string[]> =>
  (await company.get<Timeline>(`/api/v1/messages/${id}/timeline`)).body.entries.flatMap((entry) =>
    entry.kind === 'routed' ? [entry.title] : [],
  );

const suspend = async (company: Company, to = '+966501239999'): Promise<string> => {
  await company.addFault({ name: 'token_invalid', count: 1 });
  const { body } = await company.send({ to, from: company.sender.id });
  await waitUntil('it was suspended', async () => (await company.currentSender()).state === 'suspended');
  // The gateway that wrote it learns of its commit a moment after others can read it, later still on a busy machine.
  for (let asked = 0; asked < 3; asked += 1) await company.currentSender();
  return body.message_id;
};

describe('the routes of a company', () => {
  it('are saved in order, read, kept by their ids, and deleted', async () => {
    const { company, first, second } = await withTwoSenders();
    const given = [
      all([first, second], { country_prefix: '+966' }),
      all([second], { name: 'Rest', tag: 'vip' }),
    ];
    const saved = await save(company, given);
    expect(saved.status).toBe(200);
    const [one, two] = saved.body.data;
    expect(one).toMatchObject({ name: 'All', country_prefix: '966', senders: [first.id, second.id] });
    expect(two).toMatchObject({ name: 'Rest', tag: 'vip', after_minutes: 0 });
    expect((await company.get<RouteList>('/api/v1/routes')).body).toEqual(saved.body);
    expect((await save(company, [two ?? {}])).body.data).toEqual([two]);
    expect((await save(company, [])).body.data).toEqual([]);
  });

  it('name senders and stores of the company only', async () => {
    const { company, first } = await withTwoSenders();
    const other = await stage.createSendingCompany();
    const stranger = await save(company, [all([first, other.sender])]);
    expectProblem(stranger, 'unknown_sender', { pointer: '/routes/0/senders/1' });
    const store = await save(company, [all([first], { store_id: 'store_01kagx5p9ne0ps4a2v7qk3m8dz' })]);
    expectProblem(store, 'unknown_store', { pointer: '/routes/0/store_id' });
    expectProblem(await save(company, [all([])]), 'wrong_count');
    expectProblem(await save(company, [all([first], { country_prefix: 'SA' })]), 'invalid_value');
  });
});

describe('a message that names no sender', () => {
  it('takes the first route that fits, and its timeline shows it', async () => {
    const { company, first, second } = await withTwoSenders();
    await save(company, [
      all([second, first], { name: 'Kuwait', country_prefix: '965' }),
      all([first, second], { name: 'Others' }),
    ]);
    const kuwait = await company.send({ to: '+96550123456' });
    const others = await company.send({ to: '+966501234567' });
    expect([kuwait.body.status, others.body.status]).toEqual(['sent', 'sent']);
    expect(await ledgerOf(second)).toEqual([`${kuwait.body.message_id}:1`]);
    expect(await storyOf(company, kuwait.body.message_id)).toEqual(['The route Kuwait chose Second']);
    expect(await storyOf(company, others.body.message_id)).toEqual([`The route Others chose ${first.name}`]);
  });

  it('goes by the tag of its person', async () => {
    const { company, second } = await withTwoSenders();
    await save(company, [all([second], { tag: 'vip' })]);
    await company.call('POST', '/api/v1/contacts', {
      body: { phone_number: '+966501231111', tags: ['vip'] },
    });
    const vip = await company.send({ to: '+966501231111' });
    await company.send({ to: '+966501232222' });
    expect(await ledgerOf(second)).toEqual([`${vip.body.message_id}:1`]);
  });

  it('goes by the next sender while the first is suspended, in a batch too', async () => {
    const { company, first, second } = await withTwoSenders();
    await save(company, [all([first, second])]);
    await suspend(company);
    const { body } = await company.send({ to: '+966501234567' });
    expect(body.status).toBe('sent');
    expect(await storyOf(company, body.message_id)).toEqual([
      `The route All gave it to Second, because ${first.name} was suspended`,
    ]);
    await company.call('POST', '/api/v1/messages/send-batch', {
      body: {
        messages: [
          { to: '+966501230001', message: 'Hi' },
          { to: '+966501230002', message: 'Hi' },
        ],
      },
    });
    await waitUntil('all were sent', async () => (await ledgerOf(second)).length === 3);
    expect(await ledgerOf(first)).toEqual([]);
  });

  it('is the same message for its key, by any sender', async () => {
    const { company, first, second } = await withTwoSenders();
    await save(company, [all([first, second])]);
    const headers = { 'idempotency-key': 'routed-once' };
    const message = { to: '+966501234567', message: 'Hello' };
    const one = await company.call<{ message_id: string }>('POST', '/api/v1/messages/send', {
      body: message,
      headers,
    });
    await suspend(company);
    const two = await company.call<{ message_id: string }>('POST', '/api/v1/messages/send', {
      body: message,
      headers,
    });
    expect(two.body.message_id).toBe(one.body.message_id);
    expect(await ledgerOf(second)).toEqual([]);
  });
});

describe('a message that waits for a sender that is down', () => {
  it('moves on to the next, unless it named its sender', async () => {
    const { company, first, second } = await withTwoSenders();
    await save(company, [all([first, second], { after_minutes: 10 })]);
    const named = await suspend(company);
    const { body } = await company.send({ to: '+966501234567' });
    expect(body.status).toBe('queued');
    // The sender has been down for long enough.
    await stage.database.query(
      `update senders set state_changed_at = now() - interval '11 minutes' where company_id = $1 and id = $2`,
      [company.uuid, fromPublicId('sender', first.id)],
    );
    await company.waitFor(body.message_id, 'sent', 'delivered', 'read');
    expect(await ledgerOf(second)).toEqual([`${body.message_id}:1`]);
    expect((await storyOf(company, body.message_id)).at(-1)).toBe(
      `The route All gave it to Second, because ${first.name} was suspended`,
    );
    const left = (await company.get<Message>(`/api/v1/messages/${named}`)).body;
    expect(left).toMatchObject({ status: 'queued', sender_id: first.id });
  }, 180_000);

  it('never moves when it may have been taken, unless its caller wants it sent again', async () => {
    const { company, first, second } = await withTwoSenders();
    await save(company, [all([first, second])]);
    await company.addFault({ name: 'reset_after_recording', to: '+966501230001', count: 1 });
    await company.addFault({ name: 'missing_statuses', to: '+966501230001' });
    const held = await company.send({ to: '+966501230001' });
    expect(held.body.status).toBe('unconfirmed');
    await suspend(company);
    const later = await company.send({ to: '+966501230002' });
    await company.waitFor(later.body.message_id, 'sent', 'delivered', 'read');
    expect(await ledgerOf(second)).toEqual([`${later.body.message_id}:1`]);
    expect((await company.message(held.body.message_id)).status).toBe('unconfirmed');
  }, 180_000);
});
