import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useEmptyDatabase } from '../../../tests/support/database.ts';
import { plainArray, textArray } from './sql-array.ts';

const database = await useEmptyDatabase();

/** Reads the literal back as PostgreSQL understands it. */
const readBack = async <Value>(literal: string, type: string): Promise<Value[]> => {
  const rows = await database.query<{ value: Value }>(
    `select value from unnest($1::${type}[]) as row (value)`,
    [literal],
  );
  return rows.map(({ value }) => value);
};

/** Everything that PostgreSQL can store: all of Unicode but NUL and half surrogates. */
const storableText = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((text) => text.replaceAll('\u0000', '').toWellFormed());

const trickyText = fc.constantFrom(
  '',
  'NULL',
  'null',
  '{}',
  '"',
  '\\',
  '\\"',
  ',',
  ' ',
  '\n',
  "'",
  '{"a","b"}',
  '\\x00',
);

const runs = { numRuns: 150 };

describe('array literals come back from PostgreSQL as they went in', () => {
  it('for texts', async () => {
    const texts = fc.array(fc.option(fc.oneof(storableText, trickyText)), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(texts, async (values) => {
        expect(await readBack(textArray(values), 'text')).toEqual(values);
      }),
      runs,
    );
  });

  it('for uuids, whole numbers, fractions and booleans', async () => {
    const scenario = fc.record({
      uuids: fc.array(fc.option(fc.uuid())),
      integers: fc.array(fc.option(fc.integer())),
      doubles: fc.array(
        fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0)),
      ),
      booleans: fc.array(fc.option(fc.boolean())),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ uuids, integers, doubles, booleans }) => {
        expect(await readBack(plainArray(uuids), 'uuid')).toEqual(uuids);
        expect(await readBack(plainArray(integers), 'integer')).toEqual(integers);
        expect(await readBack(plainArray(doubles), 'float8')).toEqual(doubles);
        expect(await readBack(plainArray(booleans), 'boolean')).toEqual(booleans);
      }),
      runs,
    );
  });
});
