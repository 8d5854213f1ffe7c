// Writes contract/openapi.json and the Postman collection from a running gateway, unless customers would be hurt.

import { writeFileSync } from 'node:fs';
import { collectionPath, toCollectionText } from '../../gateway/postman/collection-file.ts';
import type { OpenApiDocument } from '../../gateway/src/open-api/open-api-document.ts';
import { breakingChanges, copyPath, toCopy } from './open-api-copy.ts';
import { readLiveDocument } from './read-live-document.ts';

/** Answers what hinders; nothing is written then. */
export const writeOpenApi = async (): Promise<string[]> => {
  const copy = toCopy(await readLiveDocument());
  const document = JSON.parse(copy) as OpenApiDocument;
  const broken = breakingChanges(document);
  if (broken.length > 0) return broken;
  writeFileSync(copyPath, copy);
  writeFileSync(collectionPath, await toCollectionText(document));
  return [];
};
