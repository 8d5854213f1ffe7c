// A person who asks to be forgotten is: the contact, the words, the number; what became of messages stays.

import type { Contact, Erasure } from '@hudhud/contract/contacts.ts';
import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();
const person = '+966501234567';
const digits = person.slice(1);

const contactOf = async (company: SendingCompany): Promise<Contact> =>
  (
    await company.call<Contact>('PUT', `/api/v1/contacts/by-phone/${person}`, {
      body: { name: 'Secret Sara' },
    })
  ).body;

const erase = async (company: SendingCompany, id: string): Promise<Erasure> => {
  const started = await company.call<Erasure>('POST', `/api/v1/contacts/${id}/erase`);
  expect(started.status, started.text).toBe(202);
  return await waitUntil(
    'the erasure was done',
    async () => {
      const { body } = await company.get<Erasure>(`/api/v1/erasures/${started.body.id}`);
      return body.state === 'done' && body;
    },
    60_000,
  );
};

/** Every row of the company in every table, as text. */
const everything = async (company: SendingCompany): Promise<string> => {
  const tables = await stage.database.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     join pg_class on relname = table_name and not relispartition
     where table_schema = 'public' and column_name = 'company_id'`,
  );
  const parts = tables.map(async ({ name }) => {
    const rows = await stage.database.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where company_id = $1`,
      [company.uuid],
    );
    return rows.map(({ row }) => `${name} ${row}`).join('\n');
  });
  return (await Promise.all(parts)).join('\n');
};

describe('a person who is erased', () => {
  it('leaves no words and no number behind, only what became of the messages', async () => {
    const company = await stage.createKnownCompany();
    const contact = await contactOf(company);
    const sent = await company.send({ to: person, message: 'secret diagnosis' });
    const scheduled = await company.send({
      to: person,
      message: 'secret reminder',
      schedule_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const others = await company.send({ to: '+966507777777', message: 'for somebody else' });
    await company.waitFor(sent.body.message_id, 'read');
    await stage.call('POST', `/simulator/control/numbers/${company.account}/inbound`, {
      body: { from: digits, name: 'Secret Sara', text: 'secret answer' },
    });
    await waitUntil('the answer was stored', async () =>
      (await everything(company)).includes('secret answer'),
    );
    await waitUntil('all requests were recorded', async () => {
      const rows = await stage.database.query(
        `select 1 from requests where company_id = $1 and body like '%secret reminder%'`,
        [company.uuid],
      );
      return rows.length > 0;
    });
    expect((await erase(company, contact.id)).messages_erased).toBe(3);
    const left = await everything(company);
    for (const word of ['Secret Sara', 'secret diagnosis', 'secret reminder', 'secret answer', digits]) {
      expect(left.split('\n').filter((line) => line.includes(word))).toEqual([]);
    }
    expect(await company.message(sent.body.message_id)).toMatchObject({
      status: 'read',
      message: '',
      phone_number: '+********4567',
    });
    expect((await company.message(scheduled.body.message_id)).status).toBe('cancelled');
    expect((await company.message(others.body.message_id)).message).toBe('for somebody else');
    expectProblem(await company.get(`/api/v1/contacts/${contact.id}`), 'contact_not_found');
  }, 180_000);

  it('is named in the audit log by the last digits only', async () => {
    const company = await stage.createKnownCompany();
    const contact = await contactOf(company);
    await erase(company, contact.id);
    const { body } = await company.get<{ data: { action: string; data: object }[] }>('/api/v1/audit');
    const entry = body.data.find(({ action }) => action === 'erase_contact');
    expect(entry).toMatchObject({ target: contact.id, data: { last_digits: '4567' } });
    expect(JSON.stringify(body)).not.toContain(digits);
  }, 180_000);

  it('stays refused when they had opted out', async () => {
    const company = await stage.createKnownCompany();
    const contact = await contactOf(company);
    await company.call('POST', `/api/v1/contacts/${contact.id}/consent`, { body: { state: 'opted_out' } });
    await erase(company, contact.id);
    expectProblem(await company.send({ to: person }), 'recipient_opted_out');
    const page = await company.get<{ data: Contact[] }>('/api/v1/contacts');
    expect(page.body.data).toEqual([]);
  }, 180_000);
});
