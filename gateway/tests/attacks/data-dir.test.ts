// Another user of the machine looks into the folder that holds the database and the secret key.

import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStorage } from '../../src/app/open-storage.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { atFileEnd } from '../support/file-end.ts';

/** As root the database's own user must be able to pass, so the folder is closed but for that. */
const closed = process.getuid?.() === 0 ? 0o711 : 0o700;

const openIn = async (dataDir: string): Promise<void> => {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const storage = await openStorage({
    config,
    holder: 'command',
    log: createLog('error'),
    say: () => undefined,
  });
  await storage.close();
};

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

it('is closed to other users when it is made, and again at the next start when it was opened to them', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'hudhud-data-'));
  atFileEnd(() => rm(parent, { recursive: true, force: true }));
  await chmod(parent, 0o755);
  const dataDir = join(parent, 'data');
  await openIn(dataDir);
  expect(await modeOf(dataDir)).toBe(closed);
  expect(await modeOf(join(dataDir, 'secret-key'))).toBe(0o600);
  await chmod(dataDir, 0o755);
  await openIn(dataDir);
  expect(await modeOf(dataDir)).toBe(closed);
});
