// Infobip beside sending: files, templates, standing, registration, all against the simulator in its dialect.

import { text as readText } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { useDialectBench } from '../tests-support/use-dialect-bench.ts';
import { infobip } from './infobip.ts';
import { createInfobipBench } from './tests-support/infobip-bench.ts';

const { bench, http } = await useDialectBench(createInfobipBench);

const bounds = { bytesMax: 1_000, timeoutMilliseconds: 5_000 };
const fetchFile = (reference: string, bytesMax = bounds.bytesMax) =>
  infobip.media?.fetch(
    http,
    bench.fields,
    { reference, mimeType: null, filename: null, sha256: null },
    { ...bounds, bytesMax },
  );

const incomingFile = async (): Promise<string> => {
  const before = bench.callbacks.length;
  const data = Buffer.from('picture').toString('base64');
  bench.simulator.sendInbound('15550783884', {
    from: '+966501234567',
    type: 'image',
    content: { data, mime_type: 'image/png' },
  });
  await expect.poll(() => bench.callbacks.length).toBeGreaterThan(before);
  const reading = infobip.callbacks.read(bench.callbacks.at(-1) as (typeof bench.callbacks)[number]);
  const item = reading.kind === 'read' ? reading.items[0] : undefined;
  if (item?.kind !== 'message' || !item.message.file) throw new Error('no file came');
  return item.message.file.reference;
};

describe('a file of a person at Infobip', () => {
  it.each([true, false])(
    'is fetched with the key, which follows no redirect (%s)',
    async (mediaRedirected) => {
      bench.simulator.changeSettings({ mediaRedirected });
      const fetched = await fetchFile(await incomingFile());
      expect(fetched?.outcome.kind).toBe('fetched');
      if (fetched?.outcome.kind !== 'fetched') return;
      expect(await readText(fetched.outcome.body)).toBe('picture');
      expect(fetched.outcome.mimeType).toBe('image/png');
    },
  );

  it('is gone, too big, or at an address that gets no key', async () => {
    bench.simulator.changeSettings({ mediaRedirected: false });
    const reference = await incomingFile();
    expect((await fetchFile(`${reference}0`))?.outcome.kind).toBe('gone');
    expect((await fetchFile(reference, 3))?.outcome.kind).toBe('too_big');
    for (const other of [
      'https://infobip.com.example.net/whatsapp/1/senders/1/media/2',
      'http://abc.api.infobip.com/whatsapp/1/senders/1/media/2',
      'https://user:word@abc.api.infobip.com/media/2',
      'file:///etc/passwd',
      'nothing',
    ]) {
      const result = await fetchFile(other);
      expect(result?.outcome.kind, other).toBe('blocked');
      expect(result?.calls).toEqual([]);
    }
  });
});

describe('templates at Infobip', () => {
  const made = {
    name: 'order_is_ready',
    language: 'en',
    category: 'UTILITY',
    parameterFormat: 'positional',
    components: [
      { type: 'BODY', text: 'Order {{1}} is ready today.', example: { body_text: [['42']] } },
      { type: 'FOOTER', text: 'The shop' },
    ],
  } as const;

  it('are made, listed in the words of the Cloud API, and removed', async () => {
    const templates = infobip.templates;
    expect(await templates?.create?.(http, bench.fields, made)).toMatchObject({ kind: 'taken' });
    const listed = await templates?.list(http, bench.fields);
    if (listed?.kind !== 'listed') throw new Error('not listed');
    const found = listed.templates.find(({ name }) => name === made.name);
    expect(found).toMatchObject({
      language: 'en',
      category: 'UTILITY',
      components: [
        { type: 'BODY', text: 'Order {{1}} is ready today.' },
        { type: 'FOOTER', text: 'The shop' },
      ],
    });
    if (!found) return;
    expect(await templates?.remove?.(http, bench.fields, found)).toEqual({ kind: 'removed' });
    expect(await templates?.remove?.(http, bench.fields, found)).toMatchObject({ kind: 'refused' });
    expect(await templates?.list(http, bench.wrongTokenFields)).toMatchObject({
      kind: 'broken',
      failure: { code: 'UNAUTHORIZED' },
    });
  });
});

describe('a sender at Infobip', () => {
  it('reports its standing, and what is broken', async () => {
    expect(await infobip.health?.read(http, bench.fields)).toMatchObject({
      kind: 'read',
      health: { quality: 'green' },
    });
    const states = async (fields: typeof bench.fields) =>
      (await infobip.health?.examine(http, fields, bench.callbackUrl))?.map(({ step, state }) => [
        step,
        state,
      ]);
    expect(await states(bench.fields)).toEqual([
      ['token', 'working'],
      ['number', 'working'],
      ['templates', 'working'],
    ]);
    expect(await states(bench.wrongTokenFields)).toEqual([
      ['token', 'broken'],
      ['number', 'skipped'],
      ['templates', 'skipped'],
    ]);
    expect(await states({ ...bench.fields, sender: '15550000000' })).toEqual([
      ['token', 'working'],
      ['number', 'broken'],
      ['templates', 'skipped'],
    ]);
  });

  it('marks a message as read', async () => {
    const sent = bench.simulator.sendInbound('15550783884', { from: '+966501234567', content: 'Hi' });
    if (sent.kind !== 'sent') throw new Error(sent.reason);
    expect(await infobip.markRead?.(http, bench.fields, sent.id, false)).toMatchObject({ kind: 'marked' });
    expect(await infobip.markRead?.(http, bench.fields, 'wamid.none', false)).toMatchObject({
      kind: 'refused',
    });
  });
});
