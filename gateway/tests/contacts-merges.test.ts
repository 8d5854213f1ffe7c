// Two contacts that are one person: what a merge gives to the one that stays, and the way back.

import type { Contact, ContactMerge, ContactMergeEntry } from '@hudhud/contract/contacts.ts';
import type { Message } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { fromPublicId } from '../src/platform/ids.ts';
import { createCampaign, isCompleted } from './support/campaign-stage.ts';
import { expectProblem } from './support/expect-problem.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();

const kept = '+966541110001';
const other = '+966541110002';

const addContact = async (company: SendingCompany, fields: object): Promise<Contact> => {
  const answer = await company.call<Contact>('POST', '/api/v1/contacts', { body: fields });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};

const read = async (company: SendingCompany, id: string): Promise<Contact> =>
  (await company.get<Contact>(`/api/v1/contacts/${id}`)).body;

/** Without what is learned of people in the background, while their messages are delivered. */
const known = ({ addresses, updated_at: _updated, ...contact }: Contact) => ({
  ...contact,
  numbers: addresses.flatMap(({ kind, value }) => (kind === 'phone' ? [value] : [])).toSorted(),
});

const merge = async (company: SendingCompany, id: string, otherId: string, rest: object = {}) => {
  const body = { other_id: otherId, ...rest };
  return await company.call<ContactMerge>('POST', `/api/v1/contacts/${id}/merge`, { body });
};

const undo = (company: SendingCompany, id: string | null) =>
  company.call<Contact>('POST', `/api/v1/contact-merges/${id}/undo`);

const pastOf = async (company: SendingCompany, id: string): Promise<ContactMergeEntry[]> =>
  (await company.get<{ data: ContactMergeEntry[] }>(`/api/v1/contacts/${id}/merges`)).body.data;

const textsOf = async (company: SendingCompany, number: string): Promise<string[]> => {
  const path = `/api/v1/messages?phone_number=${encodeURIComponent(number)}`;
  const { body } = await company.get<{ data: Message[] }>(path);
  return body.data.map(({ message }) => message ?? '').toSorted();
};

/** Two contacts with something of everything, and a message each. */
const makePair = async (company: SendingCompany) => {
  const field = { name: 'seat', label: 'Seat', type: 'text' };
  expect((await company.call('POST', '/api/v1/contact-fields', { body: field })).status).toBe(201);
  const stays = await addContact(company, {
    phone_number: kept,
    name: 'Huda',
    notes: 'Calls in the morning',
    tags: ['vip'],
  });
  const goes = await addContact(company, {
    phone_number: other,
    name: 'Huda A.',
    language: 'ar',
    notes: 'Prefers the evening',
    tags: ['fair'],
    fields: { seat: '12A' },
    consent: { state: 'opted_in', source: 'order form' },
  });
  // Statuses name the person by ids that WhatsApp has for them: they come before the merge, not in the middle of it.
  for (const to of [kept, other]) {
    const sent = await company.send({ to, message: `to ${to}` });
    await company.waitFor(sent.body.message_id, 'read');
  }
  return { stays, goes };
};

describe('a merge', () => {
  it('is shown before it is done, and changes nothing until then', async () => {
    const company = await stage.createSendingCompany();
    const { stays, goes } = await makePair(company);
    const { body } = await merge(company, stays.id, goes.id, { preview: true });
    expect(body).toMatchObject({ id: null, contact: { id: stays.id, name: 'Huda', tags: ['fair', 'vip'] } });
    expect(known(body.contact).numbers).toEqual([kept, other]);
    expect(known(await read(company, stays.id))).toEqual(known(stays));
    expect(known(await read(company, goes.id))).toEqual(known(goes));
    expect(await pastOf(company, stays.id)).toEqual([]);
  });

  it('leaves one person with one history, every address, tag and field, and the rows of campaigns', async () => {
    const company = await stage.createSendingCompany();
    const { stays, goes } = await makePair(company);
    const campaign = await createCampaign(company, { audience: { filter: { tags_any: ['fair'] } } });
    await campaign.step('start', {});
    await campaign.waitFor('it was complete', isCompleted);
    const done = await merge(company, stays.id, goes.id);
    expect(done.status, done.text).toBe(200);
    expect(done.body.contact).toMatchObject({
      id: stays.id,
      phone_number: kept,
      name: 'Huda',
      language: 'ar',
      notes: 'Calls in the morning\nPrefers the evening',
      tags: ['fair', 'vip'],
      fields: { seat: '12A' },
      consent: { state: 'opted_in', source: 'order form' },
    });
    expect((await company.get(`/api/v1/contacts/${goes.id}`)).status).toBe(404);
    const texts = await textsOf(company, kept);
    expect(texts).toHaveLength(3);
    expect(await textsOf(company, other)).toEqual(texts);
    expect(await campaign.recipients()).toMatchObject([{ contact_id: stays.id, phone_number: other }]);
    expect(await pastOf(company, stays.id)).toMatchObject([
      { id: done.body.id, merged_contact_id: goes.id, name: 'Huda A.', source: 'api', can_be_undone: true },
    ]);
  });

  it('takes the stricter consent, and stops what waits for the person under any address', async () => {
    const company = await stage.createSendingCompany();
    const { stays, goes } = await makePair(company);
    const { body: scheduled } = await company.send({
      to: other,
      message: 'later',
      schedule_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const consent = { state: 'opted_out', source: 'phone call' };
    await company.call('POST', `/api/v1/contacts/${stays.id}/consent`, { body: consent });
    const { body } = await merge(company, stays.id, goes.id);
    expect(body.contact.consent).toMatchObject({ state: 'opted_out', source: 'phone call' });
    for (const to of [kept, other]) expectProblem(await company.send({ to }), 'recipient_opted_out');
    await company.waitFor(scheduled.message_id, 'cancelled');
    // It is unknown whose it would have been.
    await undo(company, body.id);
    for (const to of [kept, other]) expectProblem(await company.send({ to }), 'recipient_opted_out');
  });

  it('of a contact with itself, or with one that is not there, is refused', async () => {
    const company = await stage.createSendingCompany();
    const { stays, goes } = await makePair(company);
    expectProblem(await merge(company, stays.id, stays.id), 'contact_merge_same');
    await company.call('DELETE', `/api/v1/contacts/${goes.id}`);
    expectProblem(await merge(company, stays.id, goes.id), 'contact_not_found');
  });
});

describe('a merge that is undone', () => {
  it('leaves both as they were, with their own histories', async () => {
    const company = await stage.createSendingCompany();
    const { stays, goes } = await makePair(company);
    const { body } = await merge(company, stays.id, goes.id);
    const back = await undo(company, body.id);
    expect(back.status, back.text).toBe(200);
    expect(known(await read(company, stays.id))).toEqual(known(stays));
    expect(known(back.body)).toEqual(known(goes));
    expect(await textsOf(company, kept)).toEqual([`to ${kept}`]);
    expect(await textsOf(company, other)).toEqual([`to ${other}`]);
    expect(await pastOf(company, stays.id)).toMatchObject([{ can_be_undone: false }]);
    expectProblem(await undo(company, body.id), 'contact_merge_final');
  });

  it('keeps what somebody has changed since', async () => {
    const company = await stage.createSendingCompany();
    const { stays, goes } = await makePair(company);
    const { body } = await merge(company, stays.id, goes.id);
    const changes = { notes: 'Moved to Jeddah', fields: { seat: '14C' }, phone_number: '+966541110003' };
    const changed = await company.call('PATCH', `/api/v1/contacts/${stays.id}`, { body: changes });
    expect(changed.status, changed.text).toBe(200);
    await undo(company, body.id);
    expect(await read(company, stays.id)).toMatchObject({ ...changes, tags: ['vip'] });
    expect(await read(company, goes.id)).toMatchObject({ notes: 'Prefers the evening' });
  });

  it('was done less than 30 days ago', async () => {
    const company = await stage.createSendingCompany();
    const { stays, goes } = await makePair(company);
    const { body } = await merge(company, stays.id, goes.id);
    await stage.database.query(
      `update contact_merges set merged_at = now() - interval '31 days' where id = $1`,
      [fromPublicId('contactMerge', body.id ?? '')],
    );
    expectProblem(await undo(company, body.id), 'contact_merge_final');
    expect(await pastOf(company, stays.id)).toMatchObject([{ can_be_undone: false }]);
  });
});

describe('two people that WhatsApp shows to be one', () => {
  it('get nothing any more of what waited under one name when they had stopped under the other', async () => {
    const company = await stage.createKnownCompany();
    const callBack = async (value: object): Promise<void> => {
      const metadata = { display_phone_number: '15550783881', phone_number_id: company.account };
      const body = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
      const path = `/simulator/control/numbers/${company.account}/webhooks`;
      const answer = await stage.call('POST', path, { body });
      expect(answer.status, answer.text).toBeLessThan(300);
    };
    const timestamp = String(Math.floor(Date.now() / 1000));
    const stop = {
      from_user_id: 'SA.4711',
      id: 'wamid.stop',
      timestamp,
      type: 'text',
      text: { body: 'STOP' },
    };
    await callBack({ messages: [stop] });
    await waitUntil('the stop was recorded', async () => {
      const { body } = await company.call<{ code?: string }>('POST', '/api/v1/messages/send', {
        body: { recipient: 'SA.4711', message: 'Hello' },
      });
      return body.code === 'recipient_opted_out';
    });
    const { body: scheduled } = await company.send({
      to: other,
      message: 'later',
      schedule_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const pair = { recipient_id: other.slice(1), recipient_user_id: 'SA.4711' };
    await callBack({ statuses: [{ id: 'wamid.elsewhere', status: 'delivered', timestamp, ...pair }] });
    await company.waitFor(scheduled.message_id, 'cancelled');
    expectProblem(await company.send({ to: other }), 'recipient_opted_out');
  });
});
