// Checks what comes in against the contract's schemas. Bodies are never converted: a number is not a phone number.
// Query strings are text by nature, so there numbers and booleans are read from text.

import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyServerOptions } from 'fastify';

export type TextFormats = Readonly<Record<string, (text: string) => boolean>>;

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

const createAjv = (shared: readonly AnySchema[], textFormats: TextFormats, coerceTypes: boolean): Ajv => {
  const ajv = new Ajv({
    coerceTypes,
    // What is read from text is not checked for its type again, and bounds would not look at an infinite number: 1e309
    // passed as a page size.
    strictNumbers: !coerceTypes,
    useDefaults: true,
    removeAdditional: false,
    allErrors: true,
    // Errors then carry the schema they come from, with its error codes and its list of known fields.
    verbose: true,
    discriminator: true,
    strict: true,
    strictRequired: false,
  });
  formats.default(ajv, ['date-time', 'uuid', 'uri']);
  ajv.addKeyword('x-error-codes');
  for (const [name, validate] of Object.entries(textFormats)) ajv.addFormat(name, validate);
  for (const schema of shared) ajv.addSchema(schema);
  return ajv;
};

/** What Fastify asks for a compiler; its own type speaks of another form of the same factory. */
export const validatorFactory = (textFormats: TextFormats): NonNullable<Compilers['buildValidator']> => {
  type Compile = (route: { schema: AnySchema; httpPart?: string }) => ValidateFunction;
  const built = new Map<string, Compile>();
  const build = (shared: Record<string, AnySchema>): Compile => {
    // Fastify asks once a route, always with the same schemas; making them anew each time takes seconds of a start.
    const key = Object.keys(shared).join(' ');
    const known = built.get(key);
    if (known) return known;
    const forBodies = createAjv(Object.values(shared), textFormats, false);
    const forTexts = createAjv(Object.values(shared), textFormats, true);
    const compile: Compile = ({ schema, httpPart }) =>
      (httpPart === 'body' ? forBodies : forTexts).compile(schema);
    built.set(key, compile);
    return compile;
  };
  return build as unknown as NonNullable<Compilers['buildValidator']>;
};
