// Makes the document that customers read out of what the routes declare: capabilities described, examples everywhere, the
// webhooks that we send, and nothing that only we understand.

import type { ErrorCode } from '@hudhud/contract/errors.ts';
import { idPrefixes } from '@hudhud/contract/ids.ts';
import { addExamples } from './add-examples.ts';
import type { ApiOperation, OpenApiDocument, PathItem } from './open-api-document.ts';
import { codesOf, problemExamples } from './problem-examples.ts';
import { describeTags } from './tags.ts';
import { tidySchemas } from './tidy-schema.ts';
import { eventComponents, webhooksSection } from './webhooks-section.ts';

const kindOfPath: Readonly<Record<string, keyof typeof idPrefixes>> = {
  recovery: 'recovery',
  deliveries: 'delivery',
  companies: 'company',
  members: 'user',
  stores: 'store',
};

/** `/api/v1/messages/{id}/timeline` and `id` give an example of a message's id. */
const exampleOfPath =
  (path: string) =>
  (parameter: string): string | undefined => {
    const before = path.split(`/{${parameter}}`)[0]?.split('/').at(-1) ?? '';
    const kind = kindOfPath[parameter] ?? kindOfPath[before] ?? before.replace(/s$/, '');
    const prefix = idPrefixes[kind as keyof typeof idPrefixes];
    return prefix === undefined ? undefined : `${prefix}_01kagx5p9ne0ps4a2v7qk3m8dz`;
  };

const mapOperations = (
  paths: OpenApiDocument['paths'],
  change: (operation: ApiOperation, path: string) => ApiOperation,
): OpenApiDocument['paths'] =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]): [string, PathItem] => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]) => [method, change(operation, path)]),
      ),
    ]),
  );

const tagsOf = (...parts: OpenApiDocument['paths'][]): Set<string> =>
  new Set(
    parts.flatMap((paths) =>
      Object.values(paths).flatMap((item) =>
        Object.values(item).flatMap((operation) => operation.tags ?? []),
      ),
    ),
  );

/** The codes that some operation may answer; callbacks and broken HTTP have others that no operation names. */
const declaredCodes = (paths: OpenApiDocument['paths']): ErrorCode[] =>
  codesOf(
    Object.values(paths)
      .flatMap((item) => Object.values(item).flatMap(({ responses }) => Object.values(responses)))
      .map(({ description }) => description)
      .join('\n'),
  );

/** `address` is where this gateway is reached; the copy in the repository names the one of a fresh start. */
export const finishDocument = (declared: OpenApiDocument, address: string): OpenApiDocument => {
  const raw = tidySchemas(declared);
  const schemas = { ...raw.components.schemas, ...tidySchemas(eventComponents()) };
  const webhooks = webhooksSection(schemas);
  const paths = mapOperations(raw.paths, (operation, path) =>
    addExamples(schemas, operation, exampleOfPath(path)),
  );
  return {
    openapi: raw.openapi,
    info: raw.info,
    servers: [{ url: address, description: 'This gateway' }],
    tags: describeTags(tagsOf(paths, webhooks)),
    ...(raw.security && { security: raw.security }),
    paths,
    webhooks,
    components: {
      ...raw.components,
      schemas,
      examples: problemExamples(declaredCodes(paths), `${address}/docs/errors`),
    },
  };
};
