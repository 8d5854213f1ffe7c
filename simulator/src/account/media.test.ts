import { expect, it } from 'vitest';
import { createFakeClock } from '../time/fake-clock.ts';
import { createMedia } from './media.ts';
import { kindOfFile } from './media-types.ts';

const file = (bytes: number) => ({
  phoneNumberId: '1',
  mimeType: 'image/png',
  bytes: Buffer.alloc(bytes),
  filename: null,
});

it('a link dies after five minutes', () => {
  const clock = createFakeClock();
  const media = createMedia(clock, 1_000);
  const link = media.link(media.add(file(1), 'upload'));
  const query = new URL(link, 'http://x').searchParams;
  const follow = () => media.follow(query.get('mid') ?? '', query.get('ext') ?? '', query.get('hash') ?? '');
  clock.advance(4 * 60_000);
  expect(follow()).not.toBeNull();
  clock.advance(61_000);
  expect(follow()).toBeNull();
});

it('an upload lives for 30 days, what a person sent for 7', () => {
  const clock = createFakeClock();
  const media = createMedia(clock, 1_000);
  const uploaded = media.add(file(1), 'upload');
  const sent = media.add(file(1), 'person');
  clock.advance(8 * 24 * 3_600_000);
  expect(media.find(sent.id)).toBeUndefined();
  expect(media.find(uploaded.id)).toBeDefined();
  clock.advance(23 * 24 * 3_600_000);
  expect(media.find(uploaded.id)).toBeUndefined();
});

it('the oldest goes when there are too many bytes', () => {
  const media = createMedia(createFakeClock(), 1_000);
  const [first, second, third] = [400, 400, 400].map((bytes) => media.add(file(bytes), 'upload'));
  expect(media.find(first?.id ?? '')).toBeUndefined();
  expect(media.find(second?.id ?? '')).toBeDefined();
  expect(media.find(third?.id ?? '')).toBeDefined();
});

it('the kind of a file is known by its type, with or without parameters', () => {
  expect(kindOfFile('audio/ogg; codecs=opus')).toBe('audio');
  expect(kindOfFile('IMAGE/WEBP')).toBe('sticker');
  expect(kindOfFile('application/pdf')).toBe('document');
  expect(kindOfFile('application/zip')).toBeNull();
});
