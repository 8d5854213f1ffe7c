// Random content with files within the limits arrives at the simulator with the same words and the same bytes; one step
// beyond any limit is refused with the pointer of the field. The limits are written out here: the schemas must agree.

import { randomBytes } from 'node:crypto';
import { mediaExamples } from '@hudhud/contract/content-examples.ts';
import type { Media } from '@hudhud/contract/media.ts';
import type { SendBatchAnswer } from '@hudhud/contract/messages.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { text } from './support/arbitrary-content.ts';
import { expectProblem } from './support/expect-problem.ts';
import { enlarged, sampleFiles } from './support/sample-files.ts';
import { useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();
const company = await stage.createSendingCompany();

let people = 0;
const someone = (): string => `+9665${String(20_000_000 + ++people)}`;

const upload = (bytes: Buffer, type = 'application/octet-stream') =>
  company.call<Media>('POST', '/api/v1/media', { body: bytes, headers: { 'content-type': type } });

const uploaded = async (bytes: Buffer): Promise<string> => (await upload(bytes)).body.id;

const sendBatch = async (messages: readonly object[]) => {
  const { status, body } = await company.call<SendBatchAnswer>('POST', '/api/v1/messages/send-batch', {
    body: { messages: messages.map((message) => ({ to: someone(), ...message })) },
  });
  expect(status).toBe(202);
  return body.results;
};

/** A name has no line breaks and no folders, and an extension by which a phone opens it. */
const filename = fc
  .array(fc.constantFrom('a', 'Z', '7', ' ', 'ä', 'ب', '😀', '-', '_', '(', ')'), {
    minLength: 1,
    maxLength: 236,
    size: 'max',
  })
  .map((characters) => `${characters.join('').trim() || 'a'}.pdf`);

const caption = fc.option(text(1_024), { nil: undefined });

interface Case {
  readonly type: string;
  readonly files: readonly Buffer[];
  readonly fields: fc.Arbitrary<{ message?: string | undefined; voice?: boolean; filename?: string }>;
}

const cases: Readonly<Record<string, Case>> = {
  image: {
    type: 'image',
    files: [sampleFiles.png, sampleFiles.jpeg],
    fields: fc.record({ message: caption }),
  },
  video: { type: 'video', files: [sampleFiles.mp4], fields: fc.record({ message: caption }) },
  document: { type: 'document', files: [sampleFiles.pdf], fields: fc.record({ message: caption, filename }) },
  audio: { type: 'audio', files: [sampleFiles.stereo, sampleFiles.voice], fields: fc.constant({}) },
  voice: { type: 'audio', files: [sampleFiles.voice], fields: fc.constant({ voice: true }) },
  sticker: {
    type: 'sticker',
    files: [sampleFiles.sticker, sampleFiles.movingSticker],
    fields: fc.constant({}),
  },
};

/** A file of its own: the same format with other bytes behind it, up to 60 KB. */
const grown = (file: Buffer): Buffer =>
  Buffer.concat([file, randomBytes(Math.floor(Math.random() * 60_000) + 1)]);

/** As the Cloud API writes what has a picture above its text. */
interface Headed {
  readonly header: { readonly image: { readonly id: string } };
  readonly body: { readonly text: string };
  readonly action: { readonly cards: readonly Omit<Headed, 'action'>[] };
}

const perKind = 6;

type Wire = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const arrivals = async (ids: readonly string[]): Promise<ReadonlyMap<string, Wire>> =>
  await waitUntil('all have arrived', async () => {
    const entries = (await company.ledger()).filter(({ outcome }) => outcome === 'accepted');
    const byId = new Map(entries.map(({ opaque, body }) => [opaque.split(':')[0] ?? '', body]));
    return ids.every((id) => byId.has(id)) && (byId as unknown as ReadonlyMap<string, Wire>);
  });

/** The file that the provider has under an id. */
const bytesAt = async (reference: unknown): Promise<Buffer> => {
  const path = `/simulator/control/numbers/${company.account}/media/${String(reference)}`;
  const answer = await fetch(`${stage.running.address}${path}`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

describe('random content with a file within the limits', () => {
  it.each(Object.entries(cases))(
    'of the kind %s arrives as it was meant',
    async (_, { type, files, fields }) => {
      const wished = await Promise.all(
        fc.sample(fields, perKind).map(async ({ filename: name, ...words }, index) => {
          const bytes = grown(files[index % files.length] ?? sampleFiles.png);
          const media = { id: await uploaded(bytes), ...(name !== undefined && { filename: name }) };
          const content = JSON.parse(JSON.stringify({ type, media, ...words })) as Wire;
          return { bytes, content };
        }),
      );
      expect(wished).toHaveLength(perKind);
      const results = await sendBatch(wished.map(({ content }) => content));
      expect(results.filter(({ status }) => status === 'refused')).toEqual([]);
      const ids = results.map(({ message_id }) => message_id ?? '');
      const arrived = await arrivals(ids);
      for (const [index, { bytes, content }] of wished.entries()) {
        const wire = arrived.get(ids[index] ?? '');
        const { id: reference, ...rest } = wire?.[type] ?? {};
        const { message, media, voice } = content;
        expect(wire?.type).toBe(type);
        expect(rest).toEqual({
          ...(message !== undefined && { caption: message }),
          ...(media?.filename !== undefined && { filename: media.filename }),
          ...(voice !== undefined && { voice }),
        });
        expect((await bytesAt(reference)).equals(bytes)).toBe(true);
        expect((await company.message(ids[index] ?? '')).content).toEqual(content);
      }
    },
  );

  it('of the kind carousel, and in headers, arrives as it was meant', async () => {
    const picture = grown(sampleFiles.png);
    const header = { type: 'image', media: { id: await uploaded(picture) } };
    const link = { title: 'Open', url: 'https://example.com/1' };
    const [message = ''] = fc.sample(text(1_024), 1);
    const count = 2 + Math.floor(Math.random() * 9);
    const cards = fc.sample(text(160), count).map((words) => ({ header, message: words, link }));
    const contents = [
      { type: 'carousel', message, carousel: { cards } },
      { type: 'buttons', message, header, buttons: [{ id: 'y', title: 'Yes' }] },
      { type: 'link', message, header, link },
      { type: 'flow', message, header, flow: { id: '1', button: 'Book', token: 't' } },
    ];
    const results = await sendBatch(contents);
    expect(results.filter(({ status }) => status === 'refused')).toEqual([]);
    const ids = results.map(({ message_id }) => message_id ?? '');
    const arrived = await arrivals(ids);
    const [carousel, ...headed] = ids.map((id) => arrived.get(id)?.interactive as unknown as Headed);
    expect(carousel?.action.cards.map(({ body }) => body.text)).toEqual(cards.map((card) => card.message));
    expect(headed.map(({ body }) => body.text)).toEqual([message, message, message]);
    const shown = [...(carousel?.action.cards ?? []), ...headed];
    const references = new Set(shown.map((part) => part.header.image.id));
    // One upload for all of them, and it is that picture.
    expect(references.size).toBe(1);
    expect((await bytesAt([...references][0])).equals(picture)).toBe(true);
  });
});

const megabyte = 1_048_576;

describe('one step beyond a limit', () => {
  const refusalsOf = (results: SendBatchAnswer['results']) =>
    results.map(({ error }, index) => ({
      code: error?.code,
      pointer: error?.errors?.[0]?.pointer?.replace(`/messages/${index}`, ''),
    }));

  it.each([
    ['image', sampleFiles.png, 5 * megabyte],
    ['image', sampleFiles.jpeg, 5 * megabyte],
    ['video', sampleFiles.mp4, 16 * megabyte],
    ['audio', sampleFiles.stereo, 16 * megabyte],
    ['sticker', sampleFiles.sticker, 100 * 1_024],
    ['sticker', sampleFiles.movingSticker, 500 * 1_024],
  ] as const)('a file is too big: %s', async (type, file, max) => {
    const ids = [await uploaded(enlarged(file, max)), await uploaded(enlarged(file, max + 1))];
    const results = await sendBatch(ids.map((id) => ({ type, media: { id } })));
    expect(refusalsOf(results)).toEqual([
      { code: undefined, pointer: undefined },
      { code: 'media_too_big', pointer: '/media' },
    ]);
    expect(results[1]?.error?.detail).toContain(String(max + 1));
  });

  it('a file of any kind is too big', async () => {
    const tooBig = enlarged(sampleFiles.pdf, 100 * megabyte + 1);
    expectProblem(await upload(tooBig, 'application/pdf'), 'media_too_big');
    expect((await upload(tooBig.subarray(0, -1), 'application/pdf')).body.usable_for).toEqual(['document']);
  });

  it('a file is of a type that is not carried as this kind', async () => {
    const files = { ...sampleFiles, video: sampleFiles.mp4 };
    const ids = new Map<Buffer, string>();
    for (const file of Object.values(files)) if (!ids.has(file)) ids.set(file, await uploaded(file));
    const wrong = Object.values(cases).flatMap(({ type, files: right, fields }) =>
      [...ids]
        .filter(([file]) => !right.includes(file) && !isUsable(type, file))
        .map(([, id]) => ({ type, media: { id }, ...(fc.sample(fields, 1)[0]?.voice && { voice: true }) })),
    );
    const results = await sendBatch(wrong);
    expect(refusalsOf(results)).toEqual(
      wrong.map(() => ({ code: 'media_type_not_allowed', pointer: '/media' })),
    );
    expect(wrong.length).toBeGreaterThan(30);
  });

  it('a text or a name is too long', async () => {
    const id = await uploaded(sampleFiles.png);
    const pdf = await uploaded(sampleFiles.pdf);
    const card = {
      header: { type: 'image', media: { id } },
      link: { title: 'Open', url: 'https://example.com' },
    };
    const carousel = (message: string) => ({
      type: 'carousel',
      message: 'New',
      carousel: { cards: [card, { ...card, message }] },
    });
    const longest = (length: number) => [
      { type: 'image', media: { id }, message: 'x'.repeat(1_023 + length) },
      {
        type: 'document',
        media: { id: pdf, filename: `${'x'.repeat(235 + length)}.pdf` },
      },
      { ...carousel('x'.repeat(159 + length)) },
      { ...carousel('x'), message: 'x'.repeat(1_023 + length) },
    ];
    expect((await sendBatch(longest(1))).filter(({ status }) => status === 'refused')).toEqual([]);
    expect(refusalsOf(await sendBatch(longest(2)))).toEqual([
      { code: 'text_too_long', pointer: '/message' },
      { code: 'text_too_long', pointer: '/media/filename' },
      { code: 'text_too_long', pointer: '/carousel/cards/1/message' },
      { code: 'text_too_long', pointer: '/message' },
    ]);
    const cards = (count: number) => ({
      type: 'carousel',
      message: 'New',
      carousel: { cards: Array.from({ length: count }, () => card) },
    });
    expect(refusalsOf(await sendBatch([cards(1), cards(2), cards(10), cards(11)]))).toEqual([
      { code: 'wrong_count', pointer: '/carousel/cards' },
      { code: undefined, pointer: undefined },
      { code: undefined, pointer: undefined },
      { code: 'wrong_count', pointer: '/carousel/cards' },
    ]);
  });

  it('every example with a file is one that can be sent', () => {
    const kinds = new Set([...Object.values(cases).map(({ type }) => type), 'carousel']);
    expect(new Set(Object.keys(mediaExamples))).toEqual(kinds);
  });
});

/** Formats beside those of the cases that the kind carries, too. */
const isUsable = (type: string, file: Buffer): boolean =>
  (type === 'document' && [sampleFiles.text, sampleFiles.oldOffice].includes(file as never)) ||
  (type === 'audio' && [sampleFiles.stereo, sampleFiles.voice].includes(file as never));
