import { socketIn } from '@hudhud/embedded-postgres/socket-folder.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startPostgresProxy } from '../../tests/faults/support/postgres-proxy.ts';
import { useDatabase } from '../../tests/support/database.ts';
import { atFileEnd } from '../../tests/support/file-end.ts';
import { testEnvironment } from '../../tests/support/gateway.ts';
import { waitUntil } from '../../tests/support/wait-until.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../platform/log.ts';
import { openStorage, type Storage } from './open-storage.ts';

const { url } = await useDatabase();
const { host, port, user, password, database } = new pg.Client({ connectionString: url });
const proxy = await startPostgresProxy(host.startsWith('/') ? { path: socketIn(host) } : { host, port });
atFileEnd(() => proxy.close());
const behindProxy = `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${proxy.port}/${database}`;

const open = (holder: 'gateway' | 'command', say: (line: string) => void): Promise<Storage> => {
  const config = readConfig({ ...testEnvironment(url), DATABASE_URL: behindProxy });
  return openStorage({ config, holder, say, log: createLog('silent') });
};

test('a gateway waits for a database that starts together with it, and says so once', async () => {
  await proxy.refuse();
  const said: string[] = [];
  const opening = open('gateway', (line) => said.push(line));
  await waitUntil('it says that it waits', () => said.length > 0);
  await proxy.listenAgain();
  await (await opening).close();
  expect(said).toEqual(['The database does not answer yet. Waiting for it, for up to half a minute.']);
});

test('a command says at once that there is none', async () => {
  await proxy.refuse();
  await expect(open('command', () => undefined)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
