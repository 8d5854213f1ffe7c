import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { sampleFiles } from '../../gateway/tests/support/sample-files.ts';
import { useSendingStage } from '../../gateway/tests/support/sending-stage.ts';
import { createHudhud } from '../src/hudhud.ts';

const stage = await useSendingStage();

const newClient = async () => {
  const company = await stage.createSendingCompany();
  const hudhud = createHudhud({ baseUrl: stage.address, companyId: company.id, token: company.token });
  return { company, hudhud };
};

const to = '+966501234567';

describe('a file', () => {
  it('is uploaded from a stream, sent by its id, and comes back as it was', async () => {
    const { company, hudhud } = await newClient();
    const stream = Readable.from([sampleFiles.pdf.subarray(0, 20), sampleFiles.pdf.subarray(20)]);
    const media = await hudhud.media.upload(stream, { filename: 'invoice.pdf' });
    expect(media).toMatchObject({ mime_type: 'application/pdf', filename: 'invoice.pdf' });
    const sha256 = createHash('sha256').update(sampleFiles.pdf).digest('hex');
    expect(media.sha256).toBe(sha256);

    const { message_id } = await hudhud.send({ to, type: 'document', media: { id: media.id } });
    await hudhud.messages.waitFor(message_id, 'delivered');
    expect((await company.ledger())[0]?.body).toMatchObject({
      type: 'document',
      document: { filename: 'invoice.pdf' },
    });
    const { body, mimeType, bytes } = await hudhud.media.download(media.id);
    expect({ mimeType, bytes }).toEqual({ mimeType: 'application/pdf', bytes: sampleFiles.pdf.length });
    expect((await buffer(body)).equals(sampleFiles.pdf)).toBe(true);

    const found: string[] = [];
    for await (const { id } of hudhud.media.list({ sha256 })) found.push(id);
    expect(found).toEqual([media.id]);
    expect((await hudhud.media.usage()).files).toBe(1);
    await hudhud.media.delete(media.id);
    await expect(hudhud.media.get(media.id)).rejects.toMatchObject({ code: 'media_not_found' });
  });

  it('that is here already keeps its own name and type', async () => {
    const { hudhud } = await newClient();
    const file = new File([new Uint8Array(sampleFiles.png)], 'shop.png', { type: 'image/png' });
    const media = await hudhud.media.upload(file);
    expect(media).toMatchObject({ mime_type: 'image/png', filename: 'shop.png' });
    const { url } = await hudhud.media.link(media.id, { seconds: 60 });
    const { pathname, search } = new URL(url, stage.address);
    const answer = await fetch(`${stage.address}${pathname}${search}`);
    expect(answer.headers.get('content-type')).toBe('image/png');
  });

  it('that lies about itself is refused in the words of the gateway', async () => {
    const { hudhud } = await newClient();
    const lie = hudhud.media.upload(new Uint8Array(sampleFiles.pdf), { contentType: 'image/png' });
    await expect(lie).rejects.toMatchObject({ code: 'media_type_mismatch' });
  });
});

describe('content of every kind', () => {
  it('is typed, and arrives', async () => {
    const { company, hudhud } = await newClient();
    await hudhud.send({
      to,
      type: 'buttons',
      message: 'Does Tuesday suit you?',
      buttons: [{ id: 'yes', title: 'Yes' }],
    });
    await hudhud.send({ to, type: 'location', location: { latitude: 24.7, longitude: 46.6 } });
    // @ts-expect-error: a place has two coordinates
    const wrong = hudhud.send({ to, type: 'location', location: { latitude: 24.7 } });
    await expect(wrong).rejects.toMatchObject({ code: 'missing_field' });
    expect((await company.ledger()).map(({ body }) => (body as { type?: string }).type)).toEqual([
      'interactive',
      'location',
    ]);
  });
});
