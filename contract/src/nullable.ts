// A field that may say null.

import Type from 'typebox';

export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(
  schema: T,
  description?: string,
) => Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
