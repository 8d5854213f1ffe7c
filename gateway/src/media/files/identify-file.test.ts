import { describe, expect, it } from 'vitest';
import { enlarged, sampleFiles } from '../../../tests/support/sample-files.ts';
import { identifyFetched, identifyFile } from './identify-file.ts';

const identify = (
  head: Buffer,
  declared: string | null = null,
  filename: string | null = null,
  bytes = head.length,
) => identifyFile({ head, bytes, declared, filename });

const office = 'application/vnd.openxmlformats-officedocument';

describe('a file', () => {
  it.each([
    ['png', 'image/png', ['image']],
    ['jpeg', 'image/jpeg', ['image']],
    ['mp4', 'video/mp4', ['video']],
    ['voice', 'audio/ogg', ['audio', 'voice']],
    ['stereo', 'audio/ogg', ['audio']],
    ['sticker', 'image/webp', ['sticker']],
    ['pdf', 'application/pdf', ['document']],
    ['text', 'text/plain', ['document']],
    ['html', 'text/html', []],
    ['unknown', 'application/octet-stream', []],
  ] as const)('%s is known by its bytes', async (name, mimeType, usableFor) => {
    expect(await identify(sampleFiles[name])).toEqual({ mimeType, usableFor });
  });

  it('is of the office when its name or its caller says which part of it', async () => {
    const doc = { mimeType: 'application/msword', usableFor: ['document'] };
    expect(await identify(sampleFiles.oldOffice, null, 'letter.DOC')).toEqual(doc);
    expect(await identify(sampleFiles.oldOffice, 'application/msword')).toEqual(doc);
    expect(await identify(sampleFiles.oldOffice)).toMatchObject({ usableFor: [] });
    await expect(
      identify(sampleFiles.oldOffice, `${office}.wordprocessingml.document`),
    ).rejects.toMatchObject({
      code: 'media_type_mismatch',
    });
  });

  it.each([
    [sampleFiles.png, 'image/jpeg'],
    [sampleFiles.pdf, 'image/png'],
    [sampleFiles.html, 'image/png'],
    [sampleFiles.text, 'application/pdf'],
    [sampleFiles.unknown, 'image/jpeg'],
    [sampleFiles.mp4, 'audio/mpeg'],
  ])('that says it is something else is refused', async (head, declared) => {
    await expect(identify(head, declared)).rejects.toMatchObject({ code: 'media_type_mismatch' });
  });

  it.each([
    [sampleFiles.jpeg, 'image/jpg', 'image/jpeg'],
    [sampleFiles.voice, 'audio/ogg; codecs=opus', 'audio/ogg'],
    [sampleFiles.mp4, 'audio/mp4', 'audio/mp4'],
    [sampleFiles.text, 'text/csv', 'text/plain'],
    [sampleFiles.html, 'text/plain', 'text/html'],
  ])('may be called by another name of the same', async (head, declared, mimeType) => {
    expect((await identify(head, declared)).mimeType).toBe(mimeType);
  });

  it('of another server counts as what its bytes are, whatever the server says', async () => {
    const claims = { head: sampleFiles.png, bytes: 70, declared: 'image/jpeg', filename: null };
    expect(await identifyFetched(claims)).toEqual({ mimeType: 'image/png', usableFor: ['image'] });
  });

  it('is usable as long as it is small enough for its kind', async () => {
    const kinds = async (head: Buffer, bytes: number) => (await identify(head, null, null, bytes)).usableFor;
    expect(await kinds(sampleFiles.png, 5 * 1_048_576)).toEqual(['image']);
    expect(await kinds(sampleFiles.png, 5 * 1_048_576 + 1)).toEqual([]);
    expect(await kinds(sampleFiles.sticker, 102_400)).toEqual(['sticker']);
    expect(await kinds(sampleFiles.sticker, 102_401)).toEqual([]);
    expect(await kinds(sampleFiles.movingSticker, 512_000)).toEqual(['sticker']);
    expect(await kinds(sampleFiles.movingSticker, 512_001)).toEqual([]);
    expect(await kinds(enlarged(sampleFiles.voice, 4_096), 16 * 1_048_576)).toEqual(['audio', 'voice']);
  });
});
