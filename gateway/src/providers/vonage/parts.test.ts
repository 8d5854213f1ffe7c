// Vonage: what it is given for each kind, the shapes of its callbacks, and what it does beside sending.

import { text as readText } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { CallbackItem } from '../callback.ts';
import { useDialectBench } from '../tests-support/use-dialect-bench.ts';
import { readRefusal } from './find-rule.ts';
import { vonagePlaybook } from './playbook.ts';
import { createVonageBench, inbound, status, withJson } from './tests-support/vonage-bench.ts';
import { vonage } from './vonage.ts';
import { toWire } from './wire-content.ts';

const { bench, http } = await useDialectBench(createVonageBench);

const readOne = (value: object): CallbackItem | undefined => {
  const reading = vonage.callbacks.read(withJson(value));
  return reading.kind === 'read' ? reading.items[0] : undefined;
};

describe('a content for Vonage', () => {
  const file = { kind: 'link', url: 'https://gateway.example/a.pdf', bytes: 1, mimeType: 'x/y' } as const;
  const files = new Map([['med_1', { ...file, filename: 'a.pdf' }]]);

  it('has words of its own for texts, files and reactions', () => {
    expect(toWire({ type: 'text', message: 'Hi' }, {})).toEqual({ message_type: 'text', text: 'Hi' });
    expect(toWire({ type: 'document', media: { id: 'med_1' }, message: 'C' }, { files })).toEqual({
      message_type: 'file',
      file: { url: file.url, caption: 'C', name: 'a.pdf' },
    });
    expect(toWire({ type: 'image', media: { url: 'https://example.com/a.png' } }, {})).toEqual({
      message_type: 'image',
      image: { url: 'https://example.com/a.png' },
    });
    const reaction = (emoji: string) =>
      toWire({ type: 'reaction', reaction: { message_id: 'm', emoji } }, {});
    expect(reaction('👍')).toMatchObject({ reaction: { action: 'react', emoji: '👍' } });
    expect(reaction('')).toEqual({ message_type: 'reaction', reaction: { action: 'unreact' } });
  });

  it("passes the Cloud API's object on inside custom", () => {
    const location = { latitude: 1, longitude: 2 };
    expect(toWire({ type: 'location', location }, {})).toEqual({
      message_type: 'custom',
      custom: { type: 'location', location },
    });
    const template = {
      reference: 'r',
      name: 'invoice',
      language: 'en',
      values: {},
      components: [{ type: 'header', parameters: [{ type: 'document', document: { media: 'med_1' } }] }],
    } as const;
    const content = { type: 'template', template: { name: 'invoice' } } as const;
    expect(toWire(content, { template, files })).toMatchObject({
      custom: {
        template: {
          language: { code: 'en' },
          components: [
            { parameters: [{ type: 'document', document: { link: file.url, filename: 'a.pdf' } }] },
          ],
        },
      },
    });
  });
});

describe('a status of Vonage', () => {
  it.each([
    ['submitted', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'read'],
    ['rejected', 'failed'],
    ['undeliverable', 'failed'],
  ])('%s is %s', (word, meaning) => {
    const whatsapp = { pricing: { category: 'service' }, recipient: { user_id: 'US.1349', wa_id: '44' } };
    expect(readOne(status('uuid', word, { client_ref: 'msg_x:1', whatsapp }))).toMatchObject({
      account: '15550783885',
      status: {
        status: meaning,
        echo: 'msg_x:1',
        pricing: 'service',
        recipient: '447700900000',
        recipientUserId: 'US.1349',
        at: new Date('2025-02-03T12:14:25Z'),
      },
    });
  });

  it('that a message was sent already is no failure', () => {
    const error = { type: 'https://developer.vonage.com/api-errors/messages#1320', title: '1320' };
    expect(readOne(status('uuid', 'rejected', { error }))).toMatchObject({ status: { status: 'sent' } });
  });

  it.each(Object.entries(vonagePlaybook))('with the code %s explains it', (code, rule) => {
    const found = readRefusal({ type: `https://developer.vonage.com/api-errors/messages#${code}` }, 422);
    expect(found).toMatchObject({ code, failure: { cause: rule.cause, action: rule.action } });
  });

  it('takes the title for the code where the type has none, and ranges of codes as one', () => {
    expect(readRefusal({ title: 1340, detail: 'D' }, 422)).toMatchObject({ code: '1340' });
    expect(readRefusal({ title: '1445' }, 422)?.rule.verdict).toBe('reject');
    expect(readRefusal({ title: 'Unauthorized' }, 401)?.rule.verdict).toBe('suspend');
    expect(readRefusal({}, 401)).toBeNull();
  });
});

describe('a message at Vonage', () => {
  const details = (content: object) => vonage.callbacks.describe(inbound('uuid', content));

  it('names the person, also one whose number is hidden', () => {
    const whatsapp = { sender: { user_id: 'US.1', parent_user_id: 'US.ENT.2' } };
    const profile = { name: 'Jane', username: 'jane' };
    const hidden = {
      ...inbound('uuid', { message_type: 'text', text: 'Hi', whatsapp, profile }),
      from: 'US.1',
    };
    expect(readOne(hidden)).toMatchObject({
      account: '15550783885',
      message: { from: null, userId: 'US.1', parentUserId: 'US.ENT.2', username: '@jane', fromName: 'Jane' },
    });
  });

  it('holds a file, a choice, a reaction, a place, an order, an advertisement', () => {
    const url = 'https://api-us.nexmo.com/v3/media/1';
    const picture = { message_type: 'file', file: { url, name: 'a.pdf', caption: 'C' } };
    expect(details(picture).media).toEqual({ id: url, filename: 'a.pdf', caption: 'C' });
    expect(readOne(inbound('uuid', picture))).toMatchObject({
      message: { type: 'document', text: '[document a.pdf] C', file: { reference: url, filename: 'a.pdf' } },
    });
    expect(details({ message_type: 'reply', reply: { id: 'y', title: 'Yes' } }).choice?.kind).toBe('button');
    const row = { id: 'y', title: 'Yes', description: 'D' };
    expect(details({ message_type: 'reply', reply: row }).choice).toEqual({ kind: 'list', ...row });
    expect(details({ message_type: 'button', button: { payload: 'p', text: 'T' } }).choice).toEqual({
      kind: 'button',
      id: 'p',
      title: 'T',
    });
    expect(details({ message_type: 'button', button: { payload: { a: 1 } } }).choice).toEqual({
      kind: 'form',
      fields: { a: 1 },
    });
    const context = { message_uuid: 'uuid-2', message_from: '1' };
    expect(
      details({ message_type: 'reaction', reaction: { action: 'unreact', emoji: '' }, context }),
    ).toEqual({
      reaction: { emoji: null },
      refers_to: { kind: 'reaction', provider_message_id: 'uuid-2' },
    });
    expect(details({ message_type: 'location', location: { lat: 1, long: 2, name: 'N' } }).location).toEqual({
      latitude: 1,
      longitude: 2,
      name: 'N',
    });
    const order = { catalog_id: 'c', product_items: [{ product_retailer_id: 'p', quantity: 1 }] };
    expect(details({ message_type: 'order', order }).order?.items).toEqual([
      { product_id: 'p', quantity: 1 },
    ]);
    const referral = { source_type: 'ad', ctwa_clid: 'k' };
    expect(details({ message_type: 'text', text: 'Hi', whatsapp: { referral } }).referral).toEqual({
      source_type: 'ad',
      click_id: 'k',
    });
    expect(details({ message_type: 'contact', contact: [1] }).unknown).toEqual({ contact: [1] });
  });
});

describe('Vonage beside sending', () => {
  it('gives a file to the application, and its token to no one else', async () => {
    const data = Buffer.from('picture').toString('base64');
    const before = bench.callbacks.length;
    bench.simulator.sendInbound('15550783885', {
      from: '+966501234567',
      type: 'image',
      content: { data, mime_type: 'image/png' },
    });
    await expect.poll(() => bench.callbacks.length).toBeGreaterThan(before);
    const reading = vonage.callbacks.read(bench.callbacks.at(-1) as (typeof bench.callbacks)[number]);
    const item = reading.kind === 'read' ? reading.items[0] : undefined;
    const file = item?.kind === 'message' ? item.message.file : undefined;
    if (!file) throw new Error('no file came');
    const bounds = { bytesMax: 1_000, timeoutMilliseconds: 5_000 };
    const fetched = await vonage.media?.fetch(http, bench.fields, file, bounds);
    if (fetched?.outcome.kind !== 'fetched') throw new Error(`it is ${fetched?.outcome.kind}`);
    expect(await readText(fetched.outcome.body)).toBe('picture');
    const elsewhere = { ...file, reference: 'https://nexmo.com.example.net/v3/media/1' };
    expect((await vonage.media?.fetch(http, bench.fields, elsewhere, bounds))?.outcome.kind).toBe('blocked');
  });

  it('lists and makes templates where the sender names its account', async () => {
    const template = {
      name: 'order_is_ready',
      language: 'en',
      category: 'UTILITY',
      parameterFormat: 'positional',
      components: [{ type: 'BODY', text: 'Order {{1}} is ready today.', example: { body_text: [['42']] } }],
    } as const;
    expect(await vonage.templates?.create?.(http, bench.fields, template)).toMatchObject({ kind: 'taken' });
    const listed = await vonage.templates?.list(http, bench.fields);
    if (listed?.kind !== 'listed') throw new Error('not listed');
    expect(listed.templates.map(({ name }) => name)).toContain('order_is_ready');
    const { waba_id: _account, ...without } = bench.fields;
    expect(await vonage.templates?.list(http, without)).toMatchObject({
      kind: 'broken',
      failure: { code: 'waba_id_missing' },
    });
  });

  it('says which step of its set-up is broken', async () => {
    const states = async (fields: typeof bench.fields) =>
      (await vonage.health?.examine(http, fields, bench.callbackUrl))?.map(({ step, state }) => [
        step,
        state,
      ]);
    expect(await states(bench.fields)).toEqual([
      ['key', 'working'],
      ['token', 'working'],
      ['templates', 'working'],
    ]);
    expect(await states(bench.wrongTokenFields)).toEqual([
      ['key', 'working'],
      ['token', 'broken'],
      ['templates', 'skipped'],
    ]);
    expect((await states({ ...bench.fields, private_key: 'none' }))?.[0]).toEqual(['key', 'broken']);
  });

  it('marks a message as read', async () => {
    const sent = bench.simulator.sendInbound('15550783885', { from: '+966501234567', content: 'Hi' });
    if (sent.kind !== 'sent') throw new Error(sent.reason);
    expect(await vonage.markRead?.(http, bench.fields, sent.id, true)).toMatchObject({ kind: 'marked' });
    expect(await vonage.markRead?.(http, bench.fields, 'none', true)).toMatchObject({ kind: 'refused' });
  });
});
