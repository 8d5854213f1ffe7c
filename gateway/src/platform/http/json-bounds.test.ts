import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quickest } from '../../../tests/support/quickest.ts';
import { findJsonExcess, jsonDepthMax, refuseJsonExcess } from './json-bounds.ts';

const excessOf = (text: string): string | null => findJsonExcess(Buffer.from(text))?.detail ?? null;
const isTooDeep = (bytes: Buffer): boolean => findJsonExcess(bytes)?.code === 'json_too_deep';
const names = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"name ${index}":"a value"`).join();
const padding = ' '.repeat(20_000);

const nested = (depth: number, open = '[', close = ']'): Buffer =>
  Buffer.from(open.repeat(depth) + close.repeat(depth));

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((child) => depthOf(child)))
    : 0;

describe('the shape of a JSON body', () => {
  it('of a small body that is not deep is never an excess', () => {
    expect(excessOf(`[${'[],'.repeat(5_000)}[]]`)).toBeNull();
    expect(excessOf(`[${'0,'.repeat(8_000)}0]`)).toBeNull();
  });

  it.each([
    ['empty arrays', `[${'[],'.repeat(100_000)}[]]`, 'values'],
    ['numbers', `[${'0,'.repeat(100_000)}0]`, 'values'],
    ['names in one object', `{${names(2_100)}${padding}}`, 'field names'],
    ['names in many objects', `[${names(2_100).replaceAll(',', '},{')}${padding}`, 'field names'],
    ['levels', `${'['.repeat(65)}${padding}`, 'nested'],
    ['levels after a text with brackets and quotes', `["[[\\"{{",${'['.repeat(64)}${padding}`, 'nested'],
  ])('of too many %s is named', (_title, text, word) => {
    expect(excessOf(text)).toContain(word);
    expect(() => refuseJsonExcess(Buffer.from(text))).toThrow(word);
  });

  it.each([
    ['a text of brackets', JSON.stringify({ message: '[{,:"'.repeat(50_000) })],
    ['64 levels', `${'['.repeat(64)}${padding}${']'.repeat(64)}`],
    ['the same two thousand names again and again', `[${`{${names(2_000)}},`.repeat(20)}{}]`],
    [
      'ten thousand contacts',
      JSON.stringify({
        contacts: Array.from({ length: 10_000 }, (_, index) => ({
          phone_number: `+9665${index}`,
          name: 'Sara',
          tags: ['vip'],
          fields: { city: 'Riyadh', visits: 3 },
        })),
      }),
    ],
  ])('of %s is taken', (_title, text) => {
    expect(excessOf(text)).toBeNull();
  });

  it('is taken with 5,000 values of any kind', () => {
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Object.values(value).reduce((sum: number, child) => sum + count(child), 0)
        : 1;
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 40 }), (value) => {
        const copies = Math.floor(4_998 / (count(value) + 1));
        const text = JSON.stringify(Array.from({ length: copies }, () => value)).padEnd(16_385);
        expect(excessOf(text)).toBeNull();
      }),
    );
  });
});

describe('the depth of a JSON body', () => {
  it('lets the deepest allowed nesting through, and not one level more', () => {
    expect(isTooDeep(nested(jsonDepthMax))).toBe(false);
    expect(isTooDeep(nested(jsonDepthMax + 1))).toBe(true);
    expect(isTooDeep(nested(jsonDepthMax + 1, '{"a":', '}'))).toBe(true);
  });

  it('counts levels, not brackets', () => {
    expect(isTooDeep(Buffer.from(`[${'[],'.repeat(1_000)}{}]`))).toBe(false);
  });

  it.each([
    ['brackets', '['.repeat(200)],
    ['escaped quotes', '\\"['.repeat(200)],
    ['a backslash at the end', `${'['.repeat(200)}\\\\`],
  ])('does not count inside a text with %s', (_name, text) => {
    expect(isTooDeep(Buffer.from(`{"message":"${text}"}`))).toBe(false);
  });

  it('goes on counting behind a text', () => {
    expect(isTooDeep(Buffer.from(`{"a":"\\\\","b":${'['.repeat(200)}`))).toBe(true);
  });

  it('agrees with the depth of what was written', () => {
    let runs = 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12 }), fc.integer({ min: 45, max: 70 }), (value, wrapped) => {
        const text = '['.repeat(wrapped) + JSON.stringify(value) + ']'.repeat(wrapped);
        expect(isTooDeep(Buffer.from(text))).toBe(depthOf(value) + wrapped > jsonDepthMax);
        runs += 1;
      }),
    );
    expect(runs).toBeGreaterThanOrEqual(100);
  });

  it('reads 8 MB of brackets no further than it must', () => {
    const bytes = Buffer.alloc(8 * 1_048_576, '[');
    expect(isTooDeep(bytes)).toBe(true);
    expect(
      quickest(() => isTooDeep(bytes)),
      'in time',
    ).toBeLessThan(20);
  });
});
