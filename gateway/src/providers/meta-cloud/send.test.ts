// Requests on the wire to Meta, and odd answers to them. The promises of every provider are in the conformance suite,
// the error codes in playbook.test.ts.

import { afterEach, describe, expect, test } from 'vitest';
import {
  httpAnswer,
  type LoopbackServer,
  startLoopbackServer,
} from '../../../tests/providers/support/loopback-server.ts';
import { createOutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import type { ProviderFields } from '../provider.ts';
import { sendToMeta } from './send.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const taken = '{"messaging_product":"whatsapp","contacts":[],"messages":[{"id":"wamid.1"}]}';

/** Sends one message to a Meta that answers like this. */
const sendFor = async (
  answer: Buffer,
  given: { fields?: ProviderFields; text?: string } = {},
): Promise<Awaited<ReturnType<typeof sendToMeta>> & { server: LoopbackServer }> => {
  const server = await startLoopbackServer((socket) => socket.end(answer));
  const http = createOutgoingHttp({ connections: 1 });
  closers.push(http.close, server.close);
  const fields = { phone_number_id: '123', access_token: 'the-token', base_url: server.url, ...given.fields };
  const body = given.text ?? 'Hello';
  const content = { type: 'text', message: body } as const;
  const result = await sendToMeta(http, fields, { to: '+16505551234', content, body, echo: 'msg_1:1' });
  return { ...result, server };
};

const refusal = (error: object, status = 400, headers: Record<string, string> = {}): Buffer =>
  httpAnswer(status, JSON.stringify({ error }), headers);

describe('a text', () => {
  test('is written as the Cloud API wants it', async () => {
    const { server, call } = await sendFor(httpAnswer(200, taken));
    const [request = ''] = server.requests;
    expect(request).toMatch(/^POST \/v24\.0\/123\/messages HTTP/);
    expect(request).toMatch(/authorization: Bearer the-token\r\n/i);
    expect(request).toMatch(/content-type: application\/json\r\n/i);
    expect(JSON.parse(call.requestBody ?? '')).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '+16505551234',
      type: 'text',
      text: { body: 'Hello', preview_url: false },
      biz_opaque_callback_data: 'msg_1:1',
    });
    expect(request.split('\r\n\r\n')[1]).toBe(call.requestBody);
  });

  test('with a link asks for its preview', async () => {
    const { call } = await sendFor(httpAnswer(200, taken), { text: 'See https://example.com' });
    expect(JSON.parse(call.requestBody ?? '')).toMatchObject({ text: { preview_url: true } });
  });

  test.each([
    [{ graph_version: 'v26.0' }, '/v26.0/123/messages'],
    [{ phone_number_id: '../../me?x=' }, '/v24.0/..%2F..%2Fme%3Fx%3D/messages'],
  ])('goes to the address that the fields %j make', async (fields, path) => {
    const { server } = await sendFor(httpAnswer(200, taken), { fields });
    expect(server.requests[0]?.split(' ')[1]).toBe(path);
  });
});

describe('a success', () => {
  test.each(['held_for_quality_assessment', 'paused', 'accepted'])(
    'with the message status %s is sent',
    async (status) => {
      const body = JSON.stringify({ messages: [{ id: 'wamid.1', message_status: status }] });
      const { outcome } = await sendFor(httpAnswer(200, body));
      expect(outcome).toEqual({ kind: 'sent', providerMessageId: 'wamid.1' });
    },
  );

  test.each([
    '{}',
    'null',
    '{"messages":[]}',
    '{"messages":[{}]}',
    '{"messages":{"id":"x"}}',
    '{"success":true}',
  ])('that names no message leaves it unknown: %s', async (body) => {
    const { outcome } = await sendFor(httpAnswer(200, body));
    expect(outcome).toMatchObject({ kind: 'unknown', failure: { code: 'unreadable_answer' } });
  });

  test('is read although a secret is a word of the answer, and the word is hidden in the call', async () => {
    const { outcome, call } = await sendFor(httpAnswer(200, taken), { fields: { verify_token: 'messages' } });
    expect(outcome.kind).toBe('sent');
    expect(call.answerBody).not.toContain('messages');
  });
});

describe('a refusal', () => {
  test.each([
    ['7', 7],
    ['0', 1],
    ['999999999', 3_600],
    ['Infinity', 60],
    ['-5', 60],
    ['soon', 60],
  ])('with Retry-After %s waits %i seconds', async (said, seconds) => {
    const { outcome } = await sendFor(refusal({ code: 4, message: 'm' }, 400, { 'retry-after': said }));
    expect(outcome).toMatchObject({ kind: 'retry', scope: 'sender', afterSeconds: seconds });
  });

  test('of an unknown number suspends the sender', async () => {
    const error = { code: 100, error_subcode: 33, message: "Unsupported post request. Object with ID '123'" };
    const { outcome } = await sendFor(refusal({ ...error, type: 'GraphMethodException' }));
    expect(outcome).toMatchObject({ kind: 'suspended', failure: { code: '100' } });
  });

  test('without a code is not taken for code 0', async () => {
    const { outcome } = await sendFor(refusal({ code: null, message: 'Odd' }));
    expect(outcome).toMatchObject({ kind: 'retry', scope: 'sender', failure: { code: 'http_400' } });
  });

  test('that breaks off is tried again: it was refused for an unknown reason', async () => {
    const half = httpAnswer(400, '{"error":{"code":1310', { 'content-length': '200' });
    const { outcome } = await sendFor(half);
    expect(outcome).toMatchObject({ kind: 'retry', failure: { code: 'http_400' } });
  });

  test('that is too long to be read is tried again', async () => {
    const { outcome, call } = await sendFor(refusal({ code: 131009, message: 'x'.repeat(100_000) }));
    expect(outcome.kind).toBe('retry');
    expect(call.answerBody).toHaveLength(65_536);
  });

  test('of 500 in the words of Meta is tried again', async () => {
    const { outcome } = await sendFor(refusal({ code: 131000, message: 'Something went wrong' }, 500));
    expect(outcome).toMatchObject({ kind: 'retry', scope: 'message' });
  });

  test('by a proxy after it passed the message on leaves it unknown', async () => {
    const { outcome } = await sendFor(httpAnswer(504, '<html>Gateway Time-out</html>'));
    expect(outcome).toMatchObject({ kind: 'unknown', failure: { code: 'http_504' } });
  });
});
