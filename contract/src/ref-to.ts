// A schema inside another one, by its name. It is then one component of the published API, described in one place.

import Type, { type Static, type TSchema } from 'typebox';

/** A reference to a schema with an `$id`; its type is kept. */
export const refTo = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Unsafe<Static<Schema>>({
    $ref: `${(schema as { $id?: string }).$id}#`,
    ...(description === undefined ? {} : { description }),
  });
