// Every kind of component on its whole way: made here, approved there, sent, accepted by the simulator, and shown to the
// person as the message says. The simulator works out by itself what the person sees.

import type { SendAnswer } from '@hudhud/contract/messages.ts';
import type { Template, TemplateHistory } from '@hudhud/contract/templates.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { sampleFiles } from './support/sample-files.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { type FixtureFile, templateFixtures } from './support/template-fixtures.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();
let company: SendingCompany;

const kinds = Object.entries(templateFixtures);

beforeAll(async () => {
  company = await stage.createSendingCompany();
  await stage.call('PATCH', '/simulator/control/settings', { body: { template_review_delay_ms: 400 } });
});

const create = (name: string, body: object) =>
  company.call<Template>('POST', '/api/v1/templates', { body: { name, language: 'en_US', ...body } });

const read = async (id: string): Promise<Template> =>
  (await company.get<Template>(`/api/v1/templates/${id}`)).body;

const waitForStatus = (id: string, status: string): Promise<Template> =>
  waitUntil(`the template was ${status}`, async () => {
    const found = await read(id);
    return found.status === status && found;
  });

const send = (to: string, template: object) =>
  company.call<SendAnswer>('POST', '/api/v1/messages/send', { body: { to, type: 'template', template } });

interface EmittedTemplateEvent {
  readonly event: string;
  readonly data: { readonly name?: string; readonly status?: string };
}

/** The events of a template, oldest first. */
const eventsOf = async (name: string): Promise<EmittedTemplateEvent[]> => {
  const types = 'template_status,template_category,template_quality';
  const { body } = await company.get<{ data: EmittedTemplateEvent[] }>(
    `/api/v1/events?types=${types}&limit=200`,
  );
  return body.data.filter(({ data }) => data.name === name);
};

interface Shown {
  readonly messages: readonly { readonly rendered?: object; readonly type: string }[];
}

const shownTo = async (to: string): Promise<object | undefined> => {
  const path = `/simulator/control/conversations/${company.account}/${to.slice(1)}`;
  const { body, text } = await stage.call<Shown>('GET', path);
  const shown = body.messages?.findLast(({ type }) => type === 'template')?.rendered;
  if (!shown) throw new Error(`the phone shows no template: ${text}`);
  return shown;
};

/** Fills in what the test has got for a file. */
const withFile = <T>(value: T, place: string, id: string | undefined): T =>
  id === undefined ? value : (JSON.parse(JSON.stringify(value).replaceAll(`{${place}}`, id)) as T);

const uploadFile = async (file: FixtureFile): Promise<string> => {
  const uploaded = await fetch(`${stage.address}/api/v1/media?filename=sample.${file}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${company.token}`,
      'x-company-id': company.id,
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(sampleFiles[file]),
  });
  const body = (await uploaded.json()) as { id: string };
  expect(uploaded.status, JSON.stringify(body)).toBe(201);
  return body.id;
};

/** The provider's id for the file of a header. */
const referenceIn = (wire: object | undefined): string | undefined =>
  /"(?:image|video|document)":\{[^{}]*"id":"([^"]+)"/.exec(JSON.stringify(wire ?? {}))?.[1];

describe('a template with', () => {
  it.each(kinds)('%s is made, approved, sent, accepted and shown the same', async (name, fixture) => {
    const file = fixture.file && (await uploadFile(fixture.file));
    const made = await create(name, withFile(fixture.template, 'file', file));
    expect(made.status, made.text).toBe(201);
    await waitForStatus(made.body.id, 'approved');
    const to = `+9665${String(40_000_000 + kinds.findIndex(([kind]) => kind === name))}`;
    const sent = await send(to, { name, ...withFile(fixture.send, 'file', file) });
    expect(sent.status, sent.text).toBe(200);
    const [entry] = await company.ledger({ to });
    const wire = (entry?.body as unknown as { template: object } | undefined)?.template;
    expect(wire).toEqual({
      name,
      language: { code: 'en_US' },
      ...(fixture.components && {
        components: withFile(fixture.components, 'reference', referenceIn(wire)),
      }),
    });
    const message = await company.message(sent.body.message_id);
    expect(message.message).toBe(fixture.body);
    const rendered = message.content?.type === 'template' ? message.content.template.rendered : undefined;
    expect(rendered).toMatchObject((await shownTo(to)) ?? {});
  });
});

describe('the values that the template needs', () => {
  const refusedFor = async (name: string, template: object): Promise<string> => {
    const answer = await send('+966549999999', { name, ...template });
    expect(answer.status, answer.text).toBe(422);
    return (answer.body as unknown as { code: string }).code;
  };

  it.each<[string, string, object, string]>([
    ['a header that is missing', 'header_variable', { variables: ['Sara'] }, 'template_header_missing'],
    [
      'a place where a text belongs',
      'header_variable',
      { variables: ['Sara'], header: { location: { latitude: 1, longitude: 2 } } },
      'template_header_kind',
    ],
    [
      'a text where a picture belongs',
      'image_header_and_quick_reply',
      { variables: ['Sara'], header: { text: 'x' } },
      'template_header_kind',
    ],
    [
      'a picture that is missing',
      'image_header_and_quick_reply',
      { variables: ['Sara'] },
      'template_header_missing',
    ],
    [
      'a header where none has a variable',
      'fixed_header_and_footer',
      { header: { text: 'x' } },
      'template_variable_unknown',
    ],
    ['a text where a place belongs', 'location_header', { header: { text: 'x' } }, 'template_header_kind'],
    ['the end of an address', 'url_and_phone', { variables: ['Sara'] }, 'template_button_missing'],
    ['a code to copy', 'copy_code', {}, 'template_button_missing'],
    [
      'a code of more than 15 characters',
      'one_time_code',
      { variables: { code: '1234567890123456' } },
      'template_variable_invalid',
    ],
    ['cards', 'carousel', {}, 'wrong_count'],
    [
      'the end of an offer',
      'limited_time_offer',
      { variables: ['Sara'], buttons: [{ index: 0, value: 'A' }] },
      'template_variable_missing',
    ],
    [
      'a value for a fixed address',
      'url_and_phone',
      {
        variables: ['Sara'],
        buttons: [
          { index: 0, value: 'a' },
          { index: 1, value: 'b' },
        ],
      },
      'template_variable_unknown',
    ],
  ])('is explained: %s', async (_what, name, template, code) => {
    expect(await refusedFor(name, template)).toBe(code);
  });
});

describe('the file of a header', () => {
  it('is refused when the template shows another kind', async () => {
    const answer = await send('+966549999998', {
      name: 'image_header_and_quick_reply',
      variables: ['Sara'],
      header: { media: { id: await uploadFile('pdf') } },
    });
    expectProblem(answer, 'media_type_not_allowed', { pointer: '/template/header/media' });
  });

  it('is needed as a sample, and must be one of the company', async () => {
    const header = { type: 'HEADER', format: 'IMAGE' };
    const make = (example: object) =>
      create('no_sample', {
        category: 'utility',
        components: [
          { ...header, ...example },
          { type: 'BODY', text: 'We have moved.' },
        ],
      });
    expectProblem(await make({}), 'template_invalid', { pointer: '/components/0/example' });
    expectProblem(await make({ example: { media: 'med_01kagx5p9ne0ps4a2v7qk3m8dz' } }), 'media_not_found', {
      pointer: '/components/0/example/media',
    });
    expectProblem(await make({ example: { media: await uploadFile('pdf') } }), 'template_refused');
  });
});

describe('a template that is not approved', () => {
  it('is not sent, stays in the list with the reason, and its history is emitted', async () => {
    const made = await create('reject_me', templateFixtures.numbered_variables?.template ?? {});
    const rejected = await waitForStatus(made.body.id, 'rejected');
    expect(rejected.reason).toContain('INVALID_FORMAT');
    expectProblem(
      await send('+966541111111', { name: 'reject_me', variables: ['a'] }),
      'template_not_approved',
    );
    const { body } = await company.get<TemplateHistory>(`/api/v1/templates/${made.body.id}/history`);
    expect(body.data.map(({ field, after, source }) => ({ field, after, source }))).toEqual([
      { field: 'status', after: 'rejected', source: 'callback' },
      { field: 'status', after: 'pending', source: 'person' },
    ]);
    const emitted = await waitUntil('the rejection was emitted', async () =>
      (await eventsOf('reject_me')).find(({ data }) => data.status === 'rejected'),
    );
    expect(emitted.data).toMatchObject({ name: 'reject_me', previous_status: 'pending' });
  });

  it('is refused by our own rules before it is submitted', async () => {
    const answer = await create('Bad Name', {
      category: 'utility',
      components: [{ type: 'BODY', text: '{{1}} is yours' }],
    });
    expectProblem(answer, 'template_invalid');
    expect(
      (answer.body as unknown as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer),
    ).toEqual(['/name', '/components/0/text', '/components/0/example']);
  });

  it('is changed, and deleted with its name kept in the list', async () => {
    const made = await create('to_change', templateFixtures.numbered_variables?.template ?? {});
    expectProblem(
      await create('to_change', templateFixtures.numbered_variables?.template ?? {}),
      'template_exists',
    );
    await waitForStatus(made.body.id, 'approved');
    const path = `/api/v1/templates/${made.body.id}`;
    const changed = await company.call<Template>('PATCH', path, {
      body: { components: [{ type: 'BODY', text: 'We have moved again.' }] },
    });
    expect(changed.body, changed.text).toMatchObject({ status: 'pending', fields: [] });
    await waitForStatus(made.body.id, 'approved');
    expect((await company.call<Template>('DELETE', path)).body).toMatchObject({ status: 'deleted' });
    expectProblem(await send('+966541111112', { name: 'to_change' }), 'template_not_found');
    expect(await read(made.body.id)).toMatchObject({ status: 'deleted' });
  });
});

describe('a change of a template by WhatsApp', () => {
  const referenceOf = async (name: string): Promise<string> => {
    const [row] = await stage.database.query<{ reference: string }>(
      `select reference from templates where name = $1 and company_id = (
         select company_id from senders where account = $2)`,
      [name, company.account],
    );
    return row?.reference ?? '';
  };
  const turn = async (name: string, change: object) =>
    stage.call('PATCH', `/simulator/control/templates/${await referenceOf(name)}`, { body: change });

  it('is received by callback: a pause, a quality, and a category that decides consent', async () => {
    const made = await create('drifting', templateFixtures.numbered_variables?.template ?? {});
    const { id } = await waitForStatus(made.body.id, 'approved');
    const phone_number = '+966542222222';
    const person = await company.call<{ id: string }>('POST', '/api/v1/contacts', { body: { phone_number } });
    await company.call('POST', `/api/v1/contacts/${person.body.id}/consent`, {
      body: { state: 'opted_out' },
    });
    const transactional = { reason: 'a bill' };
    const bill = {
      to: phone_number,
      type: 'template',
      template: { name: 'drifting', variables: ['a'] },
      transactional,
    };
    const first = await company.call<SendAnswer>('POST', '/api/v1/messages/send', { body: bill });
    expect(first.status, first.text).toBe(200);
    const later = await company.call<SendAnswer>('POST', '/api/v1/messages/send', {
      body: { ...bill, schedule_at: new Date(Date.now() + 3_600_000).toISOString() },
    });

    await turn('drifting', { category: 'MARKETING', quality: 'YELLOW' });
    await waitUntil('the category was received', async () => (await read(id)).category === 'marketing');
    expectProblem(
      await company.call<SendAnswer>('POST', '/api/v1/messages/send', { body: bill }),
      'recipient_opted_out',
    );
    expect(await company.waitFor(later.body.message_id, 'cancelled')).toMatchObject({
      failure: { code: 'recipient_opted_out' },
    });
    await waitUntil('the quality was received', async () => (await read(id)).quality === 'yellow');

    await turn('drifting', { status: 'PAUSED' });
    await waitForStatus(id, 'paused');
    expectProblem(await send('+966542222223', { name: 'drifting', variables: ['a'] }), 'template_paused');
    const emitted = await waitUntil('all of it was emitted', async () => {
      const events = await eventsOf('drifting');
      return events.length >= 4 && events;
    });
    expect(emitted.map(({ event }) => event)).toEqual([
      'template_status',
      'template_category',
      'template_quality',
      'template_status',
    ]);
  });
});
