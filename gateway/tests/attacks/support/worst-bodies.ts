// Bodies of a given size that an operation is slow to judge, made from its own schema: every list as long, every text as
// large and every map as wide as the size allows, around an example that would be accepted; and what no schema sees
// because the parser comes first.

import { sampleRequest } from '../../../src/open-api/sample-value.ts';
import type { Operation, Schema } from '../../support/openapi.ts';

export interface WorstBody {
  readonly title: string;
  readonly text: string;
  /** A list that is no longer than allowed: what happens then is up to the route. */
  readonly isWithinBounds?: boolean;
}

type Path = readonly (string | number)[];

interface Place {
  readonly path: Path;
  readonly schema: Schema;
}

const depthMax = 6;

const resolve = (operation: Operation, given: Schema): Schema => {
  const name = typeof given.$ref === 'string' ? given.$ref.split('/').at(-1) : undefined;
  return name === undefined ? given : (operation.document.components.schemas[name] ?? given);
};

/** Every place of the schema with the values that it accepts; in a list only its first item. */
const placesOf = (operation: Operation, given: Schema, path: Path): Place[] => {
  const schema = resolve(operation, given);
  if (path.length > depthMax) return [];
  const choices = (schema.anyOf ?? schema.oneOf ?? []) as Schema[];
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const map = Object.values((schema.patternProperties ?? {}) as Record<string, Schema>);
  return [
    { path, schema },
    ...choices.flatMap((choice) => placesOf(operation, choice, path)),
    ...fields.flatMap(([name, field]) => placesOf(operation, field, [...path, name])),
    ...map.flatMap((value) => placesOf(operation, value, [...path, 'name'])),
    ...(schema.type === 'array' ? placesOf(operation, schema.items as Schema, [...path, 0]) : []),
  ];
};

/** The example with another value at one place; what is missing on the way there is made. */
const laid = (base: unknown, path: Path, value: unknown): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') return [laid(Array.isArray(base) ? base[0] : undefined, rest, value)];
  const before = typeof base === 'object' && base !== null && !Array.isArray(base) ? base : {};
  return { ...before, [step]: laid((before as Record<string, unknown>)[step], rest, value) };
};

const slot = '@@here@@';

/** A JSON text of about this many bytes, in which a piece of JSON is repeated at one place. */
const filled = (base: unknown, path: Path, bytes: number, fill: (left: number) => string): string => {
  const [before = '', after = ''] = JSON.stringify(laid(base, path, slot)).split(`"${slot}"`);
  return `${before}${fill(bytes - before.length - after.length)}${after}`;
};

const repeated = (piece: string, bytes: number, countMax = Number.POSITIVE_INFINITY): string => {
  const count = Math.max(1, Math.min(Math.floor(bytes / (piece.length + 1)), countMax));
  return `[${`${piece},`.repeat(count - 1)}${piece}]`;
};

/** A list of about as many bytes as are left, in which no two items are alike. The longest so far is kept: others are its beginning. */
const different = (item: (n: number) => string) => {
  let items = '';
  return (left: number): string => {
    if (items.length < left) {
      const count = Math.ceil(left / (item(0).length + 1));
      items = `${Array.from({ length: count }, (_, n) => item(n)).join()},`;
    }
    const end = items.lastIndexOf(',', left - 2);
    return `[${end > 0 ? items.slice(0, end) : item(0)}]`;
  };
};

const differentTexts = different((n) => `"text ${n}"`);
const differentObjects = different((n) => `{"n":${n}}`);

/** An object of about this many bytes, in which no name is known and each is like many. */
const misnamed = (bytes: number): string => {
  const count = Math.max(1, Math.min(Math.floor(bytes / 67), 500));
  const names = Array.from({ length: count }, (_, index) => `phone_number_${index}`.padEnd(60, 'x'));
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
};

const textFillers = [' ', '{{a}}', '+1', '/'] as const;

const listBodies = (
  operation: Operation,
  base: unknown,
  { path, schema }: Place,
  bytes: number,
): WorstBody[] => {
  const name = `/${path.join('/')}`;
  const [example] = (schema.examples ?? []) as readonly (readonly unknown[])[];
  const item = JSON.stringify(
    example?.[0] ??
      sampleRequest(operation.document.components.schemas as never, (schema.items ?? {}) as never),
  );
  const maxItems = Number(schema.maxItems);
  const list = (piece: string, countMax?: number): string =>
    filled(base, path, bytes, (left) => repeated(piece, left - 2, countMax));
  return [
    { title: `${name} full of the same item`, text: list(item) },
    { title: `${name} as long as it may be`, text: list(item, maxItems), isWithinBounds: true },
    {
      title: `${name} as long as it may be, of objects with wrong names`,
      text: list(misnamed(Math.floor(bytes / maxItems) - 2), maxItems),
      isWithinBounds: true,
    },
    { title: `${name} full of numbers`, text: list('1234567') },
    { title: `${name} full of objects`, text: list('{"stranger":"x"}') },
    // A check for repetitions compares each with all others: only different ones take long.
    {
      title: `${name} full of different texts`,
      text: filled(base, path, bytes, differentTexts),
    },
    {
      title: `${name} full of different objects`,
      text: filled(base, path, bytes, differentObjects),
    },
  ];
};

const mapBodies = (base: unknown, { path }: Place, bytes: number): WorstBody[] => {
  const value = 'x'.repeat(Math.floor(bytes / 1_000) - 20);
  const map = Object.fromEntries(Array.from({ length: 990 }, (_, index) => [`key${index}`, value]));
  return [{ title: `/${path.join('/')} with 990 names`, text: JSON.stringify(laid(base, path, map)) }];
};

/** A text with a bound is measured and refused; one without is read by a format, a pattern or the code behind. */
const textBodies = (base: unknown, { path, schema }: Place, bytes: number): WorstBody[] =>
  textFillers.slice(0, schema.maxLength === undefined ? textFillers.length : 1).map((filler) => ({
    title: `/${path.join('/')} full of ${JSON.stringify(filler)}`,
    text: filled(
      base,
      path,
      bytes,
      (left) => `"${filler.repeat(Math.floor(left / filler.length)).slice(0, left - 2)}"`,
    ),
  }));

/** `judged` knows the parts that another route was sent already: a text or a list too long is refused the same everywhere. */
export const schemaBodies = (operation: Operation, bytes: number, judged: Set<string>): WorstBody[] => {
  if (!operation.body) return [];
  const base = sampleRequest(operation.document.components.schemas as never, operation.body as never);
  const bodies = placesOf(operation, operation.body, []).flatMap((place): WorstBody[] => {
    const { type, patternProperties, enum: allowed } = place.schema;
    const part = JSON.stringify(place.schema);
    const isKnown = judged.has(part);
    judged.add(part);
    if (type === 'array') {
      const lists = listBodies(operation, base, place, bytes);
      return isKnown ? lists.filter(({ isWithinBounds }) => isWithinBounds) : lists;
    }
    if (isKnown && place.path.length > 1) return [];
    if (type === 'object' && patternProperties !== undefined) return mapBodies(base, place, bytes);
    const isText = (Array.isArray(type) ? type : [type]).includes('string');
    return isText && allowed === undefined && place.path.length > 0 ? textBodies(base, place, bytes) : [];
  });
  return [...new Map(bodies.map((body) => [body.text, body])).values()];
};

/** Bodies that cost the parser most, before their schema is checked. */
export const parserBodies = (bytes: number): WorstBody[] => {
  const names = Array.from({ length: Math.floor(bytes / 10) }, (_, index) => `"${index.toString(36)}":0`);
  return [
    { title: 'of brackets', text: '['.repeat(bytes) },
    { title: 'of empty lists', text: repeated('[]', bytes - 2) },
    { title: 'of empty objects', text: repeated('{}', bytes - 2) },
    { title: 'of small objects', text: repeated('{"token":"aaaa"}', bytes - 2) },
    {
      title: 'of different names',
      text: `{${names
        .join()
        .slice(0, bytes - 10)
        .replace(/,[^,]*$/, '')}}`,
    },
    { title: 'of different names in many objects', text: wideObjects(bytes) },
    { title: 'of empty lines with a mistake at the end', text: `${'\n'.repeat(bytes - 1)}x` },
    {
      title: 'with a lone surrogate at its end',
      text: repeated('"aaaaaaa"', bytes - 20).replace(/.$/, ',"\\ud800"]'),
    },
    { title: 'of text with a secret that is not JSON', text: `{"token":"${'a'.repeat(bytes - 12)}` },
    { title: 'with a word like a secret at its end', text: `{"${'a'.repeat(bytes - 20)}token` },
    { title: 'of escapes', text: `"${'\\u0061'.repeat(Math.floor(bytes / 6) - 1)}"` },
    { title: 'of nothing but a number', text: '1'.repeat(bytes) },
  ];
};

const wideObjects = (bytes: number): string => {
  let made = 0;
  const object = (): string => {
    const names = Array.from({ length: 900 }, () => {
      made += 1;
      return `"name ${made.toString(36)}":0`;
    });
    return `{${names.join()}}`;
  };
  const objects: string[] = [];
  for (let size = 0; size < bytes - 20_000; size += objects.at(-1)?.length ?? 0) objects.push(object());
  return `[${objects.join()}]`;
};
