// Takes out of a schema what only our own checks read, and says the type where only the allowed values are listed.

import type { JsonSchema } from './open-api-document.ts';

const isPlainEnum = (values: unknown): boolean =>
  Array.isArray(values) && values.every((value) => typeof value === 'string');

const tidy = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(tidy);
  if (node === null || typeof node !== 'object') return node;
  const { 'x-error-codes': _ours, ...rest } = node as JsonSchema;
  const entries = Object.entries(rest).map(([key, value]) => [key, tidy(value)]);
  const tidied = Object.fromEntries(entries) as JsonSchema;
  return isPlainEnum(tidied.enum) && tidied.type === undefined ? { type: 'string', ...tidied } : tidied;
};

export const tidySchemas = <Part>(part: Part): Part => tidy(part) as Part;
