// The request to Infobip for each kind, and how its answers are read: a 200 may hold a refusal.

import { describe, expect, it, onTestFinished } from 'vitest';
import { httpAnswer, startLoopbackServer } from '../../../tests/providers/support/loopback-server.ts';
import type { OutgoingMessage } from '../provider.ts';
import { useDialectBench } from '../tests-support/use-dialect-bench.ts';
import { sendToInfobip } from './send.ts';
import { createInfobipBench } from './tests-support/infobip-bench.ts';

const { bench, http } = await useDialectBench(createInfobipBench);

const text: OutgoingMessage = {
  to: '+966501234567',
  content: { type: 'text', message: 'Hi' },
  body: 'Hi',
  echo: 'msg_a:2',
  clientId: 'msg_a:1',
};

const answerWith = async (status: number, answer: object, message = text) => {
  const server = await startLoopbackServer((socket) =>
    socket.end(httpAnswer(status, JSON.stringify(answer))),
  );
  onTestFinished(server.close);
  const result = await sendToInfobip(http, bench.fieldsAt(server.url), message);
  const [head = '', body = '{}'] = (server.requests[0] ?? '').split('\r\n\r\n');
  return { ...result, head, body: JSON.parse(Buffer.from(body, 'latin1').toString()) as object };
};

const taken = { to: '1', messageCount: 1, messageId: 'msg_a:1', status: { groupName: 'PENDING', id: 7 } };
const rejected = (id: number) => ({
  ...taken,
  status: { groupName: 'REJECTED', id, name: `REJECTED_${id}` },
});

describe('a message to Infobip', () => {
  it('carries our id, and the echo of this attempt beside it', async () => {
    const { head, body, outcome } = await answerWith(200, taken);
    expect(head).toMatch(/^POST \/whatsapp\/1\/message\/text HTTP/);
    expect(head).toMatch(/authorization: App key\/of-the-bench/i);
    expect(body).toEqual({
      from: '15550783884',
      to: '966501234567',
      messageId: 'msg_a:1',
      callbackData: 'msg_a:2',
      content: { text: 'Hi', previewUrl: false },
    });
    expect(outcome).toEqual({ kind: 'sent', providerMessageId: 'msg_a:1' });
  });

  it('goes to a person without a number by their id, and quotes what it answers', async () => {
    const message = { ...text, to: 'HR.123', contextProviderId: 'wamid.1' };
    const { body } = await answerWith(200, taken, message);
    expect(body).toMatchObject({ to: 'HR.123', context: { replyToMessageId: 'wamid.1' } });
  });

  it('fills a template: placeholders always, static buttons never, the header by its kind', async () => {
    const file = { mimeType: 'application/pdf', filename: 'a.pdf', bytes: 1 };
    const message: OutgoingMessage = {
      ...text,
      content: { type: 'template', template: { name: 'invoice', language: 'en_GB' } },
      files: new Map([['med_1', { kind: 'link', url: 'https://gateway.example/a.pdf', ...file }]]),
      template: {
        reference: '111',
        name: 'invoice',
        language: 'en_GB',
        values: {},
        components: [
          { type: 'header', parameters: [{ type: 'document', document: { media: 'med_1' } }] },
          { type: 'body', parameters: [{ type: 'text', text: 'Ann' }] },
          { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'x7' }] },
          { type: 'button', sub_type: 'quick_reply', index: '0', parameters: [{ payload: 'yes' }] },
        ],
      },
    };
    const { head, body } = await answerWith(200, { messages: [taken], bulkId: 'b' }, message);
    expect(head).toMatch(/^POST \/whatsapp\/1\/message\/template HTTP/);
    expect(body).toMatchObject({
      messages: [
        {
          content: {
            templateName: 'invoice',
            language: 'en_GB',
            templateData: {
              header: { type: 'DOCUMENT', mediaUrl: 'https://gateway.example/a.pdf', filename: 'a.pdf' },
              body: { placeholders: ['Ann'] },
              buttons: [
                { type: 'QUICK_REPLY', parameter: 'yes' },
                { type: 'URL', parameter: 'x7' },
              ],
            },
          },
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('urlOptions');
  });
});

describe("Infobip's answer", () => {
  it.each([
    [12, 'suspended'],
    [17, 'suspended'],
    [14, 'rejected'],
    [52, 'rejected'],
    [20, 'retry'],
    [21, 'retry'],
  ])('200 with the refusal %i means %s', async (id, kind) => {
    const { outcome } = await answerWith(200, rejected(id));
    expect(outcome.kind).toBe(kind);
    expect('isIdSpent' in outcome).toBe(kind !== 'rejected');
  });

  it('that refuses a repetition says that the first was taken', async () => {
    const { outcome } = await answerWith(200, rejected(23));
    expect(outcome).toEqual({ kind: 'sent', providerMessageId: 'msg_a:1' });
  });

  it.each([
    [400, 'rejected'],
    [401, 'suspended'],
    [403, 'suspended'],
    [429, 'retry'],
    [500, 'unknown'],
  ])('%i in either shape means %s', async (status, kind) => {
    const old = { requestError: { serviceException: { messageId: 'X', text: 'No' } } };
    const newer = { errorCode: `E${status}`, description: 'No', action: 'Do', violations: [] };
    for (const shape of [old, newer]) {
      const { outcome } = await answerWith(status, shape);
      expect(outcome.kind).toBe(kind);
      // The request was refused, not the id: an earlier attempt under it may have been accepted.
      expect(outcome).not.toHaveProperty('isIdSpent');
    }
  });

  it('names the fields that it found wrong', async () => {
    const validationErrors = { 'content.text': ['size must be between 1 and 4096'] };
    const serviceException = { messageId: 'BAD_REQUEST', text: 'Bad request', validationErrors };
    const { outcome } = await answerWith(400, { requestError: { serviceException } });
    expect(outcome).toMatchObject({
      kind: 'rejected',
      failure: { code: 'BAD_REQUEST', detail: expect.stringContaining('content.text: size must be') },
    });
  });
});

describe('a message whose answer was lost', () => {
  it('is repeated under its id and taken once', async () => {
    const message = { ...text, to: bench.people['breaks taken'], echo: 'msg_b:1', clientId: 'msg_b:1' };
    expect((await sendToInfobip(http, bench.fields, message)).outcome.kind).toBe('unknown');
    const again = await sendToInfobip(http, bench.fields, { ...message, echo: 'msg_b:2' });
    expect(again.outcome).toEqual({ kind: 'sent', providerMessageId: 'msg_b:1' });
    expect(bench.taken('msg_b:1')).toBe(1);
  });
});
