// The connections to PostgreSQL: a pool for reading and everyday writes, and a small pool of writers for group commits,
// so that a slow list can never hold up a durable write.

import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { errorCode } from '../error-code.ts';
import type { Log } from '../log.ts';
import { type ConnectionSettings, clientOfHosts } from './hosts.ts';

/** Where a statement runs: any connection of the pool, or the one that holds a transaction. */
export type Queryable = pg.Pool | pg.ClientBase;

export interface Database {
  /** Lists, single rows and everyday changes. */
  readonly pool: pg.Pool;
  /** Group commits, and the short queries of a round that must keep the right plan. */
  readonly writers: pg.Pool;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly connection: ConnectionSettings;
  /** A pooler in transaction mode is in front: it takes no settings with a connection. See `findDroppedSettings`. */
  readonly isPooled?: boolean;
  readonly log: Log;
  readonly poolMax: number;
  readonly writersMax: number;
}

/** A list that takes longer than this is broken off: the Event Monitor must never starve the message path. */
const readMillisecondsMax = 10_000;
const writeMillisecondsMax = 10_000;
/** The server breaks off a slow statement; this much later we stop waiting ourselves, for a network that went silent. */
const silenceMilliseconds = 2_000;
const connectMillisecondsMax = 5_000;
const closeMillisecondsMax = 3_000;
const idleMillisecondsMax = 600_000;

/**
 * A group commit has the same plan for any contents of its arrays: every row is found by its key, the partition by the
 * bounds that come with the batch. Left to itself the server plans some of them anew each time, which costs more than
 * running them. A plan made while a day's partition is new and empty lives on when it is full, so reading one whole is
 * never a plan.
 */
const planOnce = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/**
 * A plan over the partitions of months looks dear enough to be compiled, and compiling costs more than all the rest: with
 * 67 partitions a message took 1,148 us of PostgreSQL with it and 345 without.
 */
const everywhere = '-c jit=off';

export const openDatabase = (options: DatabaseOptions): Database => {
  const { addresses, ...connection } = options.connection;
  const Client = addresses && clientOfHosts(addresses);
  const openPool = (name: string, max: number, statementMilliseconds: number, settings = ''): pg.Pool => {
    const pool = new pg.Pool({
      ...connection,
      ...(Client && { Client: Client as unknown as NonNullable<pg.PoolConfig['Client']> }),
      ...(!options.isPooled && {
        options: `${connection.options ?? ''} ${everywhere} ${settings}`.trim(),
        statement_timeout: statementMilliseconds,
      }),
      application_name: `hudhud ${name}`,
      max,
      connectionTimeoutMillis: connectMillisecondsMax,
      query_timeout: statementMilliseconds + silenceMilliseconds,
      // A new connection plans every statement again.
      idleTimeoutMillis: idleMillisecondsMax,
      keepAlive: true,
    });
    // An idle connection that breaks is replaced on next use; without a listener it would end the process.
    pool.on('error', (error) => {
      // The pool hangs the whole connection on it, which is pages long in a log.
      Reflect.deleteProperty(error, 'client');
      options.log.warn({ err: error, pool: name }, 'a database connection broke');
    });
    // The pool removes its listener before it closes a connection. An error in between does not matter.
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  };
  const pool = openPool('pool', options.poolMax, readMillisecondsMax);
  const writers = openPool('writers', options.writersMax, writeMillisecondsMax, planOnce);
  return {
    pool,
    writers,
    async ping() {
      await pool.query('select 1');
    },
    async close() {
      // Ending waits for work under way; a connection to a server that went silent would make it wait for ever.
      const ended = Promise.all([pool.end(), writers.end()]);
      await Promise.race([ended, sleep(closeMillisecondsMax, undefined, { ref: false })]);
    },
  };
};

/** Typed query building for lists and filters, over the same pool. */
export const queryBuilder = <Tables>(pool: pg.Pool): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/** Runs `work` in one transaction. */
export const inTransaction = async <Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    if (errorCode(error) === readOnlyCode) broken = error as Error;
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
};

/** The server has broken a statement off: it waited for a lock, or there is too much to do. */
export const isTakingTooLong = (error: unknown): boolean => errorCode(error) === '57014';

const outageClasses = new Set(['08', '53', '57', '58']);
/** A server that has become a standby: writes go on at another one. */
const readOnlyCode = '25006';
const outageSystemCodes = new Set([
  // The listen queue of a Unix socket is full.
  'EAGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * True when the database could not be asked or did not answer, as opposed to answering that it does not want this row.
 * The driver reports lost connections as plain errors without a code, so those are known by their words.
 */
export const isDatabaseOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  if (code !== '') {
    // 57014 is our own statement timeout: the server is there but cannot keep up, which is an outage all the same.
    const isOfClass = code.length === 5 && outageClasses.has(code.slice(0, 2));
    return isOfClass || code === readOnlyCode || outageSystemCodes.has(code);
  }
  return /connection (terminated|ended|timeout)|query read timeout|timeout expired|timeout exceeded when trying to connect|not queryable|client was closed|cannot use a pool after/i.test(
    error.message,
  );
};
