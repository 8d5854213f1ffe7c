// Random content of each kind within its limits arrives at the simulator with the same meaning; one step beyond any limit
// is refused with the pointer of the field. The limits are written out here: the schemas must agree with them.

import { contentExamples } from '@hudhud/contract/content-examples.ts';
import type { SendBatchAnswer } from '@hudhud/contract/messages.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryContents } from './support/arbitrary-content.ts';
import { readWire } from './support/read-wire.ts';
import { useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();
const company = await stage.createSendingCompany();

let people = 0;
/** No person gets two: the simulator paces messages to one person. */
const someone = (): string => `+9665${String(10_000_000 + ++people)}`;

const sendBatch = async (messages: readonly object[]) => {
  const { status, body } = await company.call<SendBatchAnswer>('POST', '/api/v1/messages/send-batch', {
    body: { messages: messages.map((message) => ({ to: someone(), ...message })) },
  });
  expect(status).toBe(202);
  return body.results;
};

const perKind = 8;

describe('random content within the limits', () => {
  it.each(Object.entries(arbitraryContents))(
    'of the kind %s arrives as it was meant',
    async (_, arbitrary) => {
      const contents = fc.sample(arbitrary, perKind);
      expect(contents).toHaveLength(perKind);
      const results = await sendBatch(contents);
      expect(results.filter(({ status }) => status === 'refused')).toEqual([]);
      const ids = new Set(results.map(({ message_id }) => message_id));
      const arrived = await waitUntil('all have arrived', async () => {
        const entries = await company.ledger();
        const ours = entries.filter(({ opaque }) => ids.has(opaque.split(':')[0] ?? ''));
        return ours.length === perKind && ours;
      });
      for (const [index, content] of contents.entries()) {
        const id = results[index]?.message_id ?? '';
        const entry = arrived.find(({ opaque }) => opaque.startsWith(`${id}:`));
        expect(entry?.outcome).toBe('accepted');
        expect(readWire(entry?.body)).toEqual(JSON.parse(JSON.stringify(content)));
        expect((await company.message(id)).content).toEqual(JSON.parse(JSON.stringify(content)));
      }
    },
  );
});

type Json = Record<string, unknown>;

/** The example with another value where the pointer leads. */
const changed = (content: object, pointer: string, value: unknown): object => {
  const copy = structuredClone(content) as Json;
  const parts = pointer.split('/').slice(1);
  const last = parts.pop() ?? '';
  let node = copy;
  for (const part of parts) node = node[part] as Json;
  node[last] = value;
  return copy;
};

const e = contentExamples;
const withFooter = { ...e.link, header: { text: 'Header' }, footer: 'Footer' };

/** Texts that a person sees, and how many characters each may have. */
const texts: readonly (readonly [object, string, number])[] = [
  [e.text, '/message', 4_096],
  [e.location, '/location/name', 512],
  [e.location, '/location/address', 512],
  [e.contacts, '/contacts/0/name/formatted', 512],
  [e.contacts, '/contacts/0/name/prefix', 64],
  [e.contacts, '/contacts/0/organization/company', 512],
  [e.buttons, '/message', 1_024],
  [e.buttons, '/buttons/1/title', 20],
  [e.buttons, '/header/text', 60],
  [e.buttons, '/footer', 60],
  [e.list, '/message', 4_096],
  [e.list, '/list/button', 20],
  [e.list, '/list/sections/0/title', 24],
  [e.list, '/list/sections/0/rows/1/title', 24],
  [e.list, '/list/sections/0/rows/0/description', 72],
  [e.link, '/message', 1_024],
  [e.link, '/link/title', 20],
  [withFooter, '/header/text', 60],
  [withFooter, '/footer', 60],
  [e.location_request, '/message', 1_024],
  [e.flow, '/message', 1_024],
  [e.flow, '/flow/button', 30],
  [e.product, '/message', 1_024],
  [e.products, '/message', 1_024],
  [e.products, '/products/header', 60],
  [e.products, '/products/sections/0/title', 24],
  [e.catalog, '/message', 1_024],
];

/** Texts that no person sees. */
const names: readonly (readonly [object, string, number])[] = [
  [e.buttons, '/buttons/0/id', 256],
  [e.list, '/list/sections/0/rows/0/id', 200],
  [e.flow, '/flow/token', 256],
  [e.product, '/product/catalog_id', 64],
  [e.product, '/product/product_id', 256],
  [e.reaction, '/reaction/message_id', 512],
  [{ ...e.text, reply_to: 'x' }, '/reply_to', 512],
];

const refusalsOf = (results: SendBatchAnswer['results']) =>
  results.map(({ error }, index) => ({
    code: error?.code,
    pointer: error?.errors?.[0]?.pointer?.replace(`/messages/${index}`, ''),
  }));

describe('a text', () => {
  const cases = [...texts, ...names];

  it('may be as long as its limit', async () => {
    const results = await sendBatch(
      cases.map(([content, pointer, max]) => changed(content, pointer, 'x'.repeat(max))),
    );
    expect(results.filter(({ status }) => status !== 'queued')).toEqual([]);
  });

  it('is refused with its pointer when it is one character longer', async () => {
    const results = await sendBatch(
      cases.map(([content, pointer, max]) => changed(content, pointer, 'x'.repeat(max + 1))),
    );
    expect(refusalsOf(results)).toEqual(cases.map(([, pointer]) => ({ code: 'text_too_long', pointer })));
    for (const [index, [, , max]] of cases.entries())
      expect(results[index]?.error?.detail).toContain(String(max));
  });

  it('is refused with its pointer when it is longer once placeholders are filled', async () => {
    const filling = texts.map(([content, pointer, max]) => {
      // A value has at most 1,024 characters.
      const value = 'x'.repeat(Math.min(max, 1_000));
      const message = `${'x'.repeat(max - value.length)}{{v}}`.slice(-Math.max(5, max));
      return { ...changed(content, pointer, message), variables: { v: `${value}xxxxxx` } };
    });
    const results = await sendBatch(filling);
    expect(refusalsOf(results)).toEqual(texts.map(([, pointer]) => ({ code: 'text_too_long', pointer })));
  });

  it('is refused with its pointer when placeholders leave nothing of it', async () => {
    const results = await sendBatch(
      texts.map(([content, pointer]) => ({
        ...changed(content, pointer, '{{v}}'),
        variables: { v: ' ' },
      })),
    );
    expect(refusalsOf(results)).toEqual(texts.map(([, pointer]) => ({ code: 'text_empty', pointer })));
  });
});

const many = (count: number, make: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, index) => make(index));
const row = (index: number) => ({ id: `r${index}`, title: `Row ${index}` });
const section = (index: number, rows: number) => ({
  title: `Section ${index}`,
  rows: many(rows, (number) => ({ id: `r${index}.${number}`, title: 'Row' })),
});

const counts: readonly (readonly [object, string, number, (count: number) => unknown])[] = [
  [e.buttons, '/buttons', 3, (count) => many(count, (index) => ({ id: `${index}`, title: `${index}` }))],
  [e.list, '/list/sections', 10, (count) => many(count, (index) => section(index, 1))],
  [e.list, '/list/sections/0/rows', 10, (count) => many(count, row)],
  [e.list, '/list/sections', 10, (count) => [section(0, 5), section(1, count - 5)]],
  [e.contacts, '/contacts', 257, (count) => many(count, () => ({ name: { formatted: 'Sara' } }))],
  [
    e.products,
    '/products/sections',
    10,
    (count) => many(count, (index) => ({ title: `S${index}`, product_ids: ['a'] })),
  ],
  [
    e.products,
    '/products/sections',
    30,
    (count) =>
      [15, count - 15].map((of, index) => ({ title: `S${index}`, product_ids: many(of, () => 'a') })),
  ],
];

describe('a list', () => {
  it('may have as many entries as its limit, and not one more', async () => {
    const full = await sendBatch(
      counts.map(([content, pointer, max, make]) => changed(content, pointer, make(max))),
    );
    expect(full.filter(({ status }) => status !== 'queued')).toEqual([]);
    const over = await sendBatch(
      counts.map(([content, pointer, max, make]) => changed(content, pointer, make(max + 1))),
    );
    expect(refusalsOf(over)).toEqual(counts.map(([, pointer]) => ({ code: 'wrong_count', pointer })));
    const none = await sendBatch(counts.map(([content, pointer]) => changed(content, pointer, [])));
    expect(refusalsOf(none)).toEqual(counts.map(([, pointer]) => ({ code: 'wrong_count', pointer })));
  });
});
