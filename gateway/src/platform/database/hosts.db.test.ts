// Several servers behind one address: the one that takes writes is found.

import { expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import type { Log } from '../log.ts';
import { openDatabase } from './database.ts';
import { connectTo } from './hosts.ts';

const database = await useDatabase();
const quietLog = { warn: () => undefined } as unknown as Log;

const gone = 'postgres://127.0.0.1:1/nobody';
const standby = `${database.url}${database.url.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c default_transaction_read_only=on')}`;

it('connections go to the server that takes writes, past one that is away and a standby', async () => {
  const connection = { connectionString: gone, addresses: [gone, standby, database.url] };
  const client = await connectTo(connection, {});
  await client.query('create temporary table proof (id integer)');
  await client.end();
  await expect(connectTo({ addresses: [standby] }, {})).rejects.toThrow('does not take writes');

  const opened = openDatabase({ connection, log: quietLog, poolMax: 2, writersMax: 2 });
  const outcomes: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    outcomes.push(
      await opened.ping().then(
        () => 'answered',
        () => 'refused',
      ),
    );
  }
  expect(outcomes).toEqual(['refused', 'refused', 'answered', 'answered']);
  await opened.close();
});
