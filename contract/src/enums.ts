// Fields that take one of a few words, and lists of them. The type stands beside the allowed values, and repetitions are
// found by the gateway in one pass: JSON Schema's own `uniqueItems` compares every pair, which for a body of 181 KB was
// 11 seconds of the process.

import Type, { type TSchema, type TSchemaOptions } from 'typebox';

export const TextEnum = <const Values extends readonly string[]>(
  values: Values,
  options: TSchemaOptions = {},
) => Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });

/** A list of scalars in which no value may stand twice. The published API says it as `uniqueItems`. */
export const UniqueList = <Item extends TSchema>(
  item: Item,
  options: TSchemaOptions & { readonly maxItems: number },
) => Type.Array(item, { ...options, 'x-unique-items': true });
