// Takes out of a schema what only our own checks read, and says in JSON Schema's words what they hold.

import type { JsonSchema } from './open-api-document.ts';

const tidy = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(tidy);
  if (node === null || typeof node !== 'object') return node;
  const { 'x-error-codes': _ours, 'x-unique-items': isUnique, ...rest } = node as JsonSchema;
  const entries = Object.entries(rest).map(([key, value]) => [key, tidy(value)]);
  const tidied = Object.fromEntries(entries) as JsonSchema;
  return isUnique === true ? { ...tidied, uniqueItems: true } : tidied;
};

export const tidySchemas = <Part>(part: Part): Part => tidy(part) as Part;
