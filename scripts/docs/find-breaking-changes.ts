// Says what a customer's system would trip over if one description of the API took the place of another. /api/v1 only
// grows: fields and operations may come, none may go, and nothing that was accepted may be refused.

import type {
  ApiOperation,
  ApiParameter,
  Content,
  JsonSchema,
  OpenApiDocument,
} from '../../gateway/src/open-api/open-api-document.ts';
import { compareSchemas, type Found } from './compare-schemas.ts';

type Schemas = OpenApiDocument['components']['schemas'];

interface Both<Part> {
  readonly before: Part;
  readonly after: Part;
}

const schemaOf = (content: Content | undefined): JsonSchema | undefined => {
  const media = Object.values(content ?? {})[0];
  return media?.schema;
};

const parameterKey = (parameter: ApiParameter): string => `${parameter.in} ${parameter.name}`;

const compareParameters = (
  where: string,
  { before, after }: Both<ApiOperation>,
  schemas: Both<Schemas>,
): Found => {
  const known = new Map((before.parameters ?? []).map((parameter) => [parameterKey(parameter), parameter]));
  const now = new Map((after.parameters ?? []).map((parameter) => [parameterKey(parameter), parameter]));
  const gone = [...known.keys()]
    .filter((key) => !now.has(key))
    .map((key) => `${where}: parameter ${key} is gone`);
  const changed = [...now].flatMap(([key, parameter]) => {
    const old = known.get(key);
    const isNewlyRequired = parameter.required === true && old?.required !== true;
    const required = isNewlyRequired ? [`${where}: parameter ${key} is now required`] : [];
    const inside = old
      ? compareSchemas(
          `${where}: parameter ${key}`,
          'request',
          { before: old.schema, after: parameter.schema },
          schemas,
        )
      : [];
    return [...required, ...inside];
  });
  return [...gone, ...changed];
};

/** A route whose body is a file took that file before the document said so: no client called it without one. */
const isFile = (content: Content | undefined): boolean => !('application/json' in (content ?? {}));

const compareBodies = (
  where: string,
  { before, after }: Both<ApiOperation>,
  schemas: Both<Schemas>,
): Found => {
  const old = schemaOf(before.requestBody?.content);
  const now = schemaOf(after.requestBody?.content);
  const isRequired = after.requestBody?.required === true && !isFile(after.requestBody.content);
  if (now && !old) return isRequired ? [`${where}: a body is now required`] : [];
  if (!now || !old) return [];
  return compareSchemas(`${where}: body`, 'request', { before: old, after: now }, schemas);
};

const compareAnswers = (
  where: string,
  { before, after }: Both<ApiOperation>,
  schemas: Both<Schemas>,
): Found =>
  Object.entries(before.responses).flatMap(([status, answer]) => {
    if (Number(status) >= 400) return [];
    const now = after.responses[status];
    if (!now) return [`${where}: it no longer answers ${status}`];
    const pair = { before: schemaOf(answer.content), after: schemaOf(now.content) };
    if (pair.before && !pair.after) return [`${where}: answer ${status} is now empty`];
    if (!pair.before || !pair.after) return [];
    return compareSchemas(`${where}: answer ${status}`, 'answer', pair as Both<JsonSchema>, schemas);
  });

const compareOperations = (
  path: string,
  method: string,
  pair: Both<ApiOperation>,
  schemas: Both<Schemas>,
): Found => {
  const where = `${method.toUpperCase()} ${path}`;
  const renamed =
    pair.before.operationId === pair.after.operationId
      ? []
      : [`${where}: its operationId was ${pair.before.operationId}, and is now ${pair.after.operationId}`];
  return [
    ...renamed,
    ...compareParameters(where, pair, schemas),
    ...compareBodies(where, pair, schemas),
    ...compareAnswers(where, pair, schemas),
  ];
};

/** An event that we send is read by others, so what its body holds is compared like an answer. */
const compareEvents = ({ before, after }: Both<OpenApiDocument>, schemas: Both<Schemas>): Found =>
  Object.entries(before.webhooks ?? {}).flatMap(([name, item]) => {
    const now = after.webhooks?.[name]?.post;
    if (!now) return [`event ${name} is gone`];
    const pair = {
      before: schemaOf(item.post?.requestBody?.content),
      after: schemaOf(now.requestBody?.content),
    };
    if (!pair.before || !pair.after) return [];
    return compareSchemas(`event ${name}`, 'answer', pair as Both<JsonSchema>, schemas);
  });

export const findBreakingChanges = (before: OpenApiDocument, after: OpenApiDocument): string[] => {
  const schemas = { before: before.components.schemas, after: after.components.schemas };
  const operations = Object.entries(before.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const now = after.paths[path]?.[method];
      if (!now) return [`${method.toUpperCase()} ${path} is gone`];
      return compareOperations(path, method, { before: operation, after: now }, schemas);
    }),
  );
  return [...operations, ...compareEvents({ before, after }, schemas)];
};
