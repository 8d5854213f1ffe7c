import type { SendAnswer } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { goodUnversionedSend, useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway();
const company = await gateway.createCompany();

const post = (body: unknown) => company.call<SendAnswer>('POST', '/api/messages/send', { body });

describe('202: a message sent by the path without a version', () => {
  it('is answered in the words of the versioned path', async () => {
    const answer = await post(goodUnversionedSend);
    const versioned = await company.send();
    expect(answer.status).toBe(versioned.status);
    expect(Object.keys(answer.body)).toEqual(Object.keys(versioned.body));
    expect(answer.body.status).toBe('queued');
  });

  it('is stored like one of the versioned path', async () => {
    const { body } = await post({ ...goodUnversionedSend, type: 'text', channel: 'whatsapp' });
    const stored = await company.get(`/api/v1/messages/${body.message_id}`);
    expect(stored.body).toMatchObject({
      direction: 'out',
      status: 'queued',
      type: 'text',
      provider: 'meta_cloud',
      phone_number: goodUnversionedSend.phone_number,
      message: goodUnversionedSend.message,
    });
  });

  it('may have a text of exactly 4,096 characters', async () => {
    expect((await post({ ...goodUnversionedSend, message: '🦜'.repeat(4096) })).status).toBe(202);
  });
});

describe('422: a body with a mistake', () => {
  it.each(['phone_number', 'message'])('names the missing field %s', async (field) => {
    const { [field as 'message']: _left, ...body } = goodUnversionedSend;
    expectProblem(await post(body), 'missing_field', { pointer: `/${field}` });
  });

  it('refuses a field of the versioned path and lists its own', async () => {
    const problem = expectProblem(
      await post({ ...goodUnversionedSend, provider: 'meta_cloud' }),
      'unknown_field',
      {
        pointer: '/provider',
      },
    );
    expect(problem.detail).toContain('Known fields: phone_number, type, message, preview_url, reply_to,');
  });

  it('hints at the nearest known field', async () => {
    const problem = expectProblem(
      await post({ ...goodUnversionedSend, chanel: 'whatsapp' }),
      'unknown_field',
    );
    expect(problem.detail).toContain('Did you mean "channel"?');
  });

  it.each(['sms', 'WhatsApp', ''])('lists the known channels for %j', async (channel) => {
    const problem = expectProblem(await post({ ...goodUnversionedSend, channel }), 'unknown_channel', {
      pointer: '/channel',
    });
    expect(problem.detail).toContain('one of: whatsapp');
  });

  it('asks for a text for the channel 7', async () => {
    expectProblem(await post({ ...goodUnversionedSend, channel: 7 }), 'wrong_type', { pointer: '/channel' });
  });

  it('lists the known types', async () => {
    const answer = await post({ ...goodUnversionedSend, type: 'poem' });
    expect(expectProblem(answer, 'unknown_message_type', { pointer: '/type' }).detail).toContain('text');
  });

  it('does not convert a number into a phone number', async () => {
    const answer = await post({ ...goodUnversionedSend, phone_number: 966501234567 });
    expectProblem(answer, 'wrong_type', { pointer: '/phone_number' });
  });

  it.each(['966501234567', '+123', '0501234567'])('refuses the phone number %s', async (phoneNumber) => {
    const answer = await post({ ...goodUnversionedSend, phone_number: phoneNumber });
    expectProblem(answer, 'invalid_phone_number', { pointer: '/phone_number' });
  });

  it('refuses empty text', async () => {
    expectProblem(await post({ ...goodUnversionedSend, message: ' ' }), 'text_empty', {
      pointer: '/message',
    });
  });

  it('refuses text of 4,097 characters', async () => {
    const answer = await post({ ...goodUnversionedSend, message: 'x'.repeat(4097) });
    expectProblem(answer, 'text_too_long', { pointer: '/message' });
  });

  it('refuses characters that cannot be carried', async () => {
    const answer = await post('{"phone_number":"+966501234567","message":"\\u0000"}');
    expectProblem(answer, 'invalid_characters', { pointer: '/message' });
  });
});
