// Checks what comes in against the contract's schemas. Bodies are never converted: a number is not a phone number.
// Query strings are text by nature, so there numbers and booleans are read from text. The time a check takes is bounded by
// the size of what is checked: a body is read up to its first mistake, and only a small one to its end.

import { createHash } from 'node:crypto';
import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyServerOptions } from 'fastify';

export type TextFormats = Readonly<Record<string, (text: string) => boolean>>;

type TextCheck = (text: string) => boolean;

type Check = ((value: unknown) => boolean) & { errors?: ErrorObject[] | null | undefined };

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/**
 * Values in a body of which every mistake is reported. A wrong one costs up to a microsecond, so this is 10
 * milliseconds.
 */
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
  /** Every mistake is reported, or only the first. */
  readonly allErrors: boolean;
}

const createAjv = (shared: readonly AnySchema[], textFormats: TextFormats, choices: AjvChoices): Ajv => {
  const { coerceTypes, allErrors } = choices;
  const ajv = new Ajv({
    coerceTypes,
    // A number read from text is not checked for its type again, and bounds ignore an infinite one: 1e309 passed as a page
    // size.
    strictNumbers: !coerceTypes,
    useDefaults: true,
    removeAdditional: false,
    allErrors,
    // Errors then carry the schema they come from, with its error codes and its list of known fields.
    verbose: true,
    discriminator: true,
    // Compiled once instead of once per place: two thirds of the time, and it checks as fast.
    inlineRefs: false,
    strict: true,
    strictRequired: false,
    // Shorter code checks no faster, and making it shorter took more than half of a second for each send route.
    code: { optimize: false },
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

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** Makes one for all that is given in the same words, which are megabytes together: their hash is kept. */
const oncePerText = <Given, Value>(make: (given: Given) => Value): ((given: Given) => Value) => {
  const made = new Map<string, Value>();
  return (given) => {
    const words = createHash('sha256').update(JSON.stringify(given)).digest('base64');
    const known = made.get(words) ?? make(given);
    made.set(words, known);
    return known;
  };
};

type CompileLater = (schema: AnySchema) => () => ValidateFunction;

/**
 * Compiling all schemas took seconds of every start and tens of megabytes, and most processes serve few of the routes:
 * each is compiled for its first request. Routes with the same schema share what was compiled.
 */
const compileLater = (
  shared: readonly AnySchema[],
  textFormats: TextFormats,
  choices: AjvChoices,
): CompileLater => {
  const ajv = once(() => createAjv(shared, textFormats, choices));
  return oncePerText((schema) => once(() => ajv().compile(schema)));
};

/** Query strings, path parameters and headers: every mistake is reported. */
const checkTexts = (findAll: () => ValidateFunction): Check => {
  const check: Check = (texts) => {
    const isRight = findAll()(texts);
    check.errors = findAll().errors;
    return isRight;
  };
  return check;
};

/** Reports every mistake of a small body and the first one of a large body. */
const checkBody = (findFirst: () => ValidateFunction, findAll: () => ValidateFunction): Check => {
  const check: Check = (body) => {
    const isRight = findFirst()(body);
    check.errors = findFirst().errors;
    if (!isRight && isSmall(body) && !findAll()(body)) check.errors = findAll().errors;
    return isRight;
  };
  return check;
};

/** Compiles what a request to a route is checked with, as its first request would. */
export type WarmUp = () => void;

type OnCheck = (url: string, warmUp: WarmUp) => void;

type BuildValidator = NonNullable<Compilers['buildValidator']>;

/**
 * The compiler factory for Fastify; Fastify's own type describes another form of it. `onCheck` is called for every check that
 * is compiled later. Servers made with the same factory share their compiled checks.
 */
export const validatorFactory = (textFormats: TextFormats): ((onCheck?: OnCheck) => BuildValidator) => {
  type Compile = (route: { schema: AnySchema; url?: string; httpPart?: string }) => Check;
  const compilersOf = oncePerText((shared: readonly AnySchema[]) => {
    const create = (choices: AjvChoices) => compileLater(shared, textFormats, choices);
    return {
      stopping: create({ coerceTypes: false, allErrors: false }),
      thorough: create({ coerceTypes: false, allErrors: true }),
      forTexts: create({ coerceTypes: true, allErrors: true }),
    };
  });
  return (onCheck = () => undefined) => {
    const built = new WeakMap<object, Compile>();
    const build = (shared: Record<string, AnySchema>): Compile => {
      // Fastify asks once a route; reading its schemas each time would take seconds of a start.
      const known = built.get(shared);
      if (known) return known;
      const { stopping, thorough, forTexts } = compilersOf(Object.values(shared));
      const compile: Compile = ({ schema, url = '', httpPart }) => {
        const isBody = httpPart === 'body';
        const first = (isBody ? stopping : forTexts)(schema);
        onCheck(url, first);
        return isBody ? checkBody(first, thorough(schema)) : checkTexts(first);
      };
      built.set(shared, compile);
      return compile;
    };
    return build as unknown as BuildValidator;
  };
};
