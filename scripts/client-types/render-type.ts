// Turns one JSON schema of the contract into the TypeScript that a reader would have written by hand. Only what our
// schemas use is known; anything else stops the build, so that no type of the client says less than the API.

export interface Schema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
}

/** A type of its own that holds some of an object's members. */
export interface Base {
  readonly name: string;
  readonly members: readonly string[];
}

export interface Names {
  /** The name of a schema that has a type of its own, if it has one. */
  of(schema: Schema): string | undefined;
  /** The types that together hold a part of an object's members. */
  basesOf(schema: Schema): readonly Base[];
}

const simple: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(value);

export const renderComment = (text: string | undefined, indent: string): string =>
  text ? `${indent}/** ${text.replace(/\s+/g, ' ').replaceAll('*/', '*\\/')} */\n` : '';

const renderMember = (name: string, schema: Schema, isRequired: boolean, names: Names, indent: string) =>
  `${renderComment(schema.description, indent)}${indent}readonly ${name}${isRequired ? '' : '?'}: ${renderType(schema, names, indent)};\n`;

/** The lines of an object type, by the names of its members. */
const renderMembers = (schema: Schema, names: Names, indent: string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(schema.properties ?? {}).map(([name, member]) => [
      name,
      renderMember(name, member, schema.required?.includes(name) ?? false, names, indent),
    ]),
  );

/** The inside of an object type, between its braces; what its bases hold is left out. */
export const renderOwnMembers = (schema: Schema, names: Names, indent: string): string => {
  const inherited = names.basesOf(schema).flatMap(({ members }) => members);
  const own = membersOf(schema, (name) => !inherited.includes(name));
  return [...renderMembers(own, names, indent).values()].join('');
};

/** `^field\\.` stands for every name that begins so; any other pattern for every name. */
const keysOf = (pattern: string): string => {
  const beginning = /^\^([a-z_]+)\\\.$/.exec(pattern)?.[1];
  return beginning ? `\`${beginning}.\${string}\`` : 'string';
};

const renderObject = (schema: Schema, names: Names, indent: string): string => {
  const [pattern, values] = Object.entries(schema.patternProperties ?? {})[0] ?? [];
  const record =
    pattern !== undefined && values
      ? `Readonly<Record<${keysOf(pattern)}, ${renderType(values, names, indent)}>>`
      : undefined;
  if (!schema.properties) return record ?? 'Readonly<Record<string, unknown>>';
  const bases = names.basesOf(schema).map(({ name }) => name);
  const own = renderOwnMembers(schema, names, `${indent}  `);
  const members = own || bases.length === 0 ? [`{\n${own}${indent}}`] : [];
  return [...bases, ...members, ...(record ? [record] : [])].join(' & ');
};

const renderArray = (schema: Schema, names: Names, indent: string): string => {
  const item = renderType(schema.items ?? {}, names, indent);
  return /^[\w]+$/.test(item) ? `readonly ${item}[]` : `ReadonlyArray<${item}>`;
};

/** Fewer are easier to read where they stand. */
const sharedMin = 3;

/** Only references have names: what they name cannot be asked before all names are known. */
const referencesOnly: Names = {
  of: ({ $ref, $id }) => $ref?.replace('#', '') ?? $id,
  basesOf: () => [],
};

/** The TypeScript type of each member, by its name: however long its texts may be. */
export const shapesOf = (schema: Schema): ReadonlyMap<string, string> =>
  renderMembers(schema, referencesOnly, '');

/** The names of the members that all of these objects have, and have alike. */
const commonNames = (schemas: readonly Schema[]): string[] => {
  const [first = new Map<string, string>(), ...others] = schemas.map(shapesOf);
  return [...first.keys()].filter((name) => others.every((other) => other.get(name) === first.get(name)));
};

/** Keeps only the members whose names fit. */
const membersOf = (schema: Schema, fits: (name: string) => boolean): Schema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => fits(name))),
});

/** The members that all of these objects share, as an object. */
export const sharedBy = (schemas: readonly Schema[], description: string): Schema => {
  const names = commonNames(schemas);
  if (names.length === 0) throw new Error(`Nothing is shared any more of: ${description}`);
  return { ...membersOf(schemas[0] ?? {}, (name) => names.includes(name)), description };
};

/** The members that all choices have, when these are objects without names of their own. */
const sharedMembers = (choices: readonly Schema[], names: Names): string[] => {
  if (choices.some((choice) => !choice.properties || names.of(choice) || choice.patternProperties)) return [];
  const common = commonNames(choices);
  return choices.length > 1 && common.length >= sharedMin ? common : [];
};

/** Writes once the members that all choices share. */
const renderChoices = (choices: readonly Schema[], names: Names, indent: string): string => {
  const shared = sharedMembers(choices, names);
  const own = choices.map((choice) => membersOf(choice, (name) => !shared.includes(name)));
  const render = (schema: Schema): string => renderType(schema, names, indent);
  if (shared.length === 0) return choices.map(render).join(' | ');
  return `${render(membersOf(choices[0] ?? {}, (name) => shared.includes(name)))} & (${own.map(render).join(' | ')})`;
};

export const renderType = (schema: Schema, names: Names, indent = ''): string => {
  const name = names.of(schema);
  if (name) return name;
  if (schema.$ref)
    throw new Error(`No type of the client is called ${schema.$ref}: add it to public-types.ts.`);
  if (schema.const !== undefined) return literal(schema.const);
  // An empty list stands for "the gateway says which": providers are its to name.
  if (schema.enum) return schema.enum.length === 0 ? 'string' : schema.enum.map(literal).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return renderChoices(choices, names, indent);
  if (schema.allOf) return schema.allOf.map((part) => renderType(part, names, indent)).join(' & ');
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => renderType({ ...schema, type }, names, indent)).join(' | ');
  if (schema.type === 'object') return renderObject(schema, names, indent);
  if (schema.type === 'array') return renderArray(schema, names, indent);
  if (schema.type === undefined) return 'unknown';
  const known = simple[schema.type as string];
  if (!known) throw new Error(`A schema of the type ${schema.type} cannot be told in TypeScript yet.`);
  return known;
};
