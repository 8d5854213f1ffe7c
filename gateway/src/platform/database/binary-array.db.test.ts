import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useEmptyDatabase } from '../../../tests/support/database.ts';
import { BinaryArrayWriter, binaryArray, type ElementType } from './binary-array.ts';

const database = await useEmptyDatabase();

/** Reads the array back as PostgreSQL understands it. */
const readBack = async (type: ElementType, values: readonly unknown[]): Promise<unknown[]> => {
  const rows = await database.query<{ value: unknown }>(
    `select value from unnest($1::${type}[]) as row (value)`,
    [binaryArray(type, values)],
  );
  return rows.map(({ value }) => value);
};

/** Everything that PostgreSQL can store: all of Unicode but NUL and half surrogates. */
const storableText = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((text) => text.replaceAll('\u0000', '').toWellFormed());

const trickyText = fc.constantFrom('', 'NULL', '{}', '"', '\\', ',', '\n', "'", '{"a","b"}', 'مرحبا', '👋🏽');

const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array));

const examples: readonly [ElementType, fc.Arbitrary<unknown>][] = [
  ['text', fc.oneof(storableText, trickyText)],
  ['uuid', fc.uuid()],
  ['bytea', bytes],
  ['boolean', fc.boolean()],
  ['smallint', fc.integer({ min: -32_768, max: 32_767 })],
  ['integer', fc.integer()],
  // PostgreSQL shows as many digits as tell it from its neighbours, so halves and quarters come back as they are.
  ['real', fc.integer({ min: -1_000_000, max: 1_000_000 }).map((number) => number / 4)],
  ['timestamptz', fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })],
];

describe('arrays come back from PostgreSQL as they went in', () => {
  it.each(examples)('of type %s', async (type, value) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(value), { maxLength: 12 }), async (values) => {
        expect(await readBack(type, values)).toEqual(values);
      }),
      { numRuns: 150 },
    );
  });

  it('of whole numbers of 64 bits, which come back as text', async () => {
    const numbers = ['-9223372036854775808', '0', '9223372036854775807', null];
    expect(await readBack('bigint', numbers)).toEqual(numbers);
  });

  it('of JSON, which is given as text', async () => {
    const values = [{ type: 'text', message: 'مرحبا "👋🏽"' }, [1, null], 'x', null];
    const texts = values.map((value) => (value === null ? null : JSON.stringify(value)));
    expect(await readBack('jsonb', texts)).toEqual(values);
  });

  it('of moments that are given as text', async () => {
    expect(await readBack('timestamptz', ['2026-11-15T12:30:00.25+03:00'])).toEqual([
      new Date('2026-11-15T09:30:00.250Z'),
    ]);
  });

  it('of UUIDs in capital letters, in small ones', async () => {
    expect(await readBack('uuid', ['018F0000-0000-7000-8000-0000000000AB'])).toEqual([
      '018f0000-0000-7000-8000-0000000000ab',
    ]);
  });

  it('when one writer has written many of them, each larger than the last', () => {
    const writer = new BinaryArrayWriter(1);
    const batches = [1, 30, 900].map((count) =>
      Array.from({ length: count }, (_, index) => `${index} ${'م'.repeat(count)}`),
    );
    const arrays = batches.map((texts) => writer.write('text', texts, (text) => text));
    expect(arrays.map((array, index) => array.equals(binaryArray('text', batches[index] ?? [])))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('when they are larger than anything before', async () => {
    const texts = Array.from({ length: 50 }, (_, index) => `${index} ${'م'.repeat(4_000)}`);
    expect(await readBack('text', texts)).toEqual(texts);
  });
});

describe('a value that does not fit is refused', () => {
  it.each([
    '018f',
    '',
    '018f0000-0000-7000-8000-00000000000g',
    '018f0000-0000-7000-8000-00000000000é',
    '018f0000-0000-7000-8000-00000000000٣',
    '018f0000-0000-7000-8000-0000000000-1',
    '018f0000000070008000000000000001----',
    '018f0000_0000_7000_8000_000000000001',
    '018f0000-0000-7000-8000-0000000000011',
  ])('for a UUID that is none: %s', (text) => {
    expect(() => binaryArray('uuid', [text])).toThrow('This is no UUID.');
  });

  it('for a moment that is none', () => {
    expect(() => binaryArray('timestamptz', ['yesterday'])).toThrow(RangeError);
  });

  it('for a number that is too large', () => {
    expect(() => binaryArray('smallint', [40_000])).toThrow(RangeError);
  });
});
