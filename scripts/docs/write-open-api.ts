// Writes contract/openapi.json and the Postman collection from a running gateway, unless customers would be hurt.

import { writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { collectionPath, toCollectionText } from '../../gateway/postman/collection-file.ts';
import { startGateway } from '../../gateway/src/app/gateway.ts';
import { readConfig } from '../../gateway/src/config/config.ts';
import type { OpenApiDocument } from '../../gateway/src/open-api/open-api-document.ts';
import { createLog } from '../../gateway/src/platform/log.ts';
import { breakingChanges, copyPath, toCopy } from './open-api-copy.ts';

// The OpenAPI document as a gateway really serves it: one is started for a moment, with an empty database of its own.

const readLiveDocument = async (): Promise<OpenApiDocument> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hudhud-docs-'));
  // As root the database runs as another user, who must be able to pass through this folder.
  await chmod(folder, 0o755);
  const config = readConfig({
    PORT: '0',
    DATA_DIR: path.join(folder, 'data'),
    ROLES: 'api',
    SIMULATOR: 'no',
    LOG_LEVEL: 'error',
  });
  const gateway = await startGateway({ config, log: createLog('error'), say: () => undefined });
  try {
    const answer = await fetch(`${gateway.address}/openapi.json`);
    return (await answer.json()) as OpenApiDocument;
  } finally {
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

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
