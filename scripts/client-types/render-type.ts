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

/** The name of a schema that has a type of its own, if it has one. */
export type NameOf = (schema: Schema) => string | undefined;

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

const renderMember = (name: string, schema: Schema, isRequired: boolean, nameOf: NameOf, indent: string) =>
  `${renderComment(schema.description, indent)}${indent}readonly ${name}${isRequired ? '' : '?'}: ${renderType(schema, nameOf, indent)};\n`;

/** The inside of an object type, between its braces. */
export const renderMembers = (schema: Schema, nameOf: NameOf, indent: string): string =>
  Object.entries(schema.properties ?? {})
    .map(([name, member]) =>
      renderMember(name, member, schema.required?.includes(name) ?? false, nameOf, indent),
    )
    .join('');

/** `^field\\.` stands for every name that begins so; any other pattern for every name. */
const keysOf = (pattern: string): string => {
  const beginning = /^\^([a-z_]+)\\\.$/.exec(pattern)?.[1];
  return beginning ? `\`${beginning}.\${string}\`` : 'string';
};

const renderObject = (schema: Schema, nameOf: NameOf, indent: string): string => {
  const [pattern, values] = Object.entries(schema.patternProperties ?? {})[0] ?? [];
  const record =
    pattern !== undefined && values
      ? `Readonly<Record<${keysOf(pattern)}, ${renderType(values, nameOf, indent)}>>`
      : undefined;
  if (!schema.properties) return record ?? 'Readonly<Record<string, unknown>>';
  const members = `{\n${renderMembers(schema, nameOf, `${indent}  `)}${indent}}`;
  return record ? `${members} & ${record}` : members;
};

const renderArray = (schema: Schema, nameOf: NameOf, indent: string): string => {
  const item = renderType(schema.items ?? {}, nameOf, indent);
  return /^[\w]+$/.test(item) ? `readonly ${item}[]` : `ReadonlyArray<${item}>`;
};

/** Fewer are easier to read where they stand. */
const sharedMin = 3;

const memberOf = (schema: Schema, name: string): string =>
  JSON.stringify([schema.properties?.[name], schema.required?.includes(name) ?? false]);

/** The members that all choices have, when these are objects without names of their own. */
const sharedMembers = (choices: readonly Schema[], nameOf: NameOf): string[] => {
  const [first] = choices;
  if (!first?.properties || choices.some((choice) => nameOf(choice) || choice.patternProperties)) return [];
  const names = Object.keys(first.properties).filter((name) =>
    choices.every((choice) => choice.properties?.[name] && memberOf(choice, name) === memberOf(first, name)),
  );
  return choices.length > 1 && names.length >= sharedMin ? names : [];
};

/** Of an object only the members whose names fit. */
const membersOf = (schema: Schema, fits: (name: string) => boolean): Schema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => fits(name))),
});

/** What all choices share is written once. */
const renderChoices = (choices: readonly Schema[], nameOf: NameOf, indent: string): string => {
  const shared = sharedMembers(choices, nameOf);
  const own = choices.map((choice) => membersOf(choice, (name) => !shared.includes(name)));
  const render = (schema: Schema): string => renderType(schema, nameOf, indent);
  if (shared.length === 0) return choices.map(render).join(' | ');
  return `${render(membersOf(choices[0] ?? {}, (name) => shared.includes(name)))} & (${own.map(render).join(' | ')})`;
};

export const renderType = (schema: Schema, nameOf: NameOf, indent = ''): string => {
  const name = nameOf(schema);
  if (name) return name;
  if (schema.$ref)
    throw new Error(`No type of the client is called ${schema.$ref}: add it to public-types.ts.`);
  if (schema.const !== undefined) return literal(schema.const);
  // An empty list stands for "the gateway says which": providers are its to name.
  if (schema.enum) return schema.enum.length === 0 ? 'string' : schema.enum.map(literal).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return renderChoices(choices, nameOf, indent);
  if (schema.allOf) return schema.allOf.map((part) => renderType(part, nameOf, indent)).join(' & ');
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => renderType({ ...schema, type }, nameOf, indent)).join(' | ');
  if (schema.type === 'object') return renderObject(schema, nameOf, indent);
  if (schema.type === 'array') return renderArray(schema, nameOf, indent);
  if (schema.type === undefined) return 'unknown';
  const known = simple[schema.type as string];
  if (!known) throw new Error(`A schema of the type ${schema.type} cannot be told in TypeScript yet.`);
  return known;
};
