// Takes out of a schema what only our own checks read, and says in JSON Schema's words what they hold.

import type { JsonSchema } from './open-api-document.ts';

/**
 * Our checks fill in the default before they choose the branch; a caller may leave the field out. The branches are written
 * out in place, where tools look for names under a discriminator, and a body without the field fits more than one.
 */
const withoutDefaultTag = (schema: JsonSchema): JsonSchema => {
  const { propertyName = '' } = (schema.discriminator ?? {}) as { propertyName?: string };
  const { [propertyName]: tag } = (schema.properties ?? {}) as Record<string, JsonSchema>;
  if (tag?.default === undefined) return schema;
  const {
    properties: _properties,
    required: _required,
    discriminator: _tag,
    oneOf: branches,
    ...rest
  } = schema;
  return { ...rest, anyOf: branches };
};

const tidy = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(tidy);
  if (node === null || typeof node !== 'object') return node;
  const {
    'x-error-codes': _codes,
    'x-known-elsewhere': _elsewhere,
    'x-unique-items': isUnique,
    // Conditions are described in words: documentation tools take them for further fields.
    if: _if,
    then: _then,
    ...rest
  } = withoutDefaultTag(node as JsonSchema);
  const entries = Object.entries(rest).map(([key, value]) => [key, tidy(value)]);
  const tidied = Object.fromEntries(entries) as JsonSchema;
  return isUnique === true ? { ...tidied, uniqueItems: true } : tidied;
};

export const tidySchemas = <Part>(part: Part): Part => tidy(part) as Part;
