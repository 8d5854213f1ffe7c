// Requests on the wire for each kind of content, as the simulator in Twilio's dialect received it.

import type { MessageContent } from '@hudhud/contract/content.ts';
import { describe, expect, test } from 'vitest';
import type { OutgoingFile } from '../media-part.ts';
import type { OutgoingMessage } from '../provider.ts';
import { useDialectBench } from '../tests-support/use-dialect-bench.ts';
import { createTwilioBench } from './tests-support/twilio-bench.ts';

const { bench, http } = await useDialectBench(createTwilioBench);

const to = '+966501234567';
let count = 0;

const send = (content: MessageContent, more: Partial<OutgoingMessage> = {}) => {
  count += 1;
  const echo = `msg_written:${count}`;
  const callbackUrl = `${bench.callbackUrl}?echo=${encodeURIComponent(echo)}`;
  const message = { to, content, body: 'body', echo, callbackUrl, ...more };
  return bench.provider.send(http, bench.fields, message);
};

const lastForm = (): Record<string, string> =>
  bench.simulator.ledger.find({ outcome: 'accepted' }).at(-1)?.body as Record<string, string>;

const lastShown = () =>
  bench.simulator.conversations
    .find('15550783883', to.slice(1))
    ?.messages.findLast(({ direction }) => direction === 'out');

const file = (filename: string, mimeType: string): OutgoingFile => ({
  kind: 'link',
  url: `https://gateway.example/files/1/${filename}`,
  filename,
  mimeType,
  bytes: 10,
});

describe('an API key', () => {
  const keySid = `SK${'1'.repeat(32)}`;
  const withKey = { ...bench.fields, api_key_sid: keySid, api_key_secret: 'secret of the key' };
  const message = { to, content: { type: 'text', message: 'Hi' }, body: 'Hi', echo: 'msg_key:1' } as const;

  test('sends in place of the auth token, which still proves the callbacks', async () => {
    const { outcome: unknownKey } = await bench.provider.send(http, withKey, message);
    expect(unknownKey).toMatchObject({ kind: 'suspended', failure: { code: '20003' } });
    bench.simulator.numbers.edit('15550783883', { otherAccessTokens: [`${keySid}:secret of the key`] });
    const { outcome, call } = await bench.provider.send(http, { ...withKey, auth_token: 'rotated' }, message);
    expect(outcome.kind).toBe('sent');
    expect(JSON.stringify(call)).not.toContain('secret of the key');
    const callback = bench.callback({ MessageSid: 'SM1', MessageStatus: 'sent' });
    expect(bench.provider.callbacks.verify(callback, withKey)).toBe(true);
    expect(bench.provider.callbacks.verify(callback, { ...withKey, auth_token: 'rotated' })).toBe(false);
  });
});

describe('a form', () => {
  test('names both numbers, the text, and an address for its statuses that is asked for again', async () => {
    const { outcome } = await send({ type: 'text', message: 'Hi & bye' });
    expect(outcome).toMatchObject({
      kind: 'sent',
      providerMessageId: expect.stringMatching(/^SM[0-9a-f]{32}$/),
    });
    expect(lastForm()).toEqual({
      To: 'whatsapp:+966501234567',
      From: 'whatsapp:+15550783883',
      Body: 'Hi & bye',
      StatusCallback: `${bench.callbackUrl}?echo=msg_written%3A${count}#rc=5&rp=all`,
    });
  });

  test('of a person whose number is not known names their id', async () => {
    await send({ type: 'text', message: 'Hi' }, { to: 'US.1349966501234567' });
    expect(lastForm().To).toBe('whatsapp:US.1349966501234567');
  });

  test('of a Messaging Service names it beside the number', async () => {
    const fields = { ...bench.fields, messaging_service_sid: 'MG1' };
    const content = { type: 'text', message: 'Hi' } as const;
    await bench.provider.send(http, fields, { to, content, body: 'Hi', echo: 'msg_service:1' });
    expect(lastForm()).toMatchObject({ MessagingServiceSid: 'MG1', From: 'whatsapp:+15550783883' });
  });

  test('of a place has a point, a label and a text', async () => {
    const location = { latitude: 24.71, longitude: 46.67, name: 'A|B', address: 'King Fahd Road' };
    await send({ type: 'location', location });
    expect(lastForm()).toMatchObject({
      PersistentAction: 'geo:24.71,46.67|A B, King Fahd Road',
      Body: 'A|B, King Fahd Road',
    });
  });
});

describe('a file', () => {
  const files = new Map([['med_1', file('a.png', 'image/png')]]);

  test('is a link, with the caption of a picture', async () => {
    const { outcome } = await send({ type: 'image', media: { id: 'med_1' }, message: 'Look' }, { files });
    expect(outcome).toMatchObject({ providerMessageId: expect.stringMatching(/^MM/) });
    expect(lastForm()).toMatchObject({ MediaUrl: 'https://gateway.example/files/1/a.png', Body: 'Look' });
  });

  test('that is not there, and a caption that would not be shown, are refused without a call', async () => {
    const before = bench.simulator.ledger.totals().accepted;
    const missing = await send({ type: 'image', media: { id: 'med_2' } }, { files });
    const captioned = await send({ type: 'document', media: { id: 'med_1' }, message: 'See' }, { files });
    expect([missing.outcome, captioned.outcome]).toMatchObject([
      { kind: 'rejected', failure: { code: 'file_missing' } },
      { kind: 'rejected', failure: { code: 'caption_not_carried' } },
    ]);
    expect(bench.simulator.ledger.totals().accepted).toBe(before);
  });
});

describe('content that needs a Content resource first', () => {
  const buttons = (message: string, titles: string[]): MessageContent => ({
    type: 'buttons',
    message,
    buttons: titles.map((title) => ({ id: `id ${title}`, title })),
  });

  test('has one made for its shape, with no text of the message in it, and uses it again', async () => {
    const first = await send(buttons('Tuesday?\n\nOr {{later}}?', ['Yes', 'No']));
    const second = await send(buttons('One\n\nTwo', ['Ja', 'Nein']));
    expect([first.outcome.kind, second.outcome.kind]).toEqual(['sent', 'sent']);
    expect(first.steps?.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(JSON.stringify(first.steps?.map(({ requestBody }) => requestBody))).not.toMatch(/Tuesday|Yes/);
    expect(second.steps).toBeUndefined();
    expect(lastShown()?.content).toMatchObject({
      type: 'button',
      body: { text: 'One\n\nTwo' },
      action: { buttons: [{ reply: { id: 'id Ja', title: 'Ja' } }, { reply: { title: 'Nein' } }] },
    });
  });

  test('shows header and footer on a card, and a link as a button', async () => {
    const link = { title: 'Open', url: 'https://example.com/1' };
    await send({ type: 'link', message: 'Ready', link, header: { text: 'Invoice' }, footer: 'Al Noor' });
    expect(lastShown()?.content).toMatchObject({
      type: 'cta_url',
      header: { text: 'Invoice' },
      footer: { text: 'Al Noor' },
      action: { parameters: { display_text: 'Open', url: 'https://example.com/1' } },
    });
  });

  test('puts header and footer of a list around its text, and its sections into one', async () => {
    const rows = (id: string) => [{ id, title: `Row ${id}`, description: 'More' }];
    const sections = [
      { title: 'A', rows: rows('a') },
      { title: 'B', rows: rows('b') },
    ];
    const list = { button: 'Times', sections };
    await send({ type: 'list', message: 'Choose', list, header: { text: 'Visit' }, footer: 'Clinic' });
    expect(lastShown()?.content).toMatchObject({
      type: 'list',
      body: { text: 'Visit\n\nChoose\n\nClinic' },
      action: { button: 'Times', sections: [{ rows: [{ id: 'a', title: 'Row a' }, { id: 'b' }] }] },
    });
  });

  test('is tried again when the Content could not be made, and is never unknown', async () => {
    const { outcome } = await bench.provider.send(http, bench.wrongTokenFields, {
      to,
      content: buttons('x\ny\nz', ['A', 'B', 'C']),
      body: 'x',
      echo: 'msg_refused:1',
    });
    expect(outcome.kind).toBe('suspended');
  });
});

test('an answer 500 in the words of Twilio leaves a message unknown: it has no key against repetition', async () => {
  bench.simulator.faults.add({ name: 'answer_error', code: 20500, count: 1 });
  const { outcome } = await send({ type: 'text', message: 'Hi' });
  expect(outcome).toMatchObject({ kind: 'unknown', failure: { code: '20500' } });
});
