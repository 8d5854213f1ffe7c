import type { Sender } from '@hudhud/contract/senders.ts';
import { describe, expect, it } from 'vitest';
import { sweepDeletedCompanies } from '../src/companies/deletion/sweep-deleted.ts';
import { newUuid } from '../src/platform/ids.ts';
import { goodPassword, signUpMember, signUpOwner, type TestOwner } from './support/browser.ts';
import { expectProblem } from './support/expect-problem.ts';
import { credentials, goodSend, sendingEnvironment, useGateway } from './support/gateway.ts';
import { startReceiver } from './support/receivers/receiver.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useGateway({
  environment: { ...sendingEnvironment, WEBHOOK_ALLOWED_NETWORKS: 'loopback' },
});
const { query } = gateway.database;
const { pool } = gateway.running.storage.database;

const remove = (owner: TestOwner, name = 'Test company', password = goodPassword) =>
  owner.post('/api/v1/company/delete', { name, password });

const asToken = (owner: TestOwner, method: string, path: string, body?: object) =>
  gateway.call(method, path, {
    headers: credentials(owner.companyId, owner.token),
    ...(body && { body }),
  });

/** Rows of a company in every table that has a column for one, by the database's own list of tables. */
const countRows = async (companyUuid: string): Promise<Record<string, number>> => {
  const tables = await query<{ name: string }>(
    `select table_name as name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where column_name = 'company_id' and table_schema = 'public' and table_type = 'BASE TABLE'`,
    [],
  );
  const each = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::integer as count from ${name} where company_id = $1`,
  );
  const counts = await query<{ name: string; count: number }>(each.join(' union all '), [companyUuid]);
  return Object.fromEntries(counts.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]));
};

/** A company that has used everything: messages in and out, a webhook, people, stores, senders. */
const fill = async (owner: TestOwner): Promise<void> => {
  await signUpMember(gateway, owner, 'viewer');
  await owner.post('/api/v1/invitations', { role: 'viewer' });
  await owner.post('/api/v1/stores', { name: 'Branch' });
  await owner.post('/api/v1/webhooks', { url: 'http://127.0.0.1:1/hook' });
  const headers = { ...credentials(owner.companyId, owner.token), 'idempotency-key': newUuid() };
  const sent = await gateway.call('POST', '/api/v1/messages/send', { body: goodSend, headers });
  expect(sent.status, sent.text).toBe(200);
};

/** Tables that fill up for any company, some of them a little after the answer. */
const tablesInUse = [
  'audit',
  'calls',
  'deliveries',
  'endpoints',
  'events',
  'idempotency_keys',
  'invitations',
  'lanes',
  'members',
  'message_statuses',
  'messages',
  'requests',
  'senders',
  'stores',
  'tokens',
];

/** The sweep does not wait for other processes: there are none. */
const sweep = (rowsPerStep?: number) =>
  sweepDeletedCompanies(pool, { quietSeconds: 0, ...(rowsPerStep && { rowsPerStep }) });

describe('POST /api/v1/company/delete', () => {
  it('204: no one reaches the company from then on, and no row of it is left in any table', async () => {
    const owner = await signUpOwner(gateway);
    const other = await signUpOwner(gateway, 'Company that stays');
    await fill(owner);
    await fill(other);
    for (const { companyUuid } of [owner, other]) {
      await waitUntil('every table had rows of the company', async () => {
        const counts = await countRows(companyUuid);
        return tablesInUse.every((table) => table in counts);
      });
    }

    expect((await remove(owner)).status).toBe(204);
    expectProblem(await asToken(owner, 'GET', '/api/v1/me'), 'invalid_credentials');
    expectProblem(await asToken(owner, 'POST', '/api/v1/messages/send', goodSend), 'invalid_credentials');
    expectProblem(await owner.get('/api/v1/messages'), 'not_a_member');
    expect((await owner.get<{ companies: [] }>('/api/v1/session')).body.companies).toEqual([]);

    await waitUntil('every row was gone', async () => {
      await sweep();
      return Object.keys(await countRows(owner.companyUuid)).length === 0;
    });
    await waitUntil('the company itself was gone', async () => {
      await sweep();
      return (await query('select 1 from companies where id = $1', [owner.companyUuid])).length === 0;
    });
    const kept = await countRows(other.companyUuid);
    expect(tablesInUse.filter((table) => !(table in kept))).toEqual([]);
    expect((await asToken(other, 'GET', '/api/v1/me')).status).toBe(200);
  }, 180_000);

  it('204: the operator keeps a record of what was deleted, when and by whom', async () => {
    const owner = await signUpOwner(gateway, 'Short-lived');
    expect((await remove(owner, 'Short-lived')).status).toBe(204);
    await waitUntil('it was finished', async () => {
      await sweep();
      const [row] = await query<{ finished_at: Date | null; rows_deleted: string }>(
        `select * from company_deletions where id = $1 and finished_at is not null`,
        [owner.companyUuid],
      );
      if (!row) return false;
      expect(row).toMatchObject({ name: 'Short-lived', actor: 'user' });
      expect(Number(row.rows_deleted)).toBeGreaterThan(0);
      return true;
    });
    expect(gateway.logLines.join('')).toContain(owner.companyId);
  });

  it('204: sending stops, although many messages still wait', async () => {
    const owner = await signUpOwner(gateway);
    const { body } = await owner.get<{ data: [Sender] }>('/api/v1/senders');
    const [sender] = body.data;
    const slow = { messages_per_second: 2 };
    await owner.call('PATCH', `/api/v1/senders/${sender.id}`, { body: slow });
    const headers = { ...credentials(owner.companyId, owner.token), prefer: 'respond-async' };
    for (let index = 0; index < 30; index += 1) {
      const to = `+9665012345${String(index).padStart(2, '0')}`;
      await gateway.call('POST', '/api/v1/messages/send', { body: { ...goodSend, to }, headers });
    }
    const sentSoFar = async (): Promise<number> => {
      const path = `/simulator/control/ledger?phone_number_id=${sender.account}&limit=10000`;
      return (await gateway.call<{ data: unknown[] }>('GET', path)).body.data.length;
    };
    await waitUntil('the first went out', async () => (await sentSoFar()) > 0);
    expect((await remove(owner)).status).toBe(204);
    await waitUntil('nothing went out for two seconds', async () => {
      const count = await sentSoFar();
      // Nothing says that none will follow.
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return (await sentSoFar()) === count;
    });
    expect(await sentSoFar()).toBeLessThan(25);
  }, 180_000);

  it('204: nothing is delivered to its webhooks any more', async () => {
    const owner = await signUpOwner(gateway);
    const receiver = await startReceiver((response) => response.end());
    await owner.post('/api/v1/webhooks', { url: receiver.url, events: ['message_status'] });
    await asToken(owner, 'POST', '/api/v1/messages/send', goodSend);
    await waitUntil('the webhook was called', () => receiver.requests.length > 0);
    expect((await remove(owner)).status).toBe(204);
    const left = await query('select 1 from endpoints where company_id = $1', [owner.companyUuid]);
    expect(left).toEqual([]);
    await receiver.close();
  });

  it('403: only an owner, and only with their password', async () => {
    const owner = await signUpOwner(gateway);
    const admin = await signUpMember(gateway, owner, 'admin');
    const body = { name: 'Test company', password: goodPassword };
    expectProblem(await admin.post('/api/v1/company/delete', body), 'role_too_low');
    expectProblem(await asToken(owner, 'POST', '/api/v1/company/delete', body), 'user_required');
    expectProblem(await remove(owner, 'Test company', 'not-the-password'), 'wrong_password');
    expect((await asToken(owner, 'GET', '/api/v1/me')).status).toBe(200);
  });

  it('422: the name must be typed as it is', async () => {
    const owner = await signUpOwner(gateway);
    expectProblem(await remove(owner, 'test company'), 'company_name_differs', { pointer: '/name' });
    expect((await remove(owner, ' Test company ')).status).toBe(204);
  });
});

describe('the sweep', () => {
  it('removes many rows in small steps', async () => {
    const owner = await signUpOwner(gateway);
    for (let index = 0; index < 25; index += 1) {
      await query(
        `insert into audit (company_id, id, actor, action, data) values ($1, $2, 'token', 'x', '{}')`,
        [owner.companyUuid, newUuid()],
      );
    }
    expect((await remove(owner)).status).toBe(204);
    await waitUntil('every row was gone', async () => {
      await sweep(3);
      return Object.keys(await countRows(owner.companyUuid)).length === 0;
    });
  });

  it('keeps the company itself while somebody may still be writing for it, and removes what they wrote', async () => {
    const owner = await signUpOwner(gateway);
    expect((await remove(owner)).status).toBe(204);
    const patient = () => sweepDeletedCompanies(pool, { quietSeconds: 3_600 });
    const isThere = async () =>
      (await query('select 1 from companies where id = $1', [owner.companyUuid])).length === 1;
    await query(
      `insert into parked_statuses (company_id, provider_message_id, status, sender_id, at)
       values ($1, 'wamid.late', 'read', $2, now())`,
      [owner.companyUuid, newUuid()],
    );
    await waitUntil('what they wrote was gone', async () => {
      await patient();
      return Object.keys(await countRows(owner.companyUuid)).length === 0;
    });
    await patient();
    expect(await isThere()).toBe(true);
    await waitUntil('it was gone', async () => {
      await sweep();
      return !(await isThere());
    });
  });
});
