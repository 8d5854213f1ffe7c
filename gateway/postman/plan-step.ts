// Plans the place and the chaining of a request by rules: what is made is read, then changed, then deleted, and the id that
// the first answer holds stands in the paths of the others.

import type { ApiOperation, JsonSchema, OpenApiDocument } from '../src/open-api/open-api-document.ts';
import { resolveSchema } from '../src/open-api/open-api-document.ts';
import { folderOrders, journey, type Step } from './journey.ts';

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly raw: ApiOperation;
}

/** `/api/v1/webhooks/{id}/recoveries/{recovery}` and `recovery` give `recoveryId`. */
export const variableOf = (path: string, parameter: string): string => {
  const folder = path.split(`/{${parameter}}`)[0]?.split('/').at(-1) ?? parameter;
  const words = folder.replace(/ies$/, 'y').replace(/s$/, '').split('-');
  const camel = words.map((word, index) =>
    index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1),
  );
  return `${camel.join('')}Id`;
};

const isJson = (operation: ApiOperation): boolean =>
  Object.entries(operation.responses)
    .filter(([status]) => Number(status) < 300)
    .every(([, answer]) => !answer.content || Object.keys(answer.content).includes('application/json'));

/**
 * What a system with the company's token can call and be answered at once: not what only signed-in people may do, no live
 * streams, no files.
 */
export const runnableOperations = (document: OpenApiDocument): Operation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, raw]) => raw.security === undefined && isJson(raw))
      .map(([method, raw]) => ({
        id: raw.operationId ?? `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        tag: raw.tags?.[0] ?? '',
        raw,
      })),
  );

const rankOf = ({ method, path }: Operation): number => {
  const hasId = path.includes('{');
  if (method === 'POST') return hasId ? 4 : 0;
  if (method === 'GET') return hasId ? 2 : 1;
  return method === 'DELETE' ? 5 : 3;
};

/** In the order in which a run works. */
export const inOrder = (tag: string, operations: readonly Operation[]): Operation[] => {
  const told = folderOrders[tag] ?? [];
  const placeOf = (operation: Operation): number => {
    const place = told.indexOf(operation.id);
    return place === -1 ? told.length + rankOf(operation) : place;
  };
  return operations.toSorted((one, other) => placeOf(one) - placeOf(other));
};

const answerSchema = (operation: ApiOperation): JsonSchema | undefined => {
  const success = Object.entries(operation.responses).find(([status]) => Number(status) < 300)?.[1];
  return success?.content?.['application/json']?.schema;
};

const hasField = (document: OpenApiDocument, schema: JsonSchema | undefined, field: string): boolean => {
  if (!schema) return false;
  const { schema: resolved } = resolveSchema(document.components.schemas, schema);
  return field in ((resolved.properties ?? {}) as object);
};

const itemPath = (path: string): string => `${path}/{id}`;

/** The answer of a creation holds the id; of what cannot be created, the list holds one. */
const keptByRule = (document: OpenApiDocument, operation: Operation): Record<string, string> => {
  const { method, path, raw } = operation;
  if (path.includes('{') || !(itemPath(path) in document.paths)) return {};
  const variable = variableOf(itemPath(path), 'id');
  const schema = answerSchema(raw);
  if (method === 'POST' && hasField(document, schema, 'id')) return { [variable]: 'id' };
  const isMade = document.paths[path]?.post !== undefined || variable === 'messageId';
  if (method === 'GET' && !isMade && hasField(document, schema, 'data')) return { [variable]: 'data[0].id' };
  return {};
};

export const planStep = (document: OpenApiDocument, operation: Operation): Step => {
  const told = journey[operation.id] ?? {};
  return { ...told, keeps: told.keeps ?? keptByRule(document, operation) };
};
