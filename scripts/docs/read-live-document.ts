// The OpenAPI document as a gateway really serves it: one is started for a moment, with an empty database of its own.

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startGateway } from '../../gateway/src/app/gateway.ts';
import { readConfig } from '../../gateway/src/config/config.ts';
import type { OpenApiDocument } from '../../gateway/src/open-api/open-api-document.ts';
import { createLog } from '../../gateway/src/platform/log.ts';

export const readLiveDocument = async (): Promise<OpenApiDocument> => {
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
