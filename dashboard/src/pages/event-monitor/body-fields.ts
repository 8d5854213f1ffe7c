// Which fields the body of a request may have, read from the API's own description, and where in a text a field stands.

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
}

export interface BodyField {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

const fits = (template: string, path: string): boolean => {
  const parts = template.split('/');
  const given = path.split('/');
  return (
    parts.length === given.length &&
    parts.every((part, index) => part === given[index] || (part.startsWith('{') && given[index] !== ''))
  );
};

/** A path without parameters before one with them. */
const findOperation = (api: OpenApi, method: string, path: string): Operation | undefined => {
  const plain = path.split('?')[0] ?? '';
  const template = api.paths[plain] ? plain : Object.keys(api.paths).find((one) => fits(one, plain));
  return template === undefined ? undefined : api.paths[template]?.[method.toLowerCase()];
};

const resolve = (api: OpenApi, schema: Schema): Schema => {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (api.components?.schemas?.[name] ?? {});
};

const typeOf = (schema: Schema): string => {
  if (schema.enum) return schema.enum.map(String).join(' | ');
  return typeof schema.type === 'string' ? schema.type : (schema.type?.join(' | ') ?? 'object');
};

/** Chooses the form of a body by its `type`; the first one when the body has none. */
const chooseForm = (forms: readonly Schema[], body: unknown): Schema | undefined => {
  const said = typeof body === 'object' && body !== null && 'type' in body ? body.type : undefined;
  return forms.find(({ properties }) => properties?.type?.enum?.includes(said)) ?? forms[0];
};

const fieldsOf = (api: OpenApi, given: Schema, body: unknown): BodyField[] => {
  const schema = resolve(api, given);
  const forms = schema.anyOf ?? schema.oneOf;
  const chosen =
    forms &&
    chooseForm(
      forms.map((form) => resolve(api, form)),
      body,
    );
  const inner = [...(schema.allOf ?? []), ...(chosen ? [chosen] : [])].flatMap((part) =>
    fieldsOf(api, part, body),
  );
  const own = Object.entries(schema.properties ?? {}).map(([name, value]) => {
    const field = resolve(api, value);
    return {
      name,
      type: typeOf(field),
      isRequired: schema.required?.includes(name) ?? false,
      description: value.description ?? field.description ?? '',
    };
  });
  return [...own, ...inner];
};

/** Required ones first. Empty for a request that takes no body. */
export function findBodyFields(api: OpenApi, method: string, path: string, body: unknown): BodyField[] {
  const schema = findOperation(api, method, path)?.requestBody?.content?.['application/json']?.schema;
  if (!schema) return [];
  return fieldsOf(api, schema, body).toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

export interface TextProblem {
  readonly kind: 'not_json' | 'unknown_field';
  readonly line: number;
  readonly field: string;
}

/** From 1; the first line when the field is not in it. */
export const lineOfField = (text: string, field: string): number => {
  const at = text.indexOf(`"${field}"`);
  return at === -1 ? 1 : text.slice(0, at).split('\n').length;
};

/** Engines say where, each in its own words: a line, or a position. */
const lineOfError = (text: string, message: string): number => {
  const line = /line (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined
    ? text.split('\n').length
    : text.slice(0, Number(position)).split('\n').length;
};

/** Finds the faults of a body before it is sent. */
export function checkBody(text: string, fields: readonly BodyField[]): TextProblem[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return [{ kind: 'not_json', line: lineOfError(text, String(error)), field: '' }];
  }
  if (typeof body !== 'object' || body === null || fields.length === 0) return [];
  const known = new Set(fields.map(({ name }) => name));
  return Object.keys(body)
    .filter((name) => !known.has(name))
    .map((name) => ({ kind: 'unknown_field' as const, line: lineOfField(text, name), field: name }));
}
