import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findExcess } from './json-shape.ts';

const excessOf = (text: string): string | null => findExcess(Buffer.from(text));
const names = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"name ${index}":"a value"`).join();
const padding = ' '.repeat(20_000);

describe('the shape of a JSON body', () => {
  it('of a small body is never an excess', () => {
    expect(excessOf('['.repeat(16_384))).toBeNull();
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
