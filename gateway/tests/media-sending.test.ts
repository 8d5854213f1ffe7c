// Messages with files, from the request to what the simulator receives.

import type { CallSummary } from '@hudhud/contract/calls.ts';
import type { Media } from '@hudhud/contract/media.ts';
import type { Message, SendAnswer, SendBatchAnswer } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { loadSenders } from '../src/senders/load-senders.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useFileServer } from './support/receivers/file-server.ts';
import { enlarged, sampleFiles } from './support/sample-files.ts';
import { useSendingStage } from './support/sending-stage.ts';

const stage = await useSendingStage({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' });
const company = await stage.createSendingCompany();
const elsewhere = await useFileServer();

let people = 0;
const someone = (): string => `+9665${String(30_000_000 + ++people)}`;

const upload = async (bytes: Buffer, filename = ''): Promise<string> => {
  const query = filename === '' ? '' : `?filename=${encodeURIComponent(filename)}`;
  const headers = { 'content-type': 'application/octet-stream' };
  const { body } = await company.call<Media>('POST', `/api/v1/media${query}`, { body: bytes, headers });
  return body.id;
};

const post = (body: object) =>
  company.call<SendAnswer>('POST', '/api/v1/messages/send', { body: { to: someone(), ...body } });

type Wire = Record<string, Record<string, unknown>>;

const arrived = async (id: string): Promise<Wire> => {
  const entries = (await company.ledger()).filter(({ opaque }) => opaque.startsWith(`${id}:`));
  const accepted = entries.filter(({ outcome }) => outcome === 'accepted');
  expect(accepted).toHaveLength(1);
  return accepted[0]?.body as unknown as Wire;
};

const unique = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.from(`${Math.random()}`)]);
const providerId = expect.stringMatching(/^\d+$/);

describe('a message with a file', () => {
  it.each([
    ['image', sampleFiles.png, { message: 'Look' }, { id: providerId, caption: 'Look' }],
    ['image', sampleFiles.jpeg, {}, { id: providerId }],
    ['video', sampleFiles.mp4, { message: 'Watch' }, { id: providerId, caption: 'Watch' }],
    ['audio', sampleFiles.voice, { voice: true }, { id: providerId, voice: true }],
    ['audio', sampleFiles.stereo, {}, { id: providerId }],
    ['sticker', sampleFiles.sticker, {}, { id: providerId }],
    [
      'document',
      sampleFiles.pdf,
      { message: 'Read' },
      { id: providerId, caption: 'Read', filename: 'document.pdf' },
    ],
  ] as const)('of the kind %s goes out by the id of the provider', async (type, bytes, fields, wire) => {
    const id = await upload(bytes);
    const { status, body } = await post({ type, media: { id }, ...fields });
    expect(status).toBe(200);
    expect(await arrived(body.message_id)).toMatchObject({ type, [type]: wire });
    const { content } = await company.message(body.message_id);
    expect(content).toMatchObject({ type, media: { id }, ...fields });
  });

  it('keeps the name of a document: from the request, from the upload, or by its type', async () => {
    const named = await upload(sampleFiles.pdf, 'invoice-1042.pdf');
    const nameless = await upload(unique(sampleFiles.pdf));
    const nameOf = async (media: object) => {
      const { body } = await post({ type: 'document', media });
      expect((await company.message(body.message_id)).content).toMatchObject({
        media: { filename: expect.any(String) },
      });
      return (await arrived(body.message_id)).document?.filename;
    };
    expect(await nameOf({ id: named })).toBe('invoice-1042.pdf');
    expect(await nameOf({ id: named, filename: 'other.pdf' })).toBe('other.pdf');
    expect(await nameOf({ id: nameless })).toBe('document.pdf');
  });

  it('may have it in the header of buttons, links and forms, and on cards', async () => {
    const id = await upload(sampleFiles.png);
    const header = { type: 'image', media: { id } };
    const buttons = await post({
      type: 'buttons',
      message: 'Yes?',
      buttons: [{ id: 'y', title: 'Yes' }],
      header,
    });
    expect(await arrived(buttons.body.message_id)).toMatchObject({
      interactive: { header: { type: 'image', image: { id: providerId } } },
    });
    const link = { title: 'Open', url: 'https://example.com/1' };
    const linked = await post({ type: 'link', message: 'See', link, header });
    expect(await arrived(linked.body.message_id)).toMatchObject({
      interactive: { header: { type: 'image' } },
    });
    const flow = { id: '1', button: 'Book', token: 't' };
    const form = await post({ type: 'flow', message: 'Book', flow, header });
    expect(await arrived(form.body.message_id)).toMatchObject({ interactive: { header: { type: 'image' } } });
    const cards = [1, 2].map((number) => ({ header, message: `Card ${number}`, link }));
    const carousel = await post({ type: 'carousel', message: 'New', carousel: { cards } });
    expect(carousel.status).toBe(200);
    const wire = (await arrived(carousel.body.message_id)).interactive?.action as { cards: object[] };
    expect(wire.cards).toHaveLength(2);
    expect(wire.cards[1]).toMatchObject({
      card_index: 1,
      header: { type: 'image', image: { id: providerId } },
    });
  });

  it('is uploaded once for all messages that carry it', async () => {
    const id = await upload(unique(sampleFiles.png));
    const messages = Array.from({ length: 20 }, () => ({ to: someone(), type: 'image', media: { id } }));
    const { body } = await company.call<SendBatchAnswer>('POST', '/api/v1/messages/send-batch', {
      body: { messages },
    });
    expect(body.accepted).toBe(20);
    const references = new Set<unknown>();
    for (const { message_id } of body.results) {
      await company.waitFor(message_id ?? '', 'sent', 'delivered', 'read');
      references.add((await arrived(message_id ?? '')).image?.id);
    }
    expect(references.size).toBe(1);
    const rows = await stage.database.query('select 1 from media_references where reference = $1', [
      [...references][0],
    ]);
    expect(rows).toHaveLength(1);
  });

  it('is uploaded again when the provider does not know it any more', async () => {
    const id = await upload(unique(sampleFiles.png));
    const first = await post({ type: 'image', media: { id } });
    const before = (await arrived(first.body.message_id)).image?.id as string;
    const senders = await loadSenders(
      stage.running.storage.database.pool,
      stage.running.storage.secrets,
    )(company.uuid);
    const token = senders[0]?.fields.access_token ?? '';
    const deleted = await stage.call('DELETE', `/simulator/v24.0/${before}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(deleted.status).toBe(200);
    const second = await post({ type: 'image', media: { id } });
    expect(second.status).toBe(200);
    const after = (await arrived(second.body.message_id)).image?.id;
    expect(after).not.toBe(before);
    expect((await company.message(second.body.message_id)).attempts).toBe(1);
  });

  it('waits for its time, and keeps its file until then', async () => {
    const id = await upload(unique(sampleFiles.png));
    await stage.database.query(
      `update media set expires_at = now() + interval '1 hour' where company_id = $1`,
      [company.uuid],
    );
    const at = new Date(Date.now() + 20 * 86_400_000);
    const { status } = await post({ type: 'image', media: { id }, schedule_at: at.toISOString() });
    expect(status).toBe(202);
    const { body } = await company.get<Media>(`/api/v1/media/${id}`);
    expect(Date.parse(body.expires_at)).toBeGreaterThan(at.getTime());
  });

  it('fails with the reason when the file was deleted before it went', async () => {
    const id = await upload(unique(sampleFiles.png));
    const at = new Date(Date.now() + 86_400_000);
    const { body } = await post({ type: 'image', media: { id }, schedule_at: at.toISOString() });
    expect((await company.call('DELETE', `/api/v1/media/${id}`)).status).toBe(204);
    await stage.database.query(
      `update messages set due_at = now() where company_id = $1 and status = 'queued'`,
      [company.uuid],
    );
    const message: Message = await company.waitFor(body.message_id, 'failed');
    expect(message.failure?.code).toBe('media_gone');
  });
});

describe('a file at an address', () => {
  it('is fetched once, kept, and sent like one that was uploaded', async () => {
    elsewhere.serve('/menu.pdf', {
      body: unique(sampleFiles.pdf),
      headers: { 'content-type': 'application/pdf' },
    });
    const media = { url: `${elsewhere.url}/menu.pdf` };
    const first = await post({ type: 'document', media });
    const second = await post({ type: 'document', media });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(elsewhere.asked.filter((path) => path === '/menu.pdf')).toHaveLength(1);
    expect((await arrived(second.body.message_id)).document).toMatchObject({ filename: 'menu.pdf' });
    const { content } = await company.message(second.body.message_id);
    expect(content).toMatchObject({ media: { id: expect.stringMatching(/^med_/), filename: 'menu.pdf' } });
    expect(content).not.toHaveProperty('media.url');
  });

  it('is not fetched again for a request that is repeated, even when it has gone', async () => {
    elsewhere.serve('/once.pdf', { body: unique(sampleFiles.pdf) });
    const message = { to: someone(), type: 'document', media: { url: `${elsewhere.url}/once.pdf` } };
    const ways = [
      ['/api/v1/messages/send', message],
      ['/api/v1/messages/send-batch', { messages: [message] }],
    ] as const;
    const send = ([path, body]: (typeof ways)[number]) =>
      company.call<SendAnswer>('POST', path, { body, headers: { 'idempotency-key': `once-${path}` } });
    const first = [await send(ways[0]), await send(ways[1])];
    const { content } = await company.message(first[0]?.body.message_id ?? '');
    const id = (content as { media: { id: string } }).media.id;
    expect((await company.call('DELETE', `/api/v1/media/${id}`)).status).toBe(204);
    elsewhere.serve('/once.pdf', { status: 404 });
    const again = [await send(ways[0]), await send(ways[1])];
    expect(again.map(({ status, body }) => [status, body])).toEqual(
      first.map(({ status, body }) => [status, body]),
    );
    expect(again.map(({ headers }) => headers['idempotency-replayed'])).toEqual(['true', 'true']);
    expect(elsewhere.asked.filter((path) => path === '/once.pdf')).toHaveLength(1);
    const other = { ...message, media: { url: `${elsewhere.url}/other.pdf` } };
    expectProblem(await send([ways[0][0], other]), 'idempotency_key_reused');
  });
});

describe('requests for files', () => {
  const callsFor = async (part: string) =>
    (await company.get<{ data: CallSummary[] }>('/api/v1/calls?kind=media&limit=200')).body.data.filter(
      ({ url }) => url.includes(part),
    );

  it('are listed: from an address that a caller gave, without what it keeps secret', async () => {
    elsewhere.serve('/listed.pdf?signature=secret', { body: unique(sampleFiles.pdf) });
    await post({ type: 'document', media: { url: `${elsewhere.url}/listed.pdf?signature=secret` } });
    expectProblem(
      await post({ type: 'document', media: { url: `${elsewhere.url}/missing.pdf` } }),
      'media_fetch_failed',
    );
    expect(await callsFor('/listed.pdf')).toMatchObject([
      { method: 'GET', url: `${elsewhere.url}/listed.pdf?signature=[removed]`, status: 200, outcome: 'sent' },
    ]);
    expect(await callsFor('/missing.pdf')).toMatchObject([
      { status: 404, outcome: 'rejected', failure_code: 'media_fetch_failed' },
    ]);
  });

  it('are listed: one upload to the provider', async () => {
    const before = (await callsFor('/media')).length;
    const id = await upload(unique(sampleFiles.png));
    await post({ type: 'image', media: { id } });
    await post({ type: 'image', media: { id } });
    const uploads = await callsFor('/media');
    expect(uploads).toHaveLength(before + 1);
    expect(uploads[0]).toMatchObject({
      method: 'POST',
      status: 200,
      outcome: 'sent',
      sender_id: expect.stringMatching(/^snd_/),
    });
  });
});

describe('a file is refused', () => {
  const pointerOf = async (body: object, code: Parameters<typeof expectProblem>[1]) =>
    expectProblem(await post(body), code).errors?.[0]?.pointer;

  it('that does not exist, or is of another company', async () => {
    const other = await stage.createSendingCompany();
    const id = await upload(sampleFiles.png);
    expect(
      await pointerOf({ type: 'image', media: { id: 'med_01kagx5p9ne0ps4a2v7qk3m8dz' } }, 'media_not_found'),
    ).toBe('/media');
    const foreign = await other.call('POST', '/api/v1/messages/send', {
      body: { to: someone(), type: 'image', media: { id } },
    });
    expectProblem(foreign, 'media_not_found');
  });

  it.each([
    ['a text as a picture', sampleFiles.text, 'image', {}, 'media_type_not_allowed'],
    ['a picture as a document', sampleFiles.png, 'document', {}, 'media_type_not_allowed'],
    [
      'two channels as a voice message',
      sampleFiles.stereo,
      'audio',
      { voice: true },
      'media_type_not_allowed',
    ],
    ['a picture that is too big', enlarged(sampleFiles.png, 5 * 1_048_576 + 1), 'image', {}, 'media_too_big'],
    ['a sticker that is too big', enlarged(sampleFiles.sticker, 102_401), 'sticker', {}, 'media_too_big'],
  ] as const)('as %s', async (_name, bytes, type, fields, code) => {
    expect(await pointerOf({ type, media: { id: await upload(bytes) }, ...fields }, code)).toBe('/media');
  });

  it('with the pointer into headers and cards', async () => {
    const id = await upload(sampleFiles.text);
    const good = { type: 'image', media: { id: await upload(sampleFiles.png) } };
    const bad = { type: 'image', media: { id } };
    const link = { title: 'Open', url: 'https://example.com/1' };
    expect(await pointerOf({ type: 'link', message: 'x', link, header: bad }, 'media_type_not_allowed')).toBe(
      '/header/media',
    );
    const cards = [good, bad].map((header) => ({ header, link }));
    expect(
      await pointerOf({ type: 'carousel', message: 'x', carousel: { cards } }, 'media_type_not_allowed'),
    ).toBe('/carousel/cards/1/header/media');
    expect(
      await pointerOf({ type: 'link', message: 'x', link, header: { media: { id } } }, 'missing_field'),
    ).toBe('/header/type');
    expect(
      await pointerOf({ type: 'link', message: 'x', link, header: { text: 'a', ...good } }, 'invalid_value'),
    ).toBe('/header');
    expect(await pointerOf({ type: 'image', media: {} }, 'invalid_value')).toBe('/media');
  });

  it('in a batch, where the others go on', async () => {
    const id = await upload(sampleFiles.png);
    const messages = [
      { to: someone(), type: 'image', media: { id } },
      { to: someone(), type: 'video', media: { id } },
      { to: someone(), message: 'A text.' },
    ];
    const { body } = await company.call<SendBatchAnswer>('POST', '/api/v1/messages/send-batch', {
      body: { messages },
    });
    expect(body).toMatchObject({ accepted: 2, refused: 1 });
    expect(body.results[1]?.error?.errors?.[0]).toMatchObject({
      code: 'media_type_not_allowed',
      pointer: '/messages/1/media',
    });
  });

  it('whose address leads nowhere', async () => {
    expect(
      await pointerOf({ type: 'image', media: { url: `${elsewhere.url}/none.png` } }, 'media_fetch_failed'),
    ).toBe('/media/url');
    expect(
      await pointerOf({ type: 'image', media: { url: 'http://192.168.1.1/x.png' } }, 'media_fetch_failed'),
    ).toBe('/media/url');
  });
});
