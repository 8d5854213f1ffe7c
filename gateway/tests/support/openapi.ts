// Our own OpenAPI document as the tests read it: one entry per operation, with checks for what it answers. Tests that are
// generated from it cover a new route by themselves.

import { errorCodes } from '@hudhud/contract/errors.ts';
import Ajv2020 from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { HttpClient } from './http-client.ts';
import { createSchemaCheck, type SchemaCheck } from './schema-check.ts';

export type Schema = { readonly [keyword: string]: unknown };

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Schema of the JSON body, with references resolved. */
  readonly body: Schema | null;
  readonly responses: Readonly<Record<string, Response>>;
  /** Whether the company's token opens it; the others are for signed-in users, or for anyone. */
  readonly isForToken: boolean;
  readonly document: Document;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface RawOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Response>>;
  readonly security?: readonly object[];
}

const prefix = '#/components/schemas/';

const resolveSchema = (document: Document, schema: Schema): Schema => {
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace(prefix, '') : null;
  return name === null ? schema : (document.components.schemas[name] ?? schema);
};

export const readOperations = async (gateway: HttpClient): Promise<Operation[]> => {
  const { body: document } = await gateway.call<Document>('GET', '/openapi.json');
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => {
      const body = raw.requestBody?.content['application/json']?.schema;
      return {
        id: raw.operationId ?? `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        summary: raw.summary ?? '',
        parameters: raw.parameters ?? [],
        body: body ? resolveSchema(document, body) : null,
        responses: raw.responses,
        isForToken: raw.security === undefined,
        document,
      };
    }),
  );
};

/** The error codes that an operation says it may answer with a status. */
export const declaredCodes = (operation: Operation, status: number): string[] => {
  const description = operation.responses[status]?.description ?? '';
  return errorCodes.filter((code) => description.includes(`\`${code}\``));
};

/** Answers what is wrong with an answer, or null when it is what the operation declares. */
export type AnswerCheck = (status: number, contentType: string | undefined, body: unknown) => string | null;

const schemaChecks = new WeakMap<Document, SchemaCheck>();

const schemaCheckOf = (document: Document): SchemaCheck => {
  const known = schemaChecks.get(document);
  if (known) return known;
  const ajv = new Ajv2020.default({ strict: false, allErrors: true });
  formats.default(ajv, ['date-time']);
  const check = createSchemaCheck(ajv, document.components);
  schemaChecks.set(document, check);
  return check;
};

export const createAnswerCheck = (operation: Operation): AnswerCheck => {
  const check = schemaCheckOf(operation.document);
  return (status, contentType, body) => {
    const response = operation.responses[status];
    if (!response) return `status ${status} is not declared`;
    const type = contentType?.split(';')[0] ?? '';
    if (!response.content) return type === '' ? null : `status ${status} is declared without content`;
    const schema = response.content?.[type]?.schema;
    if (!schema) return `content type ${type} is not declared for status ${status}`;
    return check(schema, body);
  };
};
