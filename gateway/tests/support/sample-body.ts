// A body that an operation accepts, made from the examples of its own schema.

import type { Operation, Schema } from './openapi.ts';

const sampleValue = (operation: Operation, name: string, schema: Schema): unknown => {
  const examples = (schema.examples ?? schema.enum ?? [schema.example]) as unknown[];
  if (examples[0] === undefined) {
    throw new Error(`${operation.id}: the required field ${name} has no example in its schema; add one`);
  }
  return examples[0];
};

export const sampleBody = (operation: Operation): Record<string, unknown> | undefined => {
  if (!operation.body) return undefined;
  // When there are several kinds, the first one.
  const [body = operation.body] = (operation.body.anyOf ?? []) as Schema[];
  const [whole] = (body.examples ?? []) as Record<string, unknown>[];
  if (whole !== undefined) return whole;
  const properties = (body.properties ?? {}) as Record<string, Schema>;
  const required = (body.required ?? []) as string[];
  return Object.fromEntries(
    required.map((name) => [name, sampleValue(operation, name, properties[name] ?? {})]),
  );
};
