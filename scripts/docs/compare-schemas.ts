// Compares two schemas of the same place. What a request may hold must not shrink; what an answer holds must not vanish.

import {
  type JsonSchema,
  type OpenApiDocument,
  resolveSchema,
} from '../../gateway/src/open-api/open-api-document.ts';

type Schemas = OpenApiDocument['components']['schemas'];
type Direction = 'request' | 'answer';
export type Found = string[];

interface Both<Part> {
  readonly before: Part;
  readonly after: Part;
}

/** Deeper than any of ours; a ring of references ends here. */
const depthMax = 10;

const choicesOf = (schemas: Schemas, given: JsonSchema, depth = 0): JsonSchema[] => {
  const { schema } = resolveSchema(schemas, given);
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (!choices || depth > depthMax) return [schema];
  return choices.flatMap((choice) => choicesOf(schemas, choice, depth + 1));
};

const kindOf = (value: unknown): string => (value === null ? 'null' : typeof value);

const typesOf = (schema: JsonSchema): string[] => {
  if (schema.type !== undefined) return [schema.type].flat() as string[];
  if (Array.isArray(schema.enum)) return schema.enum.map(kindOf);
  if ('const' in schema) return [kindOf(schema.const)];
  return ['any'];
};

const allows = (types: ReadonlySet<string>, type: string): boolean =>
  types.has('any') || types.has(type) || (type === 'integer' && types.has('number'));

/** The values that are allowed, or null where they are not listed. */
const valuesOf = (choices: readonly JsonSchema[]): Set<unknown> | null => {
  const lists = choices.map((choice) => {
    if (Array.isArray(choice.enum)) return choice.enum as unknown[];
    if ('const' in choice) return [choice.const];
    return choice.type === 'null' ? [null] : null;
  });
  return lists.includes(null) ? null : new Set(lists.flatMap((list) => list ?? []));
};

const compareTypes = (
  where: string,
  direction: Direction,
  before: JsonSchema[],
  after: JsonSchema[],
): Found => {
  const old = new Set(before.flatMap(typesOf));
  const now = new Set(after.flatMap(typesOf));
  if (direction === 'request') {
    const lost = [...old].filter((type) => !allows(now, type));
    return lost.map((type) => `${where}: ${type} is no longer accepted`);
  }
  const strange = [...now].filter((type) => !allows(old, type));
  return strange.map((type) => `${where}: it may now be ${type}`);
};

const compareValues = (
  where: string,
  direction: Direction,
  before: JsonSchema[],
  after: JsonSchema[],
): Found => {
  // Readers are asked to expect values that they do not know.
  if (direction === 'answer') return [];
  const now = valuesOf(after);
  if (now === null) return [];
  const old = valuesOf(before);
  if (old === null) return [`${where}: only some values are accepted now`];
  return [...old]
    .filter((value) => !now.has(value))
    .map((value) => `${where}: the value ${value} is no longer accepted`);
};

const limits = [
  { word: 'maxLength', isTighter: (old: number, now: number) => now < old },
  { word: 'minLength', isTighter: (old: number, now: number) => now > old },
  { word: 'maximum', isTighter: (old: number, now: number) => now < old },
  { word: 'minimum', isTighter: (old: number, now: number) => now > old },
  { word: 'maxItems', isTighter: (old: number, now: number) => now < old },
] as const;

const compareLimits = (
  where: string,
  direction: Direction,
  [before]: JsonSchema[],
  [after]: JsonSchema[],
): Found => {
  if (direction === 'answer' || !before || !after) return [];
  return limits
    .filter(({ word, isTighter }) => {
      const old = before[word] as number | undefined;
      const now = after[word] as number | undefined;
      return now !== undefined && old !== undefined && isTighter(old, now);
    })
    .map(({ word }) => `${where}: ${word} is tighter than before`);
};

interface Fields {
  readonly properties: ReadonlyMap<string, JsonSchema>;
  readonly required: ReadonlySet<string>;
}

const fieldsOf = (choices: readonly JsonSchema[]): Fields => {
  const objects = choices.filter((choice) => choice.properties);
  const properties = objects.flatMap((choice) =>
    Object.entries(choice.properties as Record<string, JsonSchema>),
  );
  return {
    properties: new Map(properties),
    required: new Set(objects.flatMap((choice) => (choice.required ?? []) as string[])),
  };
};

const compareFields = (
  where: string,
  direction: Direction,
  pair: Both<Fields>,
  schemas: Both<Schemas>,
  depth: number,
): Found => {
  const { before, after } = pair;
  const known = [...before.properties].flatMap(([name, schema]) => {
    const now = after.properties.get(name);
    if (!now) return [`${where}: field ${name} is gone`];
    return compareSchemas(`${where}.${name}`, direction, { before: schema, after: now }, schemas, depth + 1);
  });
  const required =
    direction === 'request'
      ? [...after.required]
          .filter((name) => !before.required.has(name))
          .map((name) => `${where}: field ${name} is now required`)
      : [...before.required]
          .filter((name) => after.properties.has(name) && !after.required.has(name))
          .map((name) => `${where}: field ${name} may now be missing`);
  return [...known, ...required];
};

const itemsOf = (choices: readonly JsonSchema[]): JsonSchema | undefined =>
  choices.map((choice) => choice.items as JsonSchema | undefined).find((items) => items !== undefined);

/** Lists what breaks each old kind of request in the new kind that suits it best. */
const compareKinds = (
  where: string,
  before: readonly JsonSchema[],
  after: readonly JsonSchema[],
  schemas: Both<Schemas>,
  depth: number,
): Found =>
  before.flatMap((old) => {
    const found = after.map((now) =>
      compareSchemas(where, 'request', { before: old, after: now }, schemas, depth + 1),
    );
    return found.reduce((best, other) => (other.length < best.length ? other : best));
  });

export const compareSchemas = (
  where: string,
  direction: Direction,
  pair: Both<JsonSchema>,
  schemas: Both<Schemas>,
  depth = 0,
): Found => {
  if (depth > depthMax) return [];
  const before = choicesOf(schemas.before, pair.before);
  const after = choicesOf(schemas.after, pair.after);
  const isOneOfSeveral = after.filter((choice) => choice.properties).length > 1;
  if (direction === 'request' && isOneOfSeveral) return compareKinds(where, before, after, schemas, depth);
  const items = { before: itemsOf(before), after: itemsOf(after) };
  return [
    ...compareTypes(where, direction, before, after),
    ...compareValues(where, direction, before, after),
    ...compareLimits(where, direction, before, after),
    ...compareFields(where, direction, { before: fieldsOf(before), after: fieldsOf(after) }, schemas, depth),
    ...(items.before && items.after
      ? compareSchemas(`${where}[]`, direction, items as Both<JsonSchema>, schemas, depth + 1)
      : []),
  ];
};
