// Checks what comes in against the contract's schemas. Bodies are never converted: a number is not a phone number.
// Query strings are text by nature, so there numbers and booleans are read from text. The time a check takes is bounded by
// the size of what is checked: a body is read up to its first mistake, and only a small one to its end.

import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyServerOptions } from 'fastify';

export type TextFormats = Readonly<Record<string, (text: string) => boolean>>;

type TextCheck = (text: string) => boolean;

type BodyCheck = ((body: unknown) => boolean) & { errors?: ErrorObject[] | null | undefined };

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/** Values in a body of which every mistake is told. A wrong one costs up to a microsecond, so this is 10 milliseconds. */
const valuesMax = 10_000;

const isSmall = (body: unknown): boolean => {
  const waiting: unknown[] = [body];
  for (let seen = 0; waiting.length > 0; seen += 1) {
    if (seen + waiting.length > valuesMax) return false;
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    // Listing the fields of an object takes as long as it has fields, and an array knows its length.
    if (Array.isArray(value) && value.length > valuesMax) return false;
    for (const key in value) {
      waiting.push((value as Record<string, unknown>)[key]);
      if (waiting.length > valuesMax) return false;
    }
  }
  return true;
};

/** No time and no id is longer, and an address of the web should not be. */
const formatCharactersMax = 2_048;

/** A longer text is refused unread: the library splits a time at white space, which for a megabyte of it took 260 ms. */
const bounded = (name: 'date-time' | 'uuid' | 'uri'): ((text: string) => boolean) => {
  const known = formats.default.get(name) as RegExp | TextCheck | { readonly validate: TextCheck };
  const check: TextCheck = (text) => {
    if (known instanceof RegExp) return known.test(text);
    return typeof known === 'function' ? known(text) : known.validate(text);
  };
  return (text) => text.length <= formatCharactersMax && check(text);
};

interface AjvChoices {
  /** Numbers and booleans are written as text. */
  readonly coerceTypes: boolean;
  /** Every mistake is told, or only the first. */
  readonly allErrors: boolean;
}

const createAjv = (shared: readonly AnySchema[], textFormats: TextFormats, choices: AjvChoices): Ajv => {
  const { coerceTypes, allErrors } = choices;
  const ajv = new Ajv({
    coerceTypes,
    // What is read from text is not checked for its type again, and bounds would not look at an infinite number: 1e309
    // passed as a page size.
    strictNumbers: !coerceTypes,
    useDefaults: true,
    removeAdditional: false,
    allErrors,
    // Errors then carry the schema they come from, with its error codes and its list of known fields.
    verbose: true,
    discriminator: true,
    strict: true,
    strictRequired: false,
  });
  for (const name of ['date-time', 'uuid', 'uri'] as const) ajv.addFormat(name, bounded(name));
  ajv.addKeyword('x-error-codes');
  ajv.addKeyword('x-known-elsewhere');
  ajv.addKeyword({
    keyword: 'x-unique-items',
    type: 'array',
    schemaType: 'boolean',
    validate: (isWanted: boolean, items: readonly unknown[]) =>
      !isWanted || new Set(items).size === items.length,
    errors: false,
    error: { message: 'must not hold the same value twice' },
  });
  for (const [name, validate] of Object.entries(textFormats)) ajv.addFormat(name, validate);
  for (const schema of shared) ajv.addSchema(schema);
  return ajv;
};

/** Tells every mistake of a small body and the first one of a large body. */
const checkBody = (stopping: Ajv, thorough: Ajv, schema: AnySchema): BodyCheck => {
  const findFirst = stopping.compile(schema);
  // Most routes never see a wrong body, so this is compiled for the first one.
  let findAll: ValidateFunction | undefined;
  const check: BodyCheck = (body) => {
    if (findFirst(body)) {
      check.errors = null;
      return true;
    }
    check.errors = findFirst.errors;
    if (!isSmall(body)) return false;
    findAll ??= thorough.compile(schema);
    if (!findAll(body)) check.errors = findAll.errors;
    return false;
  };
  return check;
};

/** What Fastify asks for a compiler; its own type speaks of another form of the same factory. */
export const validatorFactory = (textFormats: TextFormats): NonNullable<Compilers['buildValidator']> => {
  type Compile = (route: { schema: AnySchema; httpPart?: string }) => BodyCheck;
  const built = new Map<string, Compile>();
  const build = (shared: Record<string, AnySchema>): Compile => {
    // Fastify asks once a route, always with the same schemas; making them anew each time takes seconds of a start.
    const key = Object.keys(shared).join(' ');
    const known = built.get(key);
    if (known) return known;
    const create = (choices: AjvChoices): Ajv => createAjv(Object.values(shared), textFormats, choices);
    const stopping = create({ coerceTypes: false, allErrors: false });
    const thorough = create({ coerceTypes: false, allErrors: true });
    const forTexts = create({ coerceTypes: true, allErrors: true });
    const compile: Compile = ({ schema, httpPart }) =>
      httpPart === 'body' ? checkBody(stopping, thorough, schema) : forTexts.compile(schema);
    built.set(key, compile);
    return compile;
  };
  return build as unknown as NonNullable<Compilers['buildValidator']>;
};
