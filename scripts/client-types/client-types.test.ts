import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderFiles } from './render-files.ts';
import { renderType, type Schema } from './render-type.ts';
import { clientTypesFolder, formattedClientTypes } from './write-client-types.ts';

describe("the client's types", () => {
  it('are those of the contract (if not, run "npm run docs")', { timeout: 60_000 }, () => {
    const files = formattedClientTypes();
    expect(readdirSync(clientTypesFolder).sort()).toEqual([...files.keys()].sort());
    for (const [name, text] of files) {
      expect(readFileSync(path.join(clientTypesFolder, name), 'utf8'), name).toBe(text);
    }
  });
});

describe('a schema in TypeScript', () => {
  const noNames = { of: () => undefined, basesOf: () => [] };
  const render = (schema: Schema) => renderType(schema, noNames).replace(/\s+/g, ' ');

  it.each<[string, Schema, string]>([
    ['a union', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    ['a choice', { enum: ['a', "b's"] }, "'a' | 'b\\'s'"],
    ['a choice that the gateway makes', { enum: [] }, 'string'],
    ['a list', { type: 'array', items: { type: 'integer' } }, 'readonly number[]'],
    ['a list of a union', { type: 'array', items: { enum: [1, 2] } }, 'ReadonlyArray<1 | 2>'],
    [
      'a record',
      { type: 'object', patternProperties: { '^.*$': { type: 'boolean' } } },
      'Readonly<Record<string, boolean>>',
    ],
    [
      'an object with names of your own',
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        patternProperties: { '^field\\.': { type: 'string' } },
      },
      `{ readonly a?: string; } & Readonly<Record<\`field.\${string}\`, string>>`,
    ],
    [
      'an object',
      { type: 'object', properties: { a: { const: 'x' }, b: {} }, required: ['a'] },
      "{ readonly a: 'x'; readonly b?: unknown; }",
    ],
  ])('is %s', (_, schema, expected) => {
    expect(render(schema)).toBe(expected);
  });

  it('writes what all choices share once, and apart what they do not', () => {
    const choice = (own: string, required: string[] = []): Schema => ({
      type: 'object',
      properties: {
        a: { type: 'string' },
        b: { type: 'string' },
        c: { type: 'string' },
        [own]: { const: own },
      },
      required,
    });
    expect(render({ oneOf: [choice('x'), choice('y')] })).toBe(
      "{ readonly a?: string; readonly b?: string; readonly c?: string; } & ({ readonly x?: 'x'; } | { readonly y?: 'y'; })",
    );
    // A member that only one of them needs is not shared, and two are too few.
    expect(render({ oneOf: [choice('x', ['a']), choice('y')] })).not.toContain('&');
  });

  it('is never guessed', () => {
    expect(() => render({ $ref: 'Nobody#' })).toThrow('Nobody#');
    expect(() => render({ type: 'bigint' })).toThrow('bigint');
  });

  it('names what another file holds, and imports it', () => {
    const inner: Schema = { $id: 'Inner', type: 'object', properties: { a: { type: 'string' } } };
    const outer: Schema = { type: 'object', properties: { inner: { $ref: 'Inner#' } } };
    const files = renderFiles({ one: { Inner: inner }, two: { Outer: outer } });
    expect(files.get('two.ts')).toContain("import type { Inner } from './one.ts';");
    expect(files.get('two.ts')).toContain('readonly inner?: Inner;');
  });

  it('is written upon its bases, wherever they stand', () => {
    const object = (...names: string[]): Schema => ({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    });
    const inside: Schema = { type: 'object', properties: { both: object('a', 'b', 'c', 'd', 'e') } };
    const bases = { One: object('a', 'b'), Two: object('c', 'd') };
    const files = renderFiles(
      { bases, all: { More: object('a', 'b', 'x'), Inside: inside, Less: object('a', 'x') } },
      Object.keys(bases),
    );
    const text = files.get('all.ts')?.replace(/\s+/g, ' ');
    expect(text).toContain("import type { One, Two } from './bases.ts';");
    expect(text).toContain('interface More extends One { readonly x?: string; }');
    expect(text).toContain('readonly both?: One & Two & { readonly e?: string; };');
    expect(text).toContain('interface Less { readonly a?: string; readonly x?: string; }');
  });
});
