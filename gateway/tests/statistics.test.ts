// The company's numbers: counted with every status that changes, from any source, and equal to a count of the messages
// at every moment.

import { randomUUID } from 'node:crypto';
import type { Statistics, StatisticsRow } from '@hudhud/contract/statistics.ts';
import { describe, expect, it } from 'vitest';
import { firstUuidAt, newUuid, toPublicId } from '../src/platform/ids.ts';
import { checkCounts } from '../src/statistics/check-counts.ts';
import { foldCounts } from '../src/statistics/fold-counts.ts';
import { findDayDifferences } from '../src/statistics/queries.ts';
import { expectProblem } from './support/expect-problem.ts';
import { type TestCompany, useApiGateway } from './support/gateway.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();
const { pool } = gateway.running.storage.database;
const quarter = 15 * 60_000;
const hour = 4 * quarter;
const day = 24 * hour;

const insertAt = async (
  company: TestCompany,
  at: number,
  { status = 'sent', direction = 'out', type = 'text', senderId = null as string | null } = {},
): Promise<string> => {
  // Made by hand: `newUuid` never goes back, so one of another moment would move all that follow in this process.
  const id = `${firstUuidAt(at).slice(0, 13)}-7${randomUUID().slice(15)}`;
  await gateway.database.query(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, sender_id)
     values ($1, $2, $3, $4, $5, '+966501234567', 'Hello', 'meta_cloud', $6)`,
    [company.uuid, id, direction, status, type, senderId],
  );
  return id;
};

const read = async (company: TestCompany, query = ''): Promise<Statistics> => {
  const answer = await company.get<Statistics>(`/api/v1/statistics?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const countsByStatus = (rows: readonly StatisticsRow[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status = '', count } of rows) counts[status] = (counts[status] ?? 0) + count;
  return counts;
};

const expectAgreement = async (): Promise<void> => {
  expect((await checkCounts(pool)).differences).toEqual([]);
};

describe('GET /api/v1/statistics', () => {
  it('counts a message from the moment it is accepted, and follows its status', async () => {
    const company = await gateway.createCompany();
    expect(await read(company)).toMatchObject({ total: 0, data: [], by: 'day', timezone: 'Asia/Riyadh' });
    await company.send();
    await company.send();
    expect(countsByStatus((await read(company)).data)).toEqual({ queued: 2 });
    await gateway.database.query(
      `update messages set status = 'failed'
       where company_id = $1 and id = (select id from messages where company_id = $1 limit 1)`,
      [company.uuid],
    );
    expect(countsByStatus((await read(company)).data)).toEqual({ queued: 1, failed: 1 });
    await expectAgreement();
  });

  it('answers the same before, while and after changes are folded', async () => {
    const company = await gateway.createCompany();
    await Promise.all(Array.from({ length: 20 }, () => company.send()));
    const seen = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        if (index % 3 === 0) await foldCounts(pool);
        return (await read(company)).total;
      }),
    );
    expect(new Set(seen)).toEqual(new Set([20]));
  });

  it('folds by itself, so that the table of changes does not grow', async () => {
    const company = await gateway.createCompany();
    await company.send();
    await waitUntil('the change was folded', async () => {
      const rows = await gateway.database.query(
        'select 1 from unfolded_message_counts where company_id = $1',
        [company.uuid],
      );
      return rows.length === 0;
    });
    expect((await read(company)).total).toBe(1);
  });

  it('groups by status, sender, type and direction', async () => {
    const company = await gateway.createCompany();
    const senderId = newUuid();
    await insertAt(company, Date.now(), { senderId });
    await insertAt(company, Date.now(), { senderId, status: 'read' });
    await insertAt(company, Date.now(), { direction: 'in', status: 'received', type: 'image' });
    const { data } = await read(company, 'group=status,sender,type,direction');
    const sender_id = toPublicId('sender', senderId);
    const rows = data.map(({ period: _period, ...rest }) => rest);
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        { status: 'sent', sender_id, type: 'text', direction: 'out', count: 1 },
        { status: 'read', sender_id, type: 'text', direction: 'out', count: 1 },
        { status: 'received', sender_id: null, type: 'image', direction: 'in', count: 1 },
      ]),
    );
    expect((await read(company, 'group=direction')).data.map(({ count }) => count)).toEqual([1, 2]);
  });

  it.each(['Asia/Riyadh', 'Australia/Eucla', 'America/St_Johns', 'UTC'])(
    'puts messages into the days and hours of %s',
    async (timezone) => {
      const company = await gateway.createCompany();
      await company.call('PATCH', '/api/v1/company', { body: { timezone } });
      await waitUntil('the zone is in force', async () => (await read(company)).timezone === timezone);
      // The last midnight that is more than an hour ago, so that nothing below is in the future.
      const asked = new Date(Date.now() - day - hour).toISOString();
      const { since, until } = await read(company, `until=${asked}`);
      const midnight = Date.parse(until);
      expect(since.slice(10, 19)).toBe('T00:00:00');
      expect(until.slice(10, 19)).toBe('T00:00:00');
      await insertAt(company, midnight - 1);
      await insertAt(company, midnight);
      await insertAt(company, midnight + hour);
      const days = await read(company, `since=${new Date(midnight - day).toISOString()}`);
      expect(days.data.map(({ period, count }) => [Date.parse(period), count])).toEqual([
        [midnight - day, 1],
        [midnight, 2],
      ]);
      await foldCounts(pool);
      expect((await read(company, `since=${new Date(midnight - day).toISOString()}`)).data).toEqual(
        days.data,
      );
      const hours = await read(company, `by=hour&since=${new Date(midnight - day).toISOString()}`);
      expect(hours.data.map(({ period, count }) => [Date.parse(period), count])).toEqual([
        [midnight - hour, 1],
        [midnight, 1],
        [midnight + hour, 1],
      ]);
    },
  );

  it.each([
    ['since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', 'invalid_value'],
    ['since=2020-01-01T00:00:00Z&until=2026-01-01T00:00:00Z', 'invalid_value'],
    ['by=hour&since=2026-01-01T00:00:00Z&until=2026-03-01T00:00:00Z', 'invalid_value'],
    ['until=9999-12-31T23:59:59Z', 'invalid_value'],
    ['by=week', 'invalid_value'],
    ['group=status,colour', 'invalid_value'],
    ['grup=status', 'unknown_field'],
  ] as const)('refuses %s', async (query, code) => {
    const company = await gateway.createCompany();
    expectProblem(await company.get(`/api/v1/statistics?${query}`), code);
  });
});

describe('days', () => {
  it('agree with their quarters when a company moves to another time zone, also while counts are folded', async () => {
    const company = await gateway.createCompany();
    const other = await gateway.createCompany();
    for (let index = 0; index < 12; index += 1) await insertAt(company, Date.now() - index * 3 * hour);
    await foldCounts(pool);
    await insertAt(other, Date.now());
    const work = Array.from({ length: 12 }, async (_, index) => {
      await insertAt(company, Date.now() - index * hour, { status: 'read' });
      await foldCounts(pool);
    });
    for (const timezone of ['Asia/Kathmandu', 'Pacific/Auckland']) {
      await company.call('PATCH', '/api/v1/company', { body: { timezone } });
    }
    await Promise.all(work);
    await foldCounts(pool);
    expect(await findDayDifferences(pool)).toEqual([]);
    await waitUntil(
      'the zone is in force',
      async () => (await read(company)).timezone === 'Pacific/Auckland',
    );
    expect((await read(company)).total).toBe(24);
    await waitUntil('the other company is counted', async () => {
      const sql = 'select 1 from message_day_counts where company_id = $1';
      return (await gateway.database.query(sql, [other.uuid])).length === 1;
    });
    await gateway.database.query('update message_day_counts set count = count + 1 where company_id = $1', [
      other.uuid,
    ]);
    expect(await findDayDifferences(pool)).toMatchObject([
      { company_id: other.uuid, kept: '2', counted: '1' },
    ]);
    await gateway.database.query('update message_day_counts set count = count - 1 where company_id = $1', [
      other.uuid,
    ]);
  });
});

describe('the check', () => {
  it('agrees after many changes at once, by several writers, with rows that stay as they are', async () => {
    const company = await gateway.createCompany();
    const statuses = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed'];
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, index) => insertAt(company, Date.now() - (index % 5) * quarter)),
    );
    await Promise.all(
      Array.from({ length: 40 }, (_, round) =>
        gateway.database.query(
          `update messages set status = $3, updated_at = now()
           where company_id = $1 and id in (select unnest($2::uuid[]) order by 1)`,
          [
            company.uuid,
            ids.filter((_id, index) => (index + round) % 3 === 0),
            statuses[round % statuses.length],
          ],
        ),
      ),
    );
    await foldCounts(pool);
    await expectAgreement();
    expect((await read(company)).total).toBe(60);
  });

  it('finds a number that is wrong', async () => {
    const company = await gateway.createCompany();
    await company.send();
    await foldCounts(pool);
    await gateway.database.query('update message_counts set count = count + 1 where company_id = $1', [
      company.uuid,
    ]);
    const { differences } = await checkCounts(pool);
    expect(differences).toMatchObject([{ company_id: company.uuid, kept: '2', counted: '1' }]);
    await gateway.database.query('delete from message_counts where company_id = $1', [company.uuid]);
    expect((await checkCounts(pool)).differences).toMatchObject([{ kept: '0', counted: '1' }]);
  });
});
