// The collection in the repository: its place and its text. The gateway hands this file out.

import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '../src/open-api/open-api-document.ts';
import { makeCollection } from './make-collection.ts';

export const collectionPath = fileURLToPath(new URL('hudhud.postman_collection.json', import.meta.url));

export const toCollectionText = async (document: OpenApiDocument): Promise<string> =>
  `${JSON.stringify(await makeCollection(document), null, 2)}\n`;
