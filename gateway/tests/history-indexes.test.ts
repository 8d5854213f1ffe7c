// Keeps the change of a message cheap: PostgreSQL writes a changed row beside the old one on the same page and leaves
// all indexes alone (a HOT update), as long as no index names a column that changed.

import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { historyTables } from '../src/app/history-tables.ts';
import { createStatusRecorder, type ReportedStatus } from '../src/messages/statuses/status-recorder.ts';
import { newUuid } from '../src/platform/ids.ts';
import { type TestDatabase, useDatabase } from './support/database.ts';
import { insertOutgoing, type OutgoingMessage } from './support/outgoing-message.ts';
import { useOwnServer } from './support/own-server.ts';
import { useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

/**
 * The columns that change on the usual way of a row. A column that changes only when something goes wrong is not here: an
 * index of what went wrong may name it.
 */
const changing: Readonly<Record<string, readonly string[]>> = {
  messages: ['status', 'attempt', 'lane_id', 'owner_epoch', 'due_at', 'provider_message_id', 'updated_at'],
  message_statuses: [],
  events: [],
  deliveries: ['state', 'attempt', 'step', 'lane_id', 'due_at', 'answer_status', 'updated_at'],
  requests: ['status', 'answer', 'duration_ms'],
  calls: [],
};

/**
 * The queue itself (ADR 9): a row enters one of these when it begins to wait or to be sent, and leaves it when it does not any
 * more, so they name the columns that say so. They cost the updates that do that (marking and settling) their place on the page.
 * The statuses of a message that was sent change none of these columns. Nothing else belongs here: an index for a list names a
 * column that the usual way leaves alone.
 */
const queues = new Set([
  'messages_waiting',
  'messages_due',
  'messages_delayed',
  'messages_owned',
  'deliveries_waiting',
  'deliveries_due',
  'deliveries_delayed',
]);

interface NamedColumn {
  table: string;
  index: string;
  column: string;
}

const database = await useDatabase();

const report = (message: OutgoingMessage, status: 'delivered' | 'read'): ReportedStatus => ({
  companyId: message.companyId,
  senderId: newUuid(),
  status: {
    providerMessageId: `wamid.${message.id}`,
    status,
    at: new Date(),
    recipient: '966501234567',
    echo: message.echo,
    failure: null,
    raw: { status },
  },
});

/** Every column that an index names: as a key, inside an expression, beside its keys, or in its condition. */
const findNamedColumns = async (): Promise<NamedColumn[]> =>
  await database.query<NamedColumn>(
    `select distinct owner.relname as table, index.relname as index, attname as column
     from pg_index
     join pg_class owner on owner.oid = indrelid
     join pg_class index on index.oid = indexrelid
     join pg_depend on pg_depend.objid = indexrelid and refobjid = indrelid and refobjsubid > 0
     join pg_attribute on attrelid = indrelid and attnum = refobjsubid
     where owner.relname = any ($1)
     union
     select owner.relname, index.relname, attname
     from pg_index
     join pg_class owner on owner.oid = indrelid
     join pg_class index on index.oid = indexrelid
     join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where owner.relname = any ($1)`,
    [Object.keys(changing)],
  );

describe('indexes of history tables', () => {
  it('are looked at for every table that holds history, with columns that are there', async () => {
    const tables = historyTables({ messageRetentionDays: 30, requestRetentionDays: 30 });
    expect(Object.keys(changing).sort()).toEqual(tables.map(({ name }) => name).sort());
    for (const [table, columns] of Object.entries(changing)) {
      const rows = await database.query<{ column: string }>(
        'select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0',
        [table],
      );
      expect(rows.map(({ column }) => column)).toEqual(expect.arrayContaining([...columns]));
    }
  });

  it('name no column that changes on the usual way, in their keys or their condition', async () => {
    const named = await findNamedColumns();
    expect(new Set(named.map(({ table }) => table))).toEqual(new Set(Object.keys(changing)));
    const wrong = named.filter(
      ({ table, index, column }) => !queues.has(index) && changing[table]?.includes(column),
    );
    expect(wrong).toEqual([]);
  });

  it('are found out when they do', async () => {
    await database.query(`create index wrong_condition on messages (company_id, id) where status = 'sent'`);
    await database.query('create index wrong_key on requests (company_id, status)');
    const named = await findNamedColumns();
    await database.query('drop index wrong_condition, wrong_key');
    expect(named).toContainEqual({ table: 'messages', index: 'wrong_condition', column: 'status' });
    expect(named).toContainEqual({ table: 'requests', index: 'wrong_key', column: 'status' });
  });
});

interface Updates {
  updates: number;
  hot: number;
}

const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');

/** Sessions report what they did when they are idle, a second later at most; waits until so many updates are reported. */
const readUpdates = async (from: TestDatabase, least: number): Promise<Updates> =>
  await waitUntil(`${least} updates were reported`, async () => {
    const [row] = await from.query<Updates>(
      `select n_tup_upd::integer as updates, n_tup_hot_upd::integer as hot
       from pg_stat_user_tables where relname = 'messages_' || $1`,
      [today],
    );
    return row && row.updates >= least && row;
  });

describe('messages on their way', () => {
  it('stay on their page for at least 45 % of all updates', async () => {
    const messages = 120;
    // A transaction in any database of a server keeps old versions on their pages; on this one there are no other tests.
    const stage = await useSendingStage({}, await useOwnServer());
    const company = await stage.createSendingCompany();
    // People take a moment: statuses that come together are one update, and versions of one moment need more room.
    await stage.call('PATCH', '/simulator/control/settings', {
      body: { sent_delay_ms: 20, delivered_delay_ms: 800, read_delay_ms: 2_500 },
    });
    const sendAll = async (): Promise<void> => {
      for (let sent = 0; sent < messages; sent += 4) {
        const answers = await Promise.all(
          Array.from({ length: 4 }, (_, index) => company.send({ to: `+9665${50_000_000 + sent + index}` })),
        );
        expect(answers.every(({ status }) => status === 200 || status === 202)).toBe(true);
      }
    };
    const untilRead = (count: number) =>
      waitUntil(
        'all messages were read',
        async () => {
          const [row] = await stage.database.query<{ count: number }>(
            `select count(*)::integer as count from messages where status = 'read'`,
          );
          return row?.count === count;
        },
        60_000,
      );
    // A machine that is busy for seconds keeps old versions, and the next ones find no room: one quiet round is enough.
    const shares: number[] = [];
    let before: Updates = { updates: 0, hot: 0 };
    for (let round = 1; round <= 3 && Math.max(0, ...shares) < 0.45; round += 1) {
      await sendAll();
      await untilRead(messages * round);
      const after = await readUpdates(stage.database, before.updates + messages * 2);
      shares.push((after.hot - before.hot) / (after.updates - before.updates));
      before = after;
    }
    expect(Math.max(...shares), shares.join(', ')).toBeGreaterThanOrEqual(0.45);
  }, 240_000);

  it('stay on their page whenever they go from sent to delivered to read', async () => {
    // As many as leave room on one page for all their versions: what is left of the old ones goes only when no older
    // transaction runs on the whole server.
    const messages = await insertOutgoing(database, newUuid(), 12, { status: 'sent' });
    const writers = new pg.Pool({ connectionString: database.url, max: 1 });
    const recorder = createStatusRecorder({ writers });
    for (const status of ['delivered', 'read'] as const) {
      for (const message of messages) await recorder.record([report(message, status)]);
    }
    await writers.end();
    const { updates, hot } = await readUpdates(database, messages.length * 2);
    expect({ updates, hot }).toEqual({ updates: messages.length * 2, hot: messages.length * 2 });
  });

  it('are marked when they fail, from any source, and found among those that went wrong', async () => {
    const companyId = newUuid();
    const [failed, read] = await insertOutgoing(database, companyId, 2, { status: 'sent' });
    if (!failed || !read) throw new Error('two messages were inserted');
    await database.query(`update messages set status = 'failed' where company_id = $1 and id = $2`, [
      companyId,
      failed.id,
    ]);
    await database.query(`update messages set status = 'read' where company_id = $1 and id = $2`, [
      companyId,
      read.id,
    ]);
    const rows = await database.query<{ id: string; is_exceptional: boolean | null }>(
      'select id, is_exceptional from messages where company_id = $1 order by id',
      [companyId],
    );
    expect(rows).toEqual([
      { id: failed.id, is_exceptional: true },
      { id: read.id, is_exceptional: null },
    ]);
  });
});
