// Every schema of the contract, held against what makes a check slow: a body from outside must be judged in time that
// grows with its size and no faster.

import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

type Schema = Readonly<Record<string, unknown>>;

interface Place {
  /** File, export and the way down from there. */
  readonly path: string;
  readonly schema: Schema;
  /** It is part of a schema that refuses unknown fields, as every request does and no answer. */
  readonly isFromOutside: boolean;
}

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** The values of these keywords are examples of data or texts, not schemas. */
const notSchemas = new Set(['examples', 'default', 'enum', 'const', 'x-error-codes', 'required']);

const collect = (path: string, value: unknown, isFromOutside: boolean, found: Place[]): void => {
  if (!isObject(value)) return;
  const isClosed = isFromOutside || value.additionalProperties === false;
  if (!Array.isArray(value)) found.push({ path, schema: value, isFromOutside: isClosed });
  for (const [key, child] of Object.entries(value)) {
    if (!notSchemas.has(key)) collect(`${path}/${key}`, child, isClosed, found);
  }
};

const provider = { name: 'a', fields: [{ name: 'token', label: 'Token', help: 'Secret.' }] };

const isSchema = (value: unknown): boolean =>
  isObject(value) && ['type', 'properties', 'anyOf', '$ref', 'enum'].some((word) => word in value);

const folder = new URL('.', import.meta.url);
const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

const readAll = async (): Promise<Place[]> => {
  const found: Place[] = [];
  for (const file of files) {
    const exports = (await import(new URL(file, folder).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exports)) {
      // Two bodies are made from the list of providers.
      const made = name.endsWith('SenderBody') ? (value as (list: unknown[]) => unknown)([provider]) : value;
      const isQuery = isObject(made) && Object.values(made).some(isSchema);
      if (isSchema(made) || isQuery) collect(`${file} ${name}`, made, false, found);
    }
  }
  return found;
};

const places = await readAll();
const pathsOf = (wrong: (place: Place) => boolean): string[] => places.filter(wrong).map(({ path }) => path);

/** Texts that make a pattern with two ways of reading the same piece try all of them. */
const attacks = (pattern: string, length: number): string[] => {
  const letters = ['a', 'A', '0', ' ', '-', '+', '.', ',', '@', '(', '\u0627', '\u0301'];
  const own = [...new Set(pattern.replace(/[^\w]/g, ''))];
  const units = [...letters, ...own, 'a-', 'a@', 'a,', '0 ', 'aa-', `${pattern.replace(/\W/g, '')},`];
  return units.flatMap((unit) => {
    const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
    return [`${text}\u0000`, `+${text}!`, text];
  });
};

describe('a schema of the contract', () => {
  it('is found in its hundreds', () => {
    expect(places.length).toBeGreaterThan(1_000);
    expect(places.filter(({ isFromOutside }) => isFromOutside).length).toBeGreaterThan(300);
  });

  it('never compares items pair by pair', () => {
    expect(pathsOf(({ schema }) => 'uniqueItems' in schema)).toEqual([]);
  });

  it('asks for items that differ only of short lists of scalars', () => {
    const isWrong = ({ schema }: Place): boolean => {
      const { type } = (schema.items ?? {}) as Schema;
      return !['string', 'integer'].includes(String(type)) || !(Number(schema.maxItems) <= 100);
    };
    const lists = places.filter(({ schema }) => 'x-unique-items' in schema);
    expect(lists.length).toBeGreaterThan(4);
    expect(lists.filter(isWrong).map(({ path }) => path)).toEqual([]);
  });

  it('says the type beside the allowed values', () => {
    expect(pathsOf(({ schema }) => 'enum' in schema && schema.type !== 'string')).toEqual([]);
  });

  it('bounds every list and every map that comes from outside', () => {
    const isUnbounded = ({ schema, isFromOutside }: Place): boolean =>
      isFromOutside &&
      ((schema.type === 'array' && schema.maxItems === undefined) ||
        (schema.type === 'object' && schema.patternProperties !== undefined && !isBoundedMap(schema)));
    expect(pathsOf(isUnbounded)).toEqual([]);
  });

  const patterns = places.filter(({ schema }) => typeof schema.pattern === 'string');
  const distinct = [...Map.groupBy(patterns, ({ schema }) => `${schema.pattern} ${schema.maxLength}`)];

  it.each(distinct.map(([key, list]) => [key, list[0] as Place] as const))(
    'has no pattern that backtracks for long: %s',
    (_key, { schema }) => {
      const pattern = String(schema.pattern);
      const expression = new RegExp(pattern, 'u');
      const length = Math.min(Number(schema.maxLength ?? 30_000), 30_000);
      for (const text of attacks(pattern, length)) {
        // The quickest of three: a pause of the machine is no fault of the pattern.
        const times = Array.from({ length: 3 }, () => {
          const begun = performance.now();
          expression.test(text);
          return performance.now() - begun;
        });
        expect(Math.min(...times), 'in time').toBeLessThan(25);
      }
    },
  );
});

/** Its query strings are bounded by the length of an address. */
function isBoundedMap(schema: Schema): boolean {
  return schema.maxProperties !== undefined || Object.keys(schema.patternProperties ?? {})[0] === '^field\\.';
}
