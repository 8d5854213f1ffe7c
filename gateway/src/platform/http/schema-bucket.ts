// The schemas that routes share, as Fastify asks for them: once for each part of each route. Its own store copies all of
// them every time, which was a fifth of a start; this one hands out the same object until a schema is added.

type Schemas = Readonly<Record<string, unknown>>;

export const createSchemaBucket = (inherited?: unknown) => {
  let schemas = (inherited ?? {}) as Schemas;
  return {
    add(schema: unknown): never {
      const { $id } = schema as { readonly $id?: string };
      if ($id === undefined) throw new Error('a schema that is added to the server needs an $id');
      if (schemas[$id] !== undefined) throw new Error(`the schema ${$id} was added before`);
      schemas = { ...schemas, [$id]: { ...(schema as object) } };
      // Fastify declares that it returns a server, and does not use what it returns.
      return undefined as never;
    },
    getSchema: (id: string): unknown => schemas[id],
    getSchemas: (): Record<string, unknown> => schemas,
  };
};
