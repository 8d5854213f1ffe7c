// One person under all their addresses: in some countries WhatsApp's id differs from the phone number, and some people
// have no number at all. A STOP, a reply, a search and an erasure under one name count for all of them.

import type { Contact, Erasure } from '@hudhud/contract/contacts.ts';
import type { EventPayload } from '@hudhud/contract/events.ts';
import type { Message, SendAnswer } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { createCampaign, isCompleted } from './support/campaign-stage.ts';
import { expectProblem } from './support/expect-problem.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();

const control = async (path: string, body: object, method: 'POST' | 'PUT' = 'POST'): Promise<void> => {
  const answer = await stage.call(method, `/simulator/control${path}`, { body });
  expect(answer.status, answer.text).toBeLessThan(300);
};

const write = (company: SendingCompany, from: string, text: string): Promise<void> =>
  control(`/numbers/${company.account}/inbound`, { from: from.replace('+', ''), text });

/** A callback of Meta with this content, signed by the simulator. */
const callBack = (company: SendingCompany, field: string, value: object): Promise<void> =>
  control(`/numbers/${company.account}/webhooks`, {
    field,
    value: {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '15550783881', phone_number_id: company.account },
      ...value,
    },
  });

const send = (company: SendingCompany, body: object) =>
  company.call<SendAnswer>('POST', '/api/v1/messages/send', { body: { message: 'Hello', ...body } });

const sent = async (company: SendingCompany, body: object): Promise<Message> => {
  const answer = await send(company, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return await company.waitFor(answer.body.message_id, 'sent', 'delivered', 'read');
};

const history = async (company: SendingCompany, query: string): Promise<Message[]> => {
  const answer = await company.get<{ data: Message[] }>(`/api/v1/messages?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};

const byNumber = (number: string): string => `phone_number=${encodeURIComponent(number)}`;

const refusedAsOptedOut = (company: SendingCompany, body: object): Promise<true> =>
  waitUntil('the person was opted out', async () => {
    const answer = await send(company, body);
    return (answer.body as { code?: string }).code === 'recipient_opted_out' && (true as const);
  });

const contacts = async (company: SendingCompany, query = 'limit=200'): Promise<Contact[]> =>
  (await company.get<{ data: Contact[] }>(`/api/v1/contacts?${query}`)).body.data;

const erase = async (company: SendingCompany, id: string): Promise<void> => {
  const started = await company.call<Erasure>('POST', `/api/v1/contacts/${id}/erase`);
  expect(started.status, started.text).toBe(202);
  await waitUntil(
    'the erasure was done',
    async () => (await company.get<Erasure>(`/api/v1/erasures/${started.body.id}`)).body.state === 'done',
    60_000,
  );
};

const seconds = (): string => String(Math.floor(Date.now() / 1000));

const countries = [
  { country: 'Brazil', number: '+5531987654321', waId: '+553187654321' },
  { country: 'Mexico', number: '+525512345678', waId: '+5215512345678' },
  { country: 'Argentina', number: '+541123456789', waId: '+5491123456789' },
];

describe.each(countries)(
  'a person of $country, whose WhatsApp id is not their number',
  ({ number, waId }) => {
    it('is stopped by a STOP from the id', async () => {
      const company = await stage.createKnownCompany();
      await sent(company, { to: number });
      await write(company, waId, 'STOP');
      await refusedAsOptedOut(company, { to: number });
      expectProblem(await send(company, { to: waId }), 'recipient_opted_out');
    });

    it('is stopped by a failure that says so and names the id', async () => {
      const company = await stage.createKnownCompany();
      const { provider_message_id: id } = await sent(company, { to: number });
      const status = { id, status: 'failed', timestamp: seconds(), recipient_id: waId.slice(1) };
      const errors = [{ code: 131050, title: 'The user has chosen to stop marketing messages' }];
      await callBack(company, 'messages', { statuses: [{ ...status, errors }] });
      await refusedAsOptedOut(company, { to: number });
    });

    it('replies in the same history, whichever form it is asked for', async () => {
      const company = await stage.createKnownCompany();
      await sent(company, { to: number });
      await write(company, waId, 'Thanks');
      await waitUntil(
        'the reply was there',
        async () => (await history(company, 'direction=in')).length === 1,
      );
      for (const query of [byNumber(number), byNumber(waId), `recipient=${waId.slice(1)}`]) {
        const found = await history(company, query);
        expect(found.map(({ direction }) => direction).toSorted(), query).toEqual(['in', 'out']);
      }
    });
  },
);

describe('a Mexican who wrote in', () => {
  const written = '+5215598765432';
  const forms = [written, '+525598765432'];

  it('is answered, found, opted out and erased under every form of the number', async () => {
    const company = await stage.createKnownCompany();
    await write(company, written, 'Hola');
    const [contact] = await waitUntil('the contact was there', async () => {
      const found = await contacts(company);
      return found.length === 1 && found;
    });
    for (const form of forms) {
      await sent(company, { to: form });
      const byPhone = await company.call<Contact>('PUT', `/api/v1/contacts/by-phone/${form}`, {
        body: { name: 'Sofía' },
      });
      expect(byPhone.body.id, form).toBe(contact?.id);
      expect(await history(company, byNumber(form)), form).not.toHaveLength(0);
    }
    expect(await contacts(company)).toHaveLength(1);
    const consent = await company.call('POST', `/api/v1/contacts/${contact?.id}/consent`, {
      body: { state: 'opted_out' },
    });
    expect(consent.status, consent.text).toBe(200);
    for (const form of forms) expectProblem(await send(company, { to: form }), 'recipient_opted_out');
    await erase(company, contact?.id ?? '');
    for (const form of forms) expect(await history(company, byNumber(form)), form).toEqual([]);
    const left = await stage.database.query<{ body: string }>(
      `select body from messages where company_id = $1 and body <> ''`,
      [company.uuid],
    );
    expect(left).toEqual([]);
  }, 180_000);
});

describe('a number that its country does not have', () => {
  const impossible = '+9665012345678';

  it('is refused, and taken once the person has written in from it', async () => {
    const company = await stage.createKnownCompany();
    expectProblem(await send(company, { to: impossible }), 'invalid_phone_number', { pointer: '/to' });
    await write(company, impossible, 'Hello');
    await waitUntil('the contact was there', async () => (await contacts(company)).length === 1);
    expect(await sent(company, { to: impossible })).toMatchObject({ phone_number: impossible });
    expect(await sent(company, { recipient: impossible.slice(1) })).toMatchObject({
      phone_number: impossible,
    });
    const batch = await company.call<{ accepted: number; refused: number }>(
      'POST',
      '/api/v1/messages/send-batch',
      {
        body: {
          messages: [
            { to: impossible, message: 'Hi' },
            { to: `${impossible}9`, message: 'Hi' },
          ],
        },
      },
    );
    expect(batch.body).toMatchObject({ accepted: 1, refused: 1 });
  });
});

describe('people without a number', () => {
  const hide = async (digits: string, username: string): Promise<string> => {
    await control(`/people/${digits}`, { hides_phone: true, username, name: `Hidden ${digits}` }, 'PUT');
    return `US.1349${digits}`;
  };

  it('are emitted with an id that can be answered, searched and stopped', async () => {
    const company = await stage.createKnownCompany();
    const userId = await hide('966511110001', 'hidden.one');
    await write(company, '+966511110001', 'Can you see me?');
    const [contact] = await waitUntil('the contact was there', async () => {
      const found = await contacts(company);
      return found.length === 1 && found;
    });
    expect(contact).toMatchObject({ phone_number: '', name: 'Hidden 966511110001' });
    expect(contact?.addresses.map(({ kind, value }) => `${kind} ${value}`).toSorted()).toEqual([
      `bsuid ${userId}`,
      'username @hidden.one',
    ]);
    const [event] = await waitUntil('the event was in the feed', async () => {
      const { body } = await company.get<{ data: Extract<EventPayload, { event: 'incoming_message' }>[] }>(
        '/api/v1/events?types=incoming_message',
      );
      return body.data.length > 0 && body.data;
    });
    expect(event?.data).toMatchObject({
      sender_phone: '',
      sender_id: userId,
      sender_username: '@hidden.one',
    });
    const answer = await sent(company, { recipient: event?.data.sender_id });
    expect(answer).toMatchObject({ phone_number: '', user_id: userId });
    expect(await company.ledger()).toMatchObject([{ outcome: 'accepted' }]);
    const found = await history(company, `recipient=${userId}`);
    expect(found.map(({ direction }) => direction).toSorted()).toEqual(['in', 'out']);
    expect(await contacts(company, 'q=%40hidden.one')).toHaveLength(1);
    await write(company, '+966511110001', 'STOP');
    await refusedAsOptedOut(company, { recipient: userId });
  });

  it('become one with the number that a status shows to be theirs', async () => {
    const company = await stage.createKnownCompany();
    const digits = '966511110002';
    await sent(company, { to: `+${digits}` });
    await waitUntil('the pair was learned', async () => {
      const rows = await stage.database.query(
        'select distinct contact_id from contact_addresses where company_id = $1 and key = any ($2)',
        [company.uuid, [`+${digits}`, `US.1349${digits}`]],
      );
      const keys = await stage.database.query('select key from contact_addresses where company_id = $1', [
        company.uuid,
      ]);
      return rows.length === 1 && keys.length === 2;
    });
    await hide(digits, 'hidden.two');
    await write(company, `+${digits}`, 'STOP');
    await refusedAsOptedOut(company, { to: `+${digits}` });
  });

  it('are a thousand contacts that can be listed, tagged, chosen, written to, stopped and erased', async () => {
    const company = await stage.createKnownCompany();
    const message = (index: number) => ({
      from_user_id: `US.1349${966_530_000_000 + index}`,
      id: `wamid.hidden${index}`,
      timestamp: seconds(),
      type: 'text',
      text: { body: 'Hello' },
    });
    const messages = Array.from({ length: 1_000 }, (_, index) => message(index));
    for (let start = 0; start < messages.length; start += 250)
      await callBack(company, 'messages', { messages: messages.slice(start, start + 250) });
    await waitUntil(
      'a thousand contacts were there',
      async () => {
        const [row] = await stage.database.query<{ count: number }>(
          'select count(*)::integer as count from contacts where company_id = $1 and phone_number is null',
          [company.uuid],
        );
        return row?.count === 1_000;
      },
      60_000,
    );
    const page = await contacts(company);
    expect(page).toHaveLength(200);
    const chosen = page.slice(0, 5).map(({ id }) => id);
    const tagged = await company.call('POST', '/api/v1/contacts/tags', {
      body: { contact_ids: chosen, add: ['vip'] },
    });
    expect(tagged.status, tagged.text).toBeLessThan(300);
    expect((await contacts(company, 'tag=vip')).map(({ id }) => id).toSorted()).toEqual(chosen.toSorted());
    const campaign = await createCampaign(company, {
      name: 'To people without a number',
      audience: { filter: { tags_any: ['vip'] } },
    });
    await campaign.step('start', {});
    await campaign.waitFor('it was complete', isCompleted);
    const states = (await campaign.recipients()).map(({ state }) => state);
    expect(states).toHaveLength(5);
    expect(states).not.toContain('failed');
    expect(await company.ledger()).toHaveLength(5);
    const [first] = page;
    await erase(company, first?.id ?? '');
    expect((await company.get(`/api/v1/contacts/${first?.id}`)).status).toBe(404);
  }, 180_000);
});

describe('a person whose number or id changes', () => {
  const old = '966521110001';
  const now = '966521110002';

  it('stays one person, and stays stopped', async () => {
    const company = await stage.createKnownCompany();
    await write(company, `+${old}`, 'STOP');
    await refusedAsOptedOut(company, { to: `+${old}` });
    const system = { type: 'user_changed_number', body: 'User changed', wa_id: now, user_id: 'SA.NEW1' };
    await callBack(company, 'messages', {
      messages: [{ from: old, id: 'wamid.moved', timestamp: seconds(), type: 'system', system }],
    });
    await refusedAsOptedOut(company, { to: `+${now}` });
    await callBack(company, 'user_id_update', {
      user_id_update: [{ user_id: { previous: 'SA.NEW1', current: 'SA.NEW2' }, timestamp: seconds() }],
    });
    await refusedAsOptedOut(company, { recipient: 'SA.NEW2' });
    const [contact, ...others] = await contacts(company);
    expect(others).toEqual([]);
    expect(contact).toMatchObject({ phone_number: `+${now}`, consent: { state: 'opted_out' } });
  });

  it("is received by WhatsApp's own switch, by the user id", async () => {
    const company = await stage.createKnownCompany();
    const preference = { user_id: 'SA.SWITCH', category: 'marketing_messages', timestamp: seconds() };
    await callBack(company, 'user_preferences', { user_preferences: [{ ...preference, value: 'stop' }] });
    await refusedAsOptedOut(company, { recipient: 'SA.SWITCH' });
  });
});
