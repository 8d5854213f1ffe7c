// Windows are looked up by their keys, also for a company that PostgreSQL has no figures of yet.

import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { addNewCompany } from '../../tests/support/new-company.ts';
import { type StatementWork, watchWork } from '../../tests/support/statement-work.ts';
import { newUuid } from '../platform/ids.ts';
import { lastIncomingAt } from './last-incoming.ts';
import { deleteOldWindows, deleteWindowsOf, emitClosing, findLastIncoming, openWindows } from './queries.ts';
import { windowMilliseconds } from './window.ts';

const database = await useDatabase();
const pool = database.openPool(1);
const watch = watchWork(pool);
const people = 1_000;
const { companyId, contacts } = await addNewCompany(database, people, ['conversation_windows']);
const keys = contacts.map(({ key }) => key);
const senderId = newUuid();
const day = 86_400_000;
const hour = 3_600_000;
const now = Date.now();

const open = (of: string, personKeys: readonly string[], at: Date): Promise<void> =>
  openWindows(
    pool,
    personKeys.map((personKey) => ({ companyId: of, senderId, personKey, at })),
  );

const expectFew = (work: StatementWork, rows: number): void => {
  expect(work.rows, work.text).toBeLessThanOrEqual(rows);
};

beforeAll(async () => {
  await open(newUuid(), keys, new Date(now));
  await database.query('analyze conversation_windows');
  await open(companyId, keys, new Date(now - hour));
});

describe('when a person last wrote', () => {
  const other = '+15550100';

  beforeAll(async () => {
    // A person who writes from one address may be answered at another.
    await database.query(
      `insert into contact_addresses (company_id, key, contact_id, kind, value) values ($1, $2, $3, 'phone', $2)`,
      [companyId, other, contacts[7]?.id],
    );
  });

  it.each([
    ['at the address they wrote from', keys[7] ?? '', true],
    ['at another address of theirs', other, true],
    ['who never did', '+15550199', false],
  ])('is looked up %s', async (_name, key, wrote) => {
    const work = await watch(async () => {
      expect((await findLastIncoming(pool, companyId, senderId, key)) !== null).toBe(wrote);
    });
    expectFew(work, 16);
  });

  it('is looked up for each of many messages', async () => {
    const work = await watch(() =>
      pool.query(
        `select ${lastIncomingAt({ companyId: 'row.company_id', senderId: 'row.sender_id', personKey: 'row.key' })}
         from unnest($1::uuid[], $2::uuid[], $3::text[]) as row (company_id, sender_id, key)`,
        [keys.map(() => companyId), keys.map(() => senderId), keys],
      ),
    );
    expectFew(work, people * 16);
  });
});

describe('windows', () => {
  it('that close soon are emitted by their keys, among those that do not', async () => {
    const closing = keys.slice(0, 50);
    await database.query(
      `update conversation_windows set last_incoming_at = $3 where company_id = $1 and person_key = any ($2)`,
      [companyId, closing, new Date(now - windowMilliseconds + hour)],
    );
    const work = await watch(async () => {
      expect(await emitClosing(pool, companyId, new Date(now), 50)).toBe(50);
    });
    expectFew(work, 50 * 12);
  });

  it('of a person who is erased go by their keys', async () => {
    await database.query(
      `insert into senders (company_id, id, name, provider, account, messages_per_second, fields)
       values ($1, $2, 'Main', 'meta_cloud', '1', 80, '')`,
      [companyId, senderId],
    );
    const work = await watch(() => deleteWindowsOf(pool, companyId, [keys[60] ?? '']));
    expectFew(work, 16);
    expect(await findLastIncoming(pool, companyId, senderId, keys[60] ?? '')).toBeNull();
  });

  it('that closed long ago are forgotten by their keys, and the others stay', async () => {
    const old = keys.slice(100, 200);
    await database.query(
      `update conversation_windows set last_incoming_at = $3 where company_id = $1 and person_key = any ($2)`,
      [companyId, old, new Date(now - 40 * day)],
    );
    const work = await watch(async () => {
      expect(await deleteOldWindows(pool, companyId, 30, 60)).toBe(60);
    });
    expectFew(work, 60 * 12);
    expect(await deleteOldWindows(pool, companyId, 30, 60)).toBe(40);
    expect(await deleteOldWindows(pool, companyId, 30, 60)).toBe(0);
    expect(await findLastIncoming(pool, companyId, senderId, keys[99] ?? '')).not.toBeNull();
  });
});
