import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { keepPartitions } from '../src/platform/database/partitions.ts';
import { firstUuidAt, toPublicId } from '../src/platform/ids.ts';
import { useDatabase } from './support/database.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';

const day = 86_400_000;
const tables = [
  { name: 'messages', retentionDays: 10 },
  { name: 'requests', retentionDays: 3 },
];

const database = await useDatabase();

const partitionsOf = async (table: string): Promise<string[]> => {
  const rows = await database.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
    [table],
  );
  return rows.map(({ name }) => name);
};

const dayOf = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 10).replaceAll('-', '');

const keepAt = (milliseconds: number) =>
  keepPartitions({ connectionString: database.url }, tables, milliseconds);

describe('partitions', () => {
  const today = Date.now();

  const daysOf = (table: string, first: number): string[] =>
    Array.from({ length: 8 - first }, (_, index) => `${table}_${dayOf(today + (first + index) * day)}`);

  it('are made for today, a week ahead and yesterday, and for as long as a provider repeats itself', async () => {
    expect(await partitionsOf('requests')).toEqual(daysOf('requests', -1));
    expect(await partitionsOf('messages')).toEqual(daysOf('messages', -8));
    expect(await partitionsOf('message_statuses')).toEqual(daysOf('message_statuses', -8));
    expect(await keepAt(today)).toEqual({ made: [], dropped: [], postponed: [] });
  });

  it('are made one a day as time goes by', async () => {
    const work = await keepAt(today + day);
    const next = dayOf(today + 8 * day);
    expect(work).toEqual({ made: [`messages_${next}`, `requests_${next}`], dropped: [], postponed: [] });
  });

  it('are dropped when the retention of their table has ended, and not a day before', async () => {
    const yesterday = dayOf(today - day);
    expect((await keepAt(today + 2 * day)).dropped).toEqual([]);
    expect((await keepAt(today + 3 * day)).dropped).toEqual([
      `messages_${dayOf(today - 8 * day)}`,
      `requests_${yesterday}`,
    ]);
    expect(await partitionsOf('messages')).toContain(`messages_${yesterday}`);
    expect((await keepAt(today + 10 * day)).dropped).toContain(`messages_${yesterday}`);
  });

  it('take rows up to the last moment of the last day', async () => {
    const last = Math.floor((today + 17 * day) / day) * day + day - 1;
    await database.query(
      `insert into messages (company_id, id, direction, status, type, phone_number, body, provider)
       values ('00000000-0000-7000-8000-000000000000', $1, 'out', 'queued', 'text', '+1', 'x', 'p')`,
      [firstUuidAt(last)],
    );
    const rows = await database.query<{ name: string }>(
      'select tableoid::regclass::text as name from messages',
    );
    expect(rows).toEqual([{ name: `messages_${dayOf(last)}` }]);
  });

  it('are kept by two processes at once without getting in each other’s way', async () => {
    const later = today + 30 * day;
    const works = await Promise.all([keepAt(later), keepAt(later), keepAt(later)]);
    expect(works.map(({ made }) => made.length).sort((one, two) => one - two)).toEqual([0, 0, 18]);
  });

  it('are made also while a reader holds the table, and dropped when it has ended; no query waits', async () => {
    const much = today + 60 * day;
    const reader = await database.connect();
    await reader.query('begin; lock table messages in access share mode');
    const keeping = keepAt(much);
    let slowest = 0;
    let isKept = false;
    void keeping.finally(() => {
      isKept = true;
    });
    while (!isKept) {
      const begin = performance.now();
      await database
        .query(
          `insert into messages (company_id, id, direction, status, type, phone_number, body, provider)
         values ('00000000-0000-7000-8000-000000000000', gen_random_uuid(), 'out', 'queued', 'text', '+1', 'x', 'p')`,
        )
        .catch((error: Error) => expect(error.message).toContain('no partition'));
      slowest = Math.max(slowest, performance.now() - begin);
      await sleep(10);
    }
    const work = await keeping;
    expect(work.made).toContain(`messages_${dayOf(much)}`);
    expect(work.postponed).toHaveLength(1);
    expect(slowest, 'in time').toBeLessThan(1_000);
    await reader.query('rollback');
    await reader.end();
    const { dropped, postponed } = await keepAt(much);
    expect(dropped).toEqual(expect.arrayContaining(work.postponed));
    expect(postponed).toEqual([]);
  });
});

describe('a message whose retention has ended', () => {
  it('is not found any more, and lists go on without it', async () => {
    const gateway = await useApiGateway();
    const company = await gateway.createCompany();
    const { body } = await company.send();
    const id = toPublicId('message', firstUuidAt(Date.now() - 400 * day));
    expectProblem(await company.get(`/api/v1/messages/${id}`), 'message_not_found');
    await gateway.database.query(`drop table messages_${dayOf(Date.now())}`);
    expectProblem(await company.get(`/api/v1/messages/${body.message_id}`), 'message_not_found');
    expect((await company.get('/api/v1/messages')).body).toEqual({ data: [], next_cursor: null });
  });
});
