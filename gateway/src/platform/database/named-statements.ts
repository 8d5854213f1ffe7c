// Every statement of the message path has a name: it is parsed once on a connection. A pooler in transaction mode gives each
// transaction any of its own connections, so it must know the statements of its clients; one that does not fails them now
// and then, or runs another client's statement of that name. It is found out before the first message.

import type pg from 'pg';
import { errorCode } from '../error-code.ts';
import { PoolerError } from './dropped-settings.ts';
import { type ConnectionSettings, connectTo } from './hosts.ts';

/** No such statement; there is one of that name already. */
const unknownName = '26000';
const takenName = '42P05';
const turns = 3;
const connectMillisecondsMax = 5_000;

const advice =
  'DATABASE_URL leads to a pooler that does not carry named statements. pgbouncer does from version 1.21 on, with max_prepared_statements = 200; or let DATABASE_URL lead to the server itself (docs/self-hosting.md).';

const ask = async (client: pg.Client, number: number): Promise<void> => {
  const { rows } = await client.query<{ number: number }>({
    name: 'hudhud-start',
    text: `select ${number} as number`,
  });
  if (rows[0]?.number !== number) throw new PoolerError(advice);
};

/**
 * Two clients that mean different statements by one name, in turns: on connections of the server that they share, one finds
 * the name taken, not there, or gets the other's answer.
 */
export const checkNamedStatements = async (connection: ConnectionSettings): Promise<void> => {
  const clients: pg.Client[] = [];
  try {
    for (const name of ['one', 'two']) {
      const more = {
        application_name: `hudhud start ${name}`,
        connectionTimeoutMillis: connectMillisecondsMax,
      };
      clients.push(await connectTo(connection, more));
    }
    for (let turn = 0; turn < turns; turn += 1) {
      for (const [index, client] of clients.entries()) await ask(client, index);
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === unknownName || code === takenName) throw new PoolerError(advice, { cause: error });
    throw error;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
};
