// Free text and the 24-hour window: refused on arrival, checked again when its turn comes, and left alone where the
// company or its sender does not want the check.

import type { Window } from '@hudhud/contract/windows.ts';
import { describe, expect, it } from 'vitest';
import { fromPublicId } from '../src/platform/ids.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();

const hour = 3_600_000;
const minute = 60_000;
let people = 0;
const newPerson = (): string => {
  people += 1;
  return `+96650200${String(people).padStart(4, '0')}`;
};

const createChecking = async (): Promise<SendingCompany> => {
  const company = await stage.createSendingCompany();
  const changed = await company.call('PATCH', '/api/v1/company', { body: { window: 'enforced_everywhere' } });
  expect(changed).toMatchObject({ status: 200, body: { window: 'enforced_everywhere' } });
  return company;
};

/** Makes the person's last message this old. */
const hasWritten = async (company: SendingCompany, person: string, agoMilliseconds: number) =>
  await stage.database.query(
    `insert into conversation_windows (company_id, sender_id, person_key, last_incoming_at)
     values ($1, $2, $3, $4)
     on conflict (company_id, sender_id, person_key) do update set last_incoming_at = excluded.last_incoming_at`,
    [company.uuid, fromPublicId('sender', company.sender.id), person, new Date(Date.now() - agoMilliseconds)],
  );

const checking = await createChecking();

describe('free text to a person who has not written', () => {
  it('is refused at once, and nothing is stored or sent', async () => {
    const to = newPerson();
    const answer = await checking.send({ to, reference: 'too-early' });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'window_closed', closes_at: null, templates: [] },
    });
    expect(await stage.database.query(`select id from messages where reference = 'too-early'`)).toEqual([]);
    expect(await checking.ledger({ to })).toEqual([]);
  });

  it('names when the window closed', async () => {
    const to = newPerson();
    await hasWritten(checking, to, 30 * hour);
    const { status, body } = await checking.send({ to });
    expect(status).toBe(409);
    const { closes_at: closesAt } = body as unknown as { closes_at: string };
    expect(Math.abs(Date.parse(closesAt) - (Date.now() - 6 * hour))).toBeLessThan(10_000);
  });

  it('is refused alone in a batch', async () => {
    const [open, closed] = [newPerson(), newPerson()];
    await hasWritten(checking, open, hour);
    const answer = await checking.call<{ accepted: number; results: { status: string; error?: object }[] }>(
      'POST',
      '/api/v1/messages/send-batch',
      { body: { messages: [open, closed].map((to) => ({ to, message: 'Hello' })) } },
    );
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({
      accepted: 1,
      results: [{ status: 'queued' }, { status: 'refused', error: { code: 'window_closed' } }],
    });
  });

  it('has its first answer again under the same key, whatever became of the window', async () => {
    const to = newPerson();
    await hasWritten(checking, to, hour);
    const headers = { 'idempotency-key': 'window-1' };
    expect((await checking.send({ to }, headers)).status).toBe(200);
    await hasWritten(checking, to, 30 * hour);
    const again = await checking.send({ to }, headers);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect((await checking.send({ to })).status).toBe(409);
  });
});

describe('free text with a fallback template', () => {
  const fallback_template = { name: 'order_update', variables: { '1': 'Sara', '2': '1042' } };
  const withTemplates = async (): Promise<SendingCompany> => {
    const company = await createChecking();
    expect((await company.call('POST', '/api/v1/templates/sync')).status).toBe(200);
    return company;
  };
  const typesSentTo = async (company: SendingCompany, to: string): Promise<unknown[]> =>
    (await company.ledger({ to })).map(({ body }) => (body as unknown as { type: string }).type);

  it('is sent as the template outside the window, and the answer says so', async () => {
    const company = await withTemplates();
    const to = newPerson();
    const { status, body, text } = await company.send({ to, fallback_template });
    expect({ status, text }).toMatchObject({ status: 200 });
    expect(body).toMatchObject({ status: 'sent', notice: expect.stringContaining('"order_update"') });
    expect(await company.message(body.message_id)).toMatchObject({
      type: 'template',
      message: 'Hello Sara, your order 1042 is on its way.',
    });
    expect(await typesSentTo(company, to)).toEqual(['template']);
  });

  it('stays the text within the window', async () => {
    const company = await withTemplates();
    const to = newPerson();
    await hasWritten(company, to, hour);
    const { status, body } = await company.send({ to, fallback_template });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('notice');
    expect(await typesSentTo(company, to)).toEqual(['text']);
  });

  it('becomes the template when the window closes while it waits, and the timeline says so', async () => {
    const company = await withTemplates();
    const [to, inBatch] = [newPerson(), newPerson()];
    for (const person of [to, inBatch]) await hasWritten(company, person, 24 * hour - minute - 2_000);
    const later = { schedule_at: new Date(Date.now() + 3_000).toISOString(), fallback_template };
    const single = await company.send({ to, ...later });
    expect(single).toMatchObject({ status: 202 });
    const batch = await company.call<{ results: { message_id: string }[] }>(
      'POST',
      '/api/v1/messages/send-batch',
      { body: { messages: [{ to: inBatch, message: 'Your order is here.', ...later }] } },
    );
    const ids = [single.body.message_id, batch.body.results[0]?.message_id ?? ''];
    for (const id of ids) {
      expect(await company.message(id)).toMatchObject({ type: 'text', status: 'queued' });
    }
    for (const id of ids) {
      expect(await company.waitFor(id, 'sent', 'delivered', 'read', 'failed')).toMatchObject({
        type: 'template',
        failure: null,
        message: 'Hello Sara, your order 1042 is on its way.',
      });
      const { body } = await company.get<{ entries: { kind: string; title: string }[] }>(
        `/api/v1/messages/${id}/timeline`,
      );
      expect(body.entries.filter(({ kind }) => kind === 'fallback')).toMatchObject([
        { title: expect.stringContaining('the template order_update takes the place of the text') },
      ]);
    }
    expect(await typesSentTo(company, to)).toEqual(['template']);
    expect(await typesSentTo(company, inBatch)).toEqual(['template']);
  });

  it('is not sent as a template that WhatsApp has paused meanwhile', async () => {
    const company = await withTemplates();
    const to = newPerson();
    await hasWritten(company, to, 24 * hour - minute - 1_500);
    const schedule_at = new Date(Date.now() + 2_500).toISOString();
    const { body } = await company.send({ to, schedule_at, fallback_template });
    const [known] = await stage.database.query<{ reference: string }>(
      `select reference from templates where company_id = $1 and name = 'order_update'`,
      [company.uuid],
    );
    await stage.call('PATCH', `/simulator/control/templates/${known?.reference}`, {
      body: { status: 'PAUSED' },
    });
    const failed = await company.waitFor(body.message_id, 'failed');
    expect(failed).toMatchObject({ type: 'text', failure: { code: 'window_closed' } });
    expect(await company.ledger({ to })).toEqual([]);
  });

  it('names a template that cannot be sent at once, also while the window is open', async () => {
    const company = await withTemplates();
    const to = newPerson();
    await hasWritten(company, to, hour);
    const answer = await company.send({ to, fallback_template: { name: 'no_such' } });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'template_not_found', errors: [{ pointer: '/fallback_template/name' }] },
    });
  });

  it('is one message under its key, also when the person writes between two tries', async () => {
    const company = await withTemplates();
    const to = newPerson();
    const headers = { 'idempotency-key': 'fallback-1' };
    const first = await company.send({ to, fallback_template }, headers);
    const closed = await company.send({ to, fallback_template }, headers);
    await hasWritten(company, to, hour);
    const open = await company.send({ to, fallback_template }, headers);
    for (const again of [closed, open]) {
      expect([again.status, again.headers['idempotency-replayed']]).toEqual([first.status, 'true']);
      expect(again.body).toEqual(first.body);
    }
    expect(await typesSentTo(company, to)).toEqual(['template']);
    const other = await company.send({ to, fallback_template: { name: 'hello_world' } }, headers);
    expect(other.body).toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('is refused with a pointer to the template when that cannot be sent', async () => {
    const company = await withTemplates();
    const to = newPerson();
    const answer = await company.send({ to, fallback_template: { name: 'order_update' } });
    expect(answer.status).toBe(422);
    const { errors } = answer.body as unknown as { errors: { pointer: string }[] };
    expect(errors[0]?.pointer).toMatch(/^\/fallback_template/);
    expect(await company.ledger({ to })).toEqual([]);
  });

  it('is judged for each message of a batch', async () => {
    const company = await withTemplates();
    const [open, closed, bare] = [newPerson(), newPerson(), newPerson()];
    await hasWritten(company, open, hour);
    const { body } = await company.call('POST', '/api/v1/messages/send-batch', {
      body: {
        messages: [
          { to: open, message: 'Hello', fallback_template },
          { to: closed, message: 'Hello', fallback_template },
          { to: bare, message: 'Hello' },
          { to: bare, message: 'Hello', fallback_template: { name: 'no_such_template' } },
        ],
      },
    });
    expect(body).toMatchObject({
      accepted: 2,
      refused: 2,
      results: [
        { index: 0, status: 'queued' },
        { index: 1, status: 'queued', notice: expect.stringContaining('"order_update"') },
        { index: 2, status: 'refused', error: { code: 'window_closed' } },
        {
          index: 3,
          status: 'refused',
          error: { errors: [{ pointer: expect.stringMatching(/^\/messages\/3\/fallback_template/) }] },
        },
      ],
    });
    const sent = async (to: string): Promise<unknown[]> =>
      await waitUntil('it was sent', async () => {
        const types = await typesSentTo(company, to);
        return types.length > 0 && types;
      });
    expect([await sent(open), await sent(closed)]).toEqual([['text'], ['template']]);
    expect(await company.ledger({ to: bare })).toEqual([]);
  });

  it('without one, the refusal names approved templates of the account, the easiest first', async () => {
    const company = await withTemplates();
    const { status, body } = await company.send({ to: newPerson() });
    expect(status).toBe(409);
    const { templates, detail } = body as unknown as { templates: { name: string }[]; detail: string };
    // The other template of the account is for one-time codes.
    expect(templates.map(({ name }) => name)).toEqual([
      'hello_world',
      'order_update',
      'appointment_reminder',
    ]);
    for (const { name } of templates) expect(detail).toContain(name);
  });
});

describe('free text to a person who has written', () => {
  it('is sent', async () => {
    const to = newPerson();
    await hasWritten(checking, to, hour);
    expect(await checking.send({ to })).toMatchObject({ status: 200, body: { status: 'sent' } });
  });

  it.each([
    ['just before the last minute', 24 * hour - 2 * minute, 200],
    ['in the last minute', 24 * hour - minute / 2, 409],
  ])('%s of the window is judged by the margin', async (_name, ago, status) => {
    const to = newPerson();
    await hasWritten(checking, to, ago);
    expect((await checking.send({ to })).status).toBe(status);
  });

  it('is open under every address of the person', async () => {
    const [number, userId] = [newPerson(), 'SA.13491208655302741918'];
    const contact = await checking.call<{ id: string }>('POST', '/api/v1/contacts', {
      body: { phone_number: number, name: 'Sara' },
    });
    const contactId = fromPublicId('contact', contact.body.id);
    await stage.database.query(
      `insert into contact_addresses (company_id, key, contact_id, kind, value) values ($1, $2, $3, 'bsuid', $2)`,
      [checking.uuid, userId, contactId],
    );
    expect((await checking.send({ to: number })).status).toBe(409);
    await hasWritten(checking, userId, hour);
    expect((await checking.send({ to: number })).status).toBe(200);
  });

  it('wrote to another number of the company: that opens nothing here', async () => {
    const to = newPerson();
    await stage.database.query(
      `insert into conversation_windows (company_id, sender_id, person_key, last_incoming_at)
       values ($1, gen_random_uuid(), $2, now())`,
      [checking.uuid, to],
    );
    expect((await checking.send({ to })).status).toBe(409);
  });
});

describe('free text that waits', () => {
  it('is not sent when the window closes before its time, and says so', async () => {
    const to = newPerson();
    // Open now, and within the last minute when the message is due.
    await hasWritten(checking, to, 24 * hour - minute - 700);
    const schedule_at = new Date(Date.now() + 1_500).toISOString();
    const { status, body } = await checking.send({ to, schedule_at });
    expect(status).toBe(202);
    const failed = await checking.waitFor(body.message_id, 'failed');
    expect(failed).toMatchObject({ failure: { code: 'window_closed' } });
    expect(await checking.ledger({ to })).toEqual([]);
  });

  it('is sent when the person has written again meanwhile', async () => {
    const to = newPerson();
    await hasWritten(checking, to, 24 * hour - minute - 700);
    const { body } = await checking.send({ to, schedule_at: new Date(Date.now() + 1_500).toISOString() });
    await hasWritten(checking, to, 1_000);
    await checking.waitFor(body.message_id, 'sent', 'delivered', 'read');
  });

  it('in a queue: none of a hundred leaves after the last minute has begun', async () => {
    const company = await createChecking();
    await company.setPace(20);
    const closesIn = 2_500;
    const receivers = Array.from({ length: 100 }, newPerson);
    const closesAt = Date.now() + minute + closesIn;
    for (const to of receivers) await hasWritten(company, to, 24 * hour - (closesAt - Date.now()));
    const { body } = await company.call<{ results: { message_id: string }[] }>(
      'POST',
      '/api/v1/messages/send-batch',
      { body: { messages: receivers.map((to) => ({ to, message: 'Still in time?' })) } },
    );
    const ids = body.results.map((result) => result.message_id);
    const settled = await waitUntil(
      'all have gone out or failed',
      async () => {
        const found = await Promise.all(ids.map((id) => company.message(id)));
        return found.every(({ status }) => !['queued', 'sending'].includes(status)) && found;
      },
      30_000,
    );
    const ledger = await company.ledger();
    // A message that was sent in time takes a moment to appear in the ledger.
    const tooLate = ledger.filter((entry) => entry.received_at > closesAt - minute + 250);
    expect(tooLate).toEqual([]);
    const failed = settled.filter(({ status }) => status === 'failed');
    expect(failed.length).toBeGreaterThan(10);
    expect(ledger.length).toBe(receivers.length - failed.length);
    for (const { failure } of failed) expect(failure).toMatchObject({ code: 'window_closed' });
  });
});

describe('the check', () => {
  it('is left to the provider for simulated senders of a new company', async () => {
    const company = await stage.createSendingCompany();
    expect(await company.get('/api/v1/company')).toMatchObject({ body: { window: 'enforced' } });
    expect((await company.send({ to: newPerson() })).status).toBe(200);
  });

  it('is on for a new company and a sender at the address of the provider itself', async () => {
    const company = await stage.createCompany();
    const fields = { phone_number_id: '4711', access_token: 'EAAG', app_secret: 'a', verify_token: 'v' };
    const made = await company.call<{ id: string }>('POST', '/api/v1/senders', {
      body: { name: 'Real', provider: 'meta_cloud', fields },
    });
    expect(made.status).toBe(201);
    const answer = await company.send({ to: newPerson(), from: made.body.id });
    expect(answer).toMatchObject({ status: 409, body: { code: 'window_closed' } });
  });

  it('is off where the company leaves it to the provider', async () => {
    const company = await createChecking();
    const to = newPerson();
    expect((await company.send({ to })).status).toBe(409);
    await company.call('PATCH', '/api/v1/company', { body: { window: 'provider' } });
    expect((await company.send({ to })).status).toBe(200);
  });

  it('takes only the three words', async () => {
    const answer = await checking.call('PATCH', '/api/v1/company', { body: { window: 'always' } });
    expect(answer.status).toBe(422);
  });
});

describe('GET /api/v1/window', () => {
  const read = (to: string) => checking.get<Window>(`/api/v1/window?to=${encodeURIComponent(to)}`);

  it.each([
    ['open', hour],
    ['closing', 23 * hour],
    ['closed', 24 * hour - minute / 2],
  ])('says that it is %s', async (state, ago) => {
    const to = newPerson();
    await hasWritten(checking, to, ago);
    const { status, body } = await read(to);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state, is_enforced: true, sender_id: checking.sender.id });
    const { closes_at: closes, last_incoming_at: last } = body;
    expect(Date.parse(closes ?? '') - Date.parse(last ?? '')).toBe(24 * hour);
    expect((await read(to.slice(1))).body.state).toBe(state);
  });

  it('says closed of a stranger', async () => {
    expect((await read(newPerson())).body).toMatchObject({ state: 'closed', closes_at: null });
  });
});

describe('a message of a person', () => {
  it('opens the window in the moment it is stored', async () => {
    const company = await createChecking();
    const person = newPerson();
    expect((await company.send({ to: person })).status).toBe(409);
    const wrote = await stage.call('POST', `/simulator/control/numbers/${company.account}/inbound`, {
      body: { from: person, text: 'Hi' },
    });
    expect(wrote.status).toBeLessThan(300);
    await waitUntil('the window opened', async () => {
      const { body } = await company.get<Window>(`/api/v1/window?to=${encodeURIComponent(person)}`);
      return body.state === 'open';
    });
    expect((await company.send({ to: person })).status).toBe(200);
  });
});
