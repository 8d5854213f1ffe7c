import { describe, expect, it } from 'vitest';
import { readRange } from './send-content.ts';

describe('a range', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-5', { start: 2, end: 5 }],
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=2-500', { start: 2, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-300', { start: 0, end: 9 }],
    ['bytes=0-1,3-4', null],
    ['bytes=-', null],
    ['lines=1-2', null],
    [undefined, null],
  ])('%s of ten bytes', (header, range) => {
    expect(readRange(header, 10)).toEqual(range);
  });

  it.each(['bytes=10-', 'bytes=5-4', 'bytes=-0'])('%s is none of them', (header) => {
    expect(() => readRange(header, 10)).toThrow(expect.objectContaining({ code: 'media_range_invalid' }));
  });
});
