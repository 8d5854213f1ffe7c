// Consent: who says stop gets nothing more, whichever way they say it, and only they or an explicit change lift it.

import type { Contact } from '@hudhud/contract/contacts.ts';
import type { SendBatchAnswer } from '@hudhud/contract/messages.ts';
import type { Timeline } from '@hudhud/contract/timeline.ts';
import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();
type Company = Awaited<ReturnType<typeof stage.createSendingCompany>>;

const person = '+966501234567';

/** The person writes, on their phone, to the company's number. */
const write = async (company: Company, text: string, from = person, name = 'Huda'): Promise<void> => {
  const answer = await stage.call('POST', `/simulator/control/numbers/${company.account}/inbound`, {
    body: { from: from.slice(1), name, text },
  });
  expect(answer.status, answer.text).toBeLessThan(300);
};

const find = async (company: Company, phone = person): Promise<Contact | undefined> => {
  const { body } = await company.get<{ data: Contact[] }>(`/api/v1/contacts?q=${phone.slice(1)}`);
  return body.data[0];
};

const waitForConsent = (company: Company, state: string, phone = person): Promise<Contact> =>
  waitUntil(`${phone} was ${state}`, async () => {
    const contact = await find(company, phone);
    return contact?.consent.state === state && contact;
  });

const create = async (company: Company, body: object = {}): Promise<Contact> =>
  (await company.call<Contact>('POST', '/api/v1/contacts', { body: { phone_number: person, ...body } })).body;

const setConsent = (company: Company, id: string, state: string) =>
  company.call<Contact>('POST', `/api/v1/contacts/${id}/consent`, { body: { state } });

describe('a person who writes in', () => {
  it('becomes a contact with the name they gave themselves, and is seen', async () => {
    const company = await stage.createKnownCompany();
    await write(company, 'Hello');
    const contact = await waitUntil('the contact was there', () => find(company));
    expect(contact).toMatchObject({ phone_number: person, name: 'Huda', consent: { state: 'unknown' } });
    expect(contact.last_seen_at).not.toBeNull();
  });

  it('keeps the name that the company gave', async () => {
    const company = await stage.createKnownCompany();
    await create(company, { name: 'Mrs. Huda' });
    await write(company, 'Hello');
    const seen = await waitUntil('the person was seen', async () => {
      const contact = await find(company);
      return contact !== undefined && contact.last_seen_at !== null && contact;
    });
    expect(seen.name).toBe('Mrs. Huda');
  });

  it('stays a stranger when the company wants it so, but a stop counts all the same', async () => {
    const company = await stage.createKnownCompany();
    await company.call('PATCH', '/api/v1/contact-settings', { body: { adds_writers: false } });
    await write(company, 'Hello', '+966509999999');
    await write(company, 'STOP');
    await waitForConsent(company, 'opted_out');
    expect(await find(company, '+966509999999')).toBeUndefined();
  });
});

describe('a stop word', () => {
  it.each(['STOP', 'stop.', ' Unsubscribe ', 'توقف', 'إيقـــاف', 'إِلْغاءُ الاشْتِراك', 'أوقف الرسائل'])(
    'opts out: %s',
    async (text) => {
      const company = await stage.createKnownCompany();
      await write(company, text);
      const contact = await waitForConsent(company, 'opted_out');
      expect(contact.consent.source).toBe('stop_word');
      expectProblem(await company.send({ to: person }), 'recipient_opted_out');
    },
  );

  it.each(['please stop calling me', 'cancel', 'الغاء'])('is not: %s', async (text) => {
    const company = await stage.createKnownCompany();
    await write(company, text);
    const contact = await waitUntil('the contact was there', () => find(company));
    expect(contact.consent.state).toBe('unknown');
  });

  it('is one of the words that the company chose', async () => {
    const company = await stage.createKnownCompany();
    await company.call('PATCH', '/api/v1/contact-settings', { body: { stop_words: { de: ['Halt'] } } });
    await write(company, 'STOP', '+966508888888');
    await write(company, 'halt!');
    await waitForConsent(company, 'opted_out');
    expect((await find(company, '+966508888888'))?.consent.state).not.toBe('opted_out');
  });

  it('is taken back by a start word, with both in the history and emitted as events', async () => {
    const company = await stage.createKnownCompany();
    await write(company, 'STOP');
    await waitForConsent(company, 'opted_out');
    await write(company, 'ابدأ');
    const contact = await waitForConsent(company, 'opted_in');
    expect((await company.send({ to: person })).status).toBe(200);
    const history = await company.get<{ data: { state: string; message_id: string }[] }>(
      `/api/v1/contacts/${contact.id}/consent`,
    );
    expect(history.body.data.map(({ state }) => state)).toEqual(['opted_in', 'opted_out']);
    const message = await company.message(history.body.data[1]?.message_id ?? '');
    expect(message).toMatchObject({ direction: 'in', message: 'STOP' });
    const feed = await waitUntil('both events were in the feed', async () => {
      const answer = await company.get<{ data: { event: string; data: object }[] }>(
        '/api/v1/events?types=contact_opted_out,contact_opted_in',
      );
      return answer.body.data.length >= 2 && answer;
    });
    expect(feed.body.data.map(({ event }) => event)).toEqual(['contact_opted_out', 'contact_opted_in']);
    expect(feed.body.data[0]?.data).toMatchObject({
      contact_id: contact.id,
      contact_phone: person.slice(1),
      source: 'stop_word',
    });
  });

  it('stops what was scheduled for the person, except what is transactional', async () => {
    const company = await stage.createKnownCompany();
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const plain = await company.send({ to: person, schedule_at: at });
    const needed = await company.send({ to: person, schedule_at: at, transactional: { reason: 'bill' } });
    const other = await company.send({ to: '+966507777777', schedule_at: at });
    await write(company, 'STOP');
    const cancelled = await company.waitFor(plain.body.message_id, 'cancelled');
    expect(cancelled.failure?.code).toBe('recipient_opted_out');
    expect((await company.message(needed.body.message_id)).status).toBe('queued');
    expect((await company.message(other.body.message_id)).status).toBe('queued');
  });
});

describe("WhatsApp's own stop", () => {
  it('opts out, and its resume opts in', async () => {
    const company = await stage.createKnownCompany();
    const prefer = (value: string) =>
      stage.call('POST', `/simulator/control/numbers/${company.account}/marketing`, {
        body: { waId: person.slice(1), value },
      });
    const stopped = await prefer('stop');
    expect(stopped.status, stopped.text).toBeLessThan(300);
    expect((await waitForConsent(company, 'opted_out')).consent.source).toBe('whatsapp');
    await prefer('resume');
    await waitForConsent(company, 'opted_in');
  });

  it('is also reported by a failure that says so', async () => {
    const company = await stage.createKnownCompany();
    const sent = await company.send({ to: '+15550131050' });
    await company.waitFor(sent.body.message_id, 'failed');
    await waitForConsent(company, 'opted_out', '+15550131050');
  });
});

describe('sending to a person who has opted out', () => {
  it('is refused and stores nothing, unless it is transactional with a reason', async () => {
    const company = await stage.createKnownCompany();
    const contact = await create(company);
    await setConsent(company, contact.id, 'opted_out');
    const refused = await company.send({ to: person }, { 'idempotency-key': 'one' });
    expectProblem(refused, 'recipient_opted_out');
    expect((await company.get<{ data: object[] }>('/api/v1/messages')).body.data).toEqual([]);
    const taken = await company.send({ to: person, transactional: { reason: 'one-time code' } });
    expect(taken.status).toBe(200);
    expect(await company.message(taken.body.message_id)).toMatchObject({
      transactional_reason: 'one-time code',
    });
    expect(await company.ledger({})).toHaveLength(1);
    const story = await company.get<Timeline>(`/api/v1/messages/${taken.body.message_id}/timeline`);
    const stored = story.body.entries.find(({ kind }) => kind === 'stored');
    expect(stored).toMatchObject({ transactional_reason: 'one-time code' });
    expect(stored?.title).toContain('one-time code');
  });

  it('is refused for that message of a batch alone', async () => {
    const company = await stage.createKnownCompany();
    const contact = await create(company);
    await setConsent(company, contact.id, 'opted_out');
    const messages = [
      { to: '+966501111111', message: 'one' },
      { to: person, message: 'two' },
      { to: person, message: 'three', transactional: { reason: 'bill' } },
    ];
    const { body } = await company.call<SendBatchAnswer>('POST', '/api/v1/messages/send-batch', {
      body: { messages },
      headers: { 'idempotency-key': 'batch' },
    });
    expect(body).toMatchObject({ accepted: 2, refused: 1 });
    expect(body.results[1]).toMatchObject({ status: 'refused', error: { code: 'recipient_opted_out' } });
    for (const index of [0, 2])
      await company.waitFor(body.results[index]?.message_id ?? '', 'sent', 'delivered', 'read');
    const again = await company.call<SendBatchAnswer>('POST', '/api/v1/messages/send-batch', {
      body: { messages },
      headers: { 'idempotency-key': 'batch' },
    });
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(body);
  });

  it('gives the first answer again to a request that was accepted before', async () => {
    const company = await stage.createKnownCompany();
    const contact = await create(company);
    const first = await company.send({ to: person }, { 'idempotency-key': 'again' });
    await setConsent(company, contact.id, 'opted_out');
    const second = await company.send({ to: person }, { 'idempotency-key': 'again' });
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.body.message_id).toBe(first.body.message_id);
  });

  it('is refused also when a failed message is sent again', async () => {
    const company = await stage.createKnownCompany();
    const sent = await company.send({ to: '+15550131026' });
    await company.waitFor(sent.body.message_id, 'failed');
    const made = await create(company, { phone_number: '+15550131026' });
    const id = made.id ?? (await find(company, '+15550131026'))?.id;
    await setConsent(company, id ?? '', 'opted_out');
    const retried = await company.call('POST', `/api/v1/messages/${sent.body.message_id}/retry`);
    expectProblem(retried, 'recipient_opted_out');
  });
});

describe('an opt-out', () => {
  it('outlives imports, upserts and the deletion of the contact', async () => {
    const company = await stage.createKnownCompany();
    const contact = await create(company, { name: 'Sara', tags: ['vip'] });
    await setConsent(company, contact.id, 'opted_out');
    const consent = { state: 'opted_in', source: 'list' };
    const put = () =>
      company.call<Contact>('PUT', `/api/v1/contacts/by-phone/${person}`, {
        body: { name: 'Sara', consent },
      });
    expect((await put()).body.consent.state).toBe('opted_out');
    await company.call('DELETE', `/api/v1/contacts/${contact.id}`);
    expect(await find(company)).toBeUndefined();
    expectProblem(await company.send({ to: person }), 'recipient_opted_out');
    const revived = await put();
    expect(revived.status).toBe(201);
    expect(revived.body).toMatchObject({ consent: { state: 'opted_out' }, tags: [] });
  });

  it('is lifted by an explicit change', async () => {
    const company = await stage.createKnownCompany();
    const contact = await create(company);
    await setConsent(company, contact.id, 'opted_out');
    const lifted = await setConsent(company, contact.id, 'opted_in');
    expect(lifted.body.consent).toMatchObject({ state: 'opted_in', source: 'api' });
    expect((await company.send({ to: person })).status).toBe(200);
  });
});

describe('placeholders', () => {
  it('are filled from variables, then from the contact, then by their fallback', async () => {
    const company = await stage.createKnownCompany();
    await company.call('POST', '/api/v1/contact-fields', { body: { name: 'city', type: 'text' } });
    await create(company, { name: 'Sara Ahmed', fields: { city: 'Riyadh' } });
    const text = 'Dear {{first_name}} ({{name}}) of {{city|nowhere}}, room {{room|unknown}}';
    const sent = await company.send({ to: person, message: text, variables: { name: 'S. A.', city: '' } });
    expect(sent.status, sent.text).toBe(200);
    expect((await company.message(sent.body.message_id)).message).toBe(
      'Dear Sara (S. A.) of Riyadh, room unknown',
    );
  });

  it('are filled for each person of a batch', async () => {
    const company = await stage.createKnownCompany();
    await create(company, { name: 'Sara' });
    await create(company, { phone_number: '+966501111111', name: 'Huda' });
    const messages = [person, '+966501111111', '+966502222222'].map((to) => ({ to, message: 'Hi {{name}}' }));
    const { body } = await company.call<SendBatchAnswer>('POST', '/api/v1/messages/send-batch', {
      body: { messages },
    });
    const texts = [];
    for (const { message_id: id } of body.results) if (id) texts.push((await company.message(id)).message);
    expect(texts).toEqual(['Hi Sara', 'Hi Huda']);
    expect(body.results[2]?.error?.code).toBe('placeholder_unresolved');
  });
});
