// A pooler that does not know the statements of its clients is found out at the start.

import pg from 'pg';
import { expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { useSharingPooler } from '../../../tests/support/sharing-pooler.ts';
import { PoolerError } from './dropped-settings.ts';
import { toConnection } from './hosts.ts';
import { checkNamedStatements } from './named-statements.ts';

const database = await useDatabase();
const pooler = await useSharingPooler(database.url);

it('named statements work where no pooler is, again and again', async () => {
  await checkNamedStatements(toConnection(database.url));
  await checkNamedStatements(toConnection(database.url));
});

it('a pooler that does not carry them is refused with what is needed', async () => {
  const plain = new pg.Client({ connectionString: pooler });
  await plain.connect();
  expect((await plain.query('select 1 as number')).rows).toEqual([{ number: 1 }]);
  const refused = await checkNamedStatements(toConnection(pooler)).catch((error: Error) => error);
  expect(refused).toBeInstanceOf(PoolerError);
  expect((refused as Error).message).toMatch(/pgbouncer.*1\.21.*max_prepared_statements/);
  await plain.end();
});

it('a server that is away is not taken for one', async () => {
  const away = await checkNamedStatements(toConnection('postgres://127.0.0.1:1/nobody')).catch(
    (error: Error) => error,
  );
  expect(away).toBeInstanceOf(Error);
  expect(away).not.toBeInstanceOf(PoolerError);
});
