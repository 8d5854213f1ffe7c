import { contentExamples } from '@hudhud/contract/content-examples.ts';
import type { Message, SendAnswer, SendBatchAnswer } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { readWire } from './support/read-wire.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';

const stage = await useSendingStage();
const company = await stage.createSendingCompany();

let people = 0;
const someone = (): string => `+9665${String(20_000_000 + ++people)}`;

const post = (body: object, headers?: Record<string, string>, by: SendingCompany = company) =>
  by.call<SendAnswer>('POST', '/api/v1/messages/send', {
    body: { to: someone(), ...body },
    ...(headers && { headers }),
  });

const arrived = async (id: string) => {
  const entries = await company.ledger();
  return entries.find(({ opaque }) => opaque.startsWith(`${id}:`))?.body as unknown as Record<
    string,
    unknown
  >;
};

/** A one-time code becomes a template; templates.test.ts has both. */
const kinds = Object.entries(contentExamples).filter(([type]) => type !== 'otp' && type !== 'template');

describe('a message of each kind', () => {
  it.each(kinds)('%s is sent, and shown with its content', async (type, content) => {
    const { status, body, text } = await post(content);
    expect({ status, text }).toMatchObject({ status: 200 });
    const wire = await arrived(body.message_id);
    if (type === 'interactive') expect(wire.interactive).toEqual(contentExamples.interactive.interactive);
    else expect(readWire(wire)).toMatchObject(type === 'contacts' ? { type } : content);
    expect(await company.message(body.message_id)).toMatchObject({
      type,
      content,
      message: expect.stringMatching(/\S/),
    });
  });

  it.each(kinds)('%s is taken by the path without a version', async (type, content) => {
    const { status, body } = await company.call<SendAnswer>('POST', '/api/messages/send', {
      body: { phone_number: someone(), ...content },
    });
    expect(status).toBe(200);
    expect((await company.message(body.message_id)).type).toBe(type);
  });

  it('waits for its time, and is sent once under one key', async () => {
    const schedule_at = new Date(Date.now() + 3_600_000).toISOString();
    const body = { ...contentExamples.buttons, to: someone(), schedule_at };
    const key = { 'idempotency-key': 'buttons-1' };
    const first = await post(body, key);
    expect(first.status).toBe(202);
    const again = await post(body, key);
    expect(again.body).toEqual(first.body);
    const [yes, no] = contentExamples.buttons.buttons;
    expectProblem(await post({ ...body, buttons: [no, yes] }, key), 'idempotency_key_reused');
    expect(await company.message(first.body.message_id)).toMatchObject({
      status: 'queued',
      content: contentExamples.buttons,
    });
  });

  it('is sent again as it was', async () => {
    const to = someone();
    await company.addFault({ name: 'answer_error', code: 131009, to, count: 1 });
    const refused = await post({ ...contentExamples.list, to });
    expectProblem(refused, 'provider_rejected');
    const { message_id } = refused.body as unknown as { message_id: string };
    await company.clearFaults();
    expect((await company.call('POST', `/api/v1/messages/${message_id}/retry`)).status).toBe(202);
    await company.waitFor(message_id, 'sent', 'delivered', 'read');
    const entries = (await company.ledger()).filter(({ opaque }) => opaque.startsWith(`${message_id}:`));
    expect(entries.map(({ outcome }) => outcome)).toEqual(['refused', 'accepted']);
    expect(entries.map(({ body }) => readWire(body))).toEqual([contentExamples.list, contentExamples.list]);
  });

  it('is listed with its content', async () => {
    const { body } = await company.get<{ data: Message[] }>('/api/v1/messages?limit=200');
    expect(body.data.map(({ content }) => content)).toContainEqual(contentExamples.link);
  });

  it('has its placeholders filled in every text and in the address of a link', async () => {
    const { body } = await post({
      type: 'link',
      message: 'Hello {{name}}',
      header: { text: 'For {{name}}' },
      footer: '{{clinic|Al Noor}}',
      link: { title: 'Open {{order}}', url: 'https://example.com/{{order}}' },
      variables: { name: 'Sara', order: '1042' },
    });
    expect(readWire(await arrived(body.message_id))).toEqual({
      type: 'link',
      message: 'Hello Sara',
      header: { text: 'For Sara' },
      footer: 'Al Noor',
      link: { title: 'Open 1042', url: 'https://example.com/1042' },
    });
  });
});

describe('a message that answers another', () => {
  it('quotes it by our id or by the id of the provider', async () => {
    const { body: first } = await post({ message: 'First' });
    const { provider_message_id } = await company.message(first.message_id);
    for (const reply_to of [first.message_id, provider_message_id]) {
      const { status, body } = await post({ ...contentExamples.buttons, reply_to });
      expect(status).toBe(200);
      expect((await arrived(body.message_id)).context).toEqual({ message_id: provider_message_id });
    }
  });

  it('reacts to it, and takes the reaction back', async () => {
    const { body: first } = await post({ message: 'First' });
    const { provider_message_id } = await company.message(first.message_id);
    for (const emoji of ['👍', '']) {
      const reaction = { message_id: first.message_id, emoji };
      const { status, body } = await post({ type: 'reaction', reaction });
      expect(status).toBe(200);
      const wire = await arrived(body.message_id);
      expect(wire.reaction).toEqual({ message_id: provider_message_id, emoji });
      expect(wire.context).toBeUndefined();
    }
  });

  it('is refused when the message is not there, not the company’s, or no id of ours', async () => {
    const other = await stage.createSendingCompany();
    const { body: theirs } = await post({ message: 'Theirs' }, undefined, other);
    const pointer = '/reply_to';
    for (const reply_to of ['msg_01kagx5p9ne0ps4a2v7qk3m8dz', theirs.message_id])
      expectProblem(await post({ message: 'Hello', reply_to }), 'target_not_found', { pointer });
    expectProblem(await post({ message: 'Hello', reply_to: 'msg_1' }), 'invalid_id', { pointer });
  });

  it('is refused when the message has no id at the provider, or is itself a reaction', async () => {
    const schedule_at = new Date(Date.now() + 3_600_000).toISOString();
    const { body: waiting } = await post({ message: 'Later', schedule_at });
    expectProblem(await post({ message: 'Hello', reply_to: waiting.message_id }), 'target_not_usable', {
      pointer: '/reply_to',
    });
    const { body: reacted } = await post(contentExamples.reaction);
    const reaction = { message_id: reacted.message_id, emoji: '👍' };
    expectProblem(await post({ type: 'reaction', reaction }), 'target_not_usable', {
      pointer: '/reaction/message_id',
    });
  });
});

describe('422: a message is refused', () => {
  it.each([
    ['a type that does not exist', { type: 'poem', message: 'x' }, 'unknown_message_type', '/type'],
    [
      'a template that is not there',
      { type: 'template', template: { name: 'x' } },
      'template_not_found',
      '/template/name',
    ],
    [
      'a picture that is not there',
      { type: 'image', media: { id: 'med_01kagx5p9ne0ps4a2v7qk3m8dz' } },
      'media_not_found',
      '/media',
    ],
    [
      'a header with a file that is not there',
      {
        ...contentExamples.buttons,
        header: { type: 'image', media: { id: 'med_01kagx5p9ne0ps4a2v7qk3m8dz' } },
      },
      'media_not_found',
      '/header/media',
    ],
    ['a field of another type', { ...contentExamples.text, buttons: [] }, 'unknown_field', '/buttons'],
    ['a typo', { ...contentExamples.location, adress: 'x' }, 'unknown_field', '/adress'],
    [
      'a reaction with reply_to',
      { ...contentExamples.reaction, reply_to: 'x' },
      'unknown_field',
      '/reply_to',
    ],
    ['a type that is no text', { type: 7, message: 'x' }, 'wrong_type', '/type'],
    [
      'two buttons with one title',
      {
        ...contentExamples.buttons,
        buttons: [
          { id: 'a', title: 'Yes' },
          { id: 'b', title: 'Yes' },
        ],
      },
      'repeated_value',
      '/buttons/1/title',
    ],
    [
      'sections without titles',
      {
        ...contentExamples.list,
        list: { button: 'Open', sections: ['a', 'b'].map((id) => ({ rows: [{ id, title: id }] })) },
      },
      'missing_field',
      '/list/sections/0/title',
    ],
    [
      'a reaction that is no emoji',
      { type: 'reaction', reaction: { message_id: 'x', emoji: 'ok' } },
      'invalid_value',
      '/reaction/emoji',
    ],
    [
      'an address that is none',
      { ...contentExamples.link, link: { title: 'Open', url: '{{url|nowhere}}' } },
      'invalid_value',
      '/link/url',
    ],
  ] as const)('for %s', async (_name, body, code, pointer) => {
    expectProblem(await post(body), code, { pointer });
  });

  it('with the type that the field belongs to, and the types that can be sent', async () => {
    const { detail } = expectProblem(await post({ message: 'x', buttons: [] }), 'unknown_field');
    expect(detail).toContain('"buttons" is a field of the type buttons; this message is of the type text.');
    const unknown = expectProblem(await post({ type: 'poem' }), 'unknown_message_type');
    expect(unknown.detail).toContain(
      'text, image, video, audio, document, sticker, location, contacts, reaction, buttons, list',
    );
  });

  it('one by one in a batch, where the others go on', async () => {
    const { body } = await company.call<SendBatchAnswer>('POST', '/api/v1/messages/send-batch', {
      body: {
        messages: [
          ...kinds.map(([, content]) => ({ to: someone(), ...content })),
          { to: someone(), type: 'image' },
          { to: someone(), message: 'x', reply_to: 'msg_01kagx5p9ne0ps4a2v7qk3m8dz' },
        ],
      },
    });
    expect(body).toMatchObject({ accepted: kinds.length, refused: 2 });
    expect(body.results.at(-2)?.error?.code).toBe('missing_field');
    expect(body.results.at(-1)?.error?.errors?.[0]?.pointer).toBe(`/messages/${kinds.length + 1}/reply_to`);
  });
});
