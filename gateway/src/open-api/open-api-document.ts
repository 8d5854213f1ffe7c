// The parts of an OpenAPI document that we touch, as types. Only what is read or written here is spelled out.

export type JsonSchema = { readonly [keyword: string]: unknown };

export interface MediaType {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
}

export type Content = Readonly<Record<string, MediaType>>;

export interface ApiResponse {
  readonly description: string;
  readonly content?: Content;
}

export interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: JsonSchema;
  readonly description?: string;
  readonly required?: boolean;
  readonly example?: unknown;
}

export interface ApiOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ApiResponse>>;
  readonly security?: readonly object[];
}

export type PathItem = Readonly<Record<string, ApiOperation>>;

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string } & Readonly<Record<string, unknown>>;
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  readonly tags?: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly examples?: Readonly<Record<string, unknown>>;
  } & Readonly<Record<string, unknown>>;
  readonly security?: readonly object[];
}

const schemaPrefix = '#/components/schemas/';

/** The named schema behind a reference, or the schema itself. */
export const resolveSchema = (schemas: OpenApiDocument['components']['schemas'], schema: JsonSchema) => {
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace(schemaPrefix, '') : null;
  return { name, schema: name === null ? schema : (schemas[name] ?? {}) };
};

export const refToSchema = (name: string): JsonSchema => ({ $ref: `${schemaPrefix}${name}` });
