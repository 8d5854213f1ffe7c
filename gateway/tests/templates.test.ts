// Templates as a customer meets them: read from the provider, sent with values, and refused with the name of what is wrong.

import type { SendAnswer, SendBatchAnswer } from '@hudhud/contract/messages.ts';
import type { Template } from '@hudhud/contract/templates.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';

const stage = await useSendingStage();
let company: SendingCompany;
beforeAll(async () => {
  company = await stage.createSendingCompany();
  const synced = await company.call('POST', '/api/v1/templates/sync');
  expect(synced.body, synced.text).toEqual({
    data: [{ account: expect.any(String), templates: 5, changed: 5, error: null }],
  });
});

let people = 0;
const someone = (): string => `+9665${String(30_000_000 + ++people)}`;

const post = (body: object, headers?: Record<string, string>) =>
  company.call<SendAnswer>('POST', '/api/v1/messages/send', {
    body: { to: someone(), ...body },
    ...(headers && { headers }),
  });

const template = (fields: object) => post({ type: 'template', template: fields });

const list = async (query = ''): Promise<Template[]> =>
  (await company.get<{ data: Template[] }>(`/api/v1/templates?limit=100${query}`)).body.data;

const wireOf = async (messageId: string): Promise<Record<string, unknown>> => {
  const entry = (await company.ledger()).find(({ opaque }) => opaque.startsWith(`${messageId}:`));
  if (!entry) throw new Error(`the simulator was not sent ${messageId}`);
  return (entry.body as unknown as { template: Record<string, unknown> }).template;
};

describe('the templates of an account', () => {
  it('are listed with what they take', async () => {
    const all = await list();
    expect(all.map(({ name, language }) => `${name} ${language}`).toSorted()).toEqual([
      'appointment_reminder ar',
      'appointment_reminder en',
      'hello_world en_US',
      'login_code en_US',
      'order_update en_US',
    ]);
    const [order] = await list('&name=order');
    expect(order).toMatchObject({
      status: 'approved',
      category: 'utility',
      parameter_format: 'positional',
      sender_ids: [company.sender.id],
      fields: [
        { kind: 'variable', name: '1', required: true },
        { kind: 'variable', name: '2', required: true },
      ],
    });
  });

  it('are read by the first message that names one', async () => {
    const fresh = await stage.createSendingCompany();
    const sent = await fresh.call<SendAnswer>('POST', '/api/v1/messages/send', {
      body: { to: someone(), type: 'template', template: { name: 'hello_world' } },
    });
    expect(sent.status, sent.text).toBe(200);
  });
});

describe('a template message', () => {
  it('is filled, sent and kept as the person sees it', async () => {
    const { status, body, text } = await template({
      name: 'order_update',
      variables: { '1': 'Sara', '2': '1042' },
    });
    expect({ status, text }).toMatchObject({ status: 200 });
    expect(await wireOf(body.message_id)).toEqual({
      name: 'order_update',
      language: { code: 'en_US' },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Sara' },
            { type: 'text', text: '1042' },
          ],
        },
      ],
    });
    expect(await company.message(body.message_id)).toMatchObject({
      type: 'template',
      message: 'Hello Sara, your order 1042 is on its way.',
      content: {
        template: {
          name: 'order_update',
          language: 'en_US',
          category: 'utility',
          variables: { '1': 'Sara', '2': '1042' },
          rendered: {
            header: null,
            body: 'Hello Sara, your order 1042 is on its way.',
            footer: null,
            buttons: [],
          },
        },
      },
    });
  });

  it('takes its values from the request, then from the contact, and its language from the contact', async () => {
    const phone_number = someone();
    const made = await company.call('POST', '/api/v1/contacts', {
      body: { phone_number, name: 'سارة', language: 'ar' },
    });
    expect(made.status, made.text).toBe(201);
    const sent = await post({
      to: phone_number,
      type: 'template',
      template: { name: 'appointment_reminder', variables: { date: 'الثلاثاء' } },
      variables: { time: '10:00' },
    });
    expect(sent.status, sent.text).toBe(200);
    expect((await company.message(sent.body.message_id)).message).toBe(
      'عزيزنا سارة، ننتظركم يوم الثلاثاء الساعة 10:00. هل يناسبكم ذلك؟',
    );
    const { language } = (await wireOf(sent.body.message_id)) as { language: unknown };
    expect(language).toEqual({ code: 'ar' });
  });

  it('without variables carries no components', async () => {
    const { body } = await template({ name: 'hello_world' });
    expect(await wireOf(body.message_id)).toEqual({ name: 'hello_world', language: { code: 'en_US' } });
  });

  it('takes the components of the provider as they are', async () => {
    const components = [
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Huda' },
          { type: 'text', text: '7' },
        ],
      },
    ];
    const { body, text, status } = await template({ name: 'order_update', components });
    expect(status, text).toBe(200);
    expect(await wireOf(body.message_id)).toMatchObject({ components });
    expect((await company.message(body.message_id)).message).toBe('Hello Huda, your order 7 is on its way.');
  });

  it('is sent once under one key, by the other path, in a batch and at its time', async () => {
    const to = someone();
    const body = {
      to,
      type: 'template',
      template: { name: 'order_update', variables: ['Sara', '1042'] },
    };
    const key = { 'idempotency-key': 'template-1' };
    const first = await post(body, key);
    expect(first.status, first.text).toBe(200);
    expect((await post(body, key)).body).toEqual(first.body);
    const other = { ...body, template: { ...body.template, variables: ['Sara', '1043'] } };
    expectProblem(await post(other, key), 'idempotency_key_reused');

    const { to: _to, ...rest } = body;
    const unversioned = await company.call<SendAnswer>('POST', '/api/messages/send', {
      body: { ...rest, phone_number: someone() },
    });
    expect(unversioned.status, unversioned.text).toBe(200);

    const batch = await company.call<SendBatchAnswer>('POST', '/api/v1/messages/send-batch', {
      body: { messages: [body, { ...body, template: { name: 'order_update', variables: ['Sara'] } }] },
    });
    expect(batch.body).toMatchObject({
      accepted: 1,
      refused: 1,
      results: [
        { status: 'queued' },
        {
          error: {
            code: 'template_variable_missing',
            errors: [{ pointer: '/messages/1/template/variables/2' }],
          },
        },
      ],
    });

    const schedule_at = new Date(Date.now() + 3_600_000).toISOString();
    const later = await post({ ...body, to: someone(), schedule_at });
    expect(later.status).toBe(202);
    expect(await company.message(later.body.message_id)).toMatchObject({
      status: 'queued',
      message: 'Hello Sara, your order 1042 is on its way.',
    });
  });

  it('is sent again as it was', async () => {
    const to = someone();
    await company.addFault({ name: 'answer_error', code: 131009, to, count: 1 });
    const refused = await post({
      to,
      type: 'template',
      template: { name: 'order_update', variables: ['Sara', '9'] },
    });
    expectProblem(refused, 'provider_rejected');
    const { message_id } = refused.body as unknown as { message_id: string };
    await company.clearFaults();
    expect((await company.call('POST', `/api/v1/messages/${message_id}/retry`)).status).toBe(202);
    await company.waitFor(message_id, 'sent', 'delivered', 'read');
  });
});

describe('a template message is refused before it is stored', () => {
  const filled = { name: 'order_update', variables: { '1': 'Sara', '2': '1042' } };

  it.each<[string, object, string, string]>([
    ['an unknown name', { name: 'order_updat' }, 'template_not_found', '/template/name'],
    ['an unknown language', { ...filled, language: 'fr' }, 'template_not_found', '/template/language'],
    ['no language of two', { name: 'appointment_reminder' }, 'missing_field', '/template/language'],
    [
      'a missing variable',
      { ...filled, variables: { '1': 'Sara' } },
      'template_variable_missing',
      '/template/variables/2',
    ],
    [
      'a surplus variable',
      { ...filled, variables: { '1': 'a', '2': 'b', total: 'c' } },
      'template_variable_unknown',
      '/template/variables/total',
    ],
    [
      'a line break',
      { ...filled, variables: { '1': 'Sara\nHaddad', '2': '1' } },
      'template_variable_invalid',
      '/template/variables/1',
    ],
    [
      'five spaces',
      { ...filled, variables: { '1': 'Sara', '2': 'a     b' } },
      'template_variable_invalid',
      '/template/variables/2',
    ],
    [
      'a text that is too long',
      { ...filled, variables: { '1': 'x'.repeat(1_024), '2': '1' } },
      'template_variable_invalid',
      '/template/variables/1',
    ],
    [
      'a header it does not have',
      { ...filled, header: { text: 'Hi' } },
      'template_variable_unknown',
      '/template/header',
    ],
    [
      'a value for a button it does not have',
      { ...filled, buttons: [{ index: 0, value: 'x' }] },
      'template_variable_unknown',
      '/template/buttons/0',
    ],
  ])('with %s', async (_name, fields, code, pointer) => {
    const answer = await template(fields);
    expectProblem(answer, code as 'template_not_found');
    expect((answer.body as unknown as { errors: { pointer: string }[] }).errors[0]?.pointer).toBe(pointer);
  });
});

describe('a one-time code', () => {
  const otp = (fields: object, more: object = {}) => post({ type: 'otp', otp: fields, ...more });

  it('goes by the authentication template, into the text and the button, and lives ten minutes', async () => {
    const { status, body, text } = await otp({ code: '482913' });
    expect(status, text).toBe(200);
    expect(await wireOf(body.message_id)).toMatchObject({
      name: 'login_code',
      components: [
        { type: 'body', parameters: [{ type: 'text', text: '482913' }] },
        { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '482913' }] },
      ],
    });
    const [row] = await stage.database.query<{ life: number }>(
      `select extract(epoch from expires_at - now())::integer as life from messages where reference is null
       and content -> 'template' ->> 'name' = 'login_code' order by id desc limit 1`,
    );
    expect(row?.life).toBeGreaterThan(540);
    expect(row?.life).toBeLessThanOrEqual(600);
  });

  it('is never sent twice: not on an unknown outcome, and not by a retry', async () => {
    expectProblem(await otp({ code: '1' }, { on_unknown: 'retry' }), 'invalid_value');
    const to = someone();
    await company.addFault({ name: 'answer_error', code: 131009, to, count: 1 });
    const refused = await otp({ code: '482913' }, { to });
    const { message_id } = refused.body as unknown as { message_id: string };
    await company.clearFaults();
    expectProblem(
      await company.call('POST', `/api/v1/messages/${message_id}/retry`),
      'message_not_retryable',
    );
  });

  it('falls back on nothing, and refuses a code that is too long or a template of another category', async () => {
    expectProblem(await otp({ code: '1' }, { fallback_template: { name: 'hello_world' } }), 'unknown_field');
    expectProblem(await otp({ code: '1234567890123456' }), 'text_too_long');
    expectProblem(await otp({ code: '12', template: 'hello_world' }), 'template_not_found');
  });

  it('reaches also people who have opted out', async () => {
    const phone_number = someone();
    const person = await company.call<{ id: string }>('POST', '/api/v1/contacts', { body: { phone_number } });
    await company.call('POST', `/api/v1/contacts/${person.body.id}/consent`, {
      body: { state: 'opted_out' },
    });
    expect((await otp({ code: '1' }, { to: phone_number })).status).toBe(200);
    expectProblem(await post({ to: phone_number, message: 'Hi' }), 'recipient_opted_out');
  });
});
