import type { AuditEntry } from '@hudhud/contract/audit.ts';
import type { Store, TokenInfo } from '@hudhud/contract/companies.ts';
import { describe, expect, it } from 'vitest';
import { type Browser, signUpOwner } from './support/browser.ts';
import { expectProblem } from './support/expect-problem.ts';
import { credentials, useApiGateway } from './support/gateway.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();
const owner = await signUpOwner(gateway, 'Al Noor');

const auditOf = async (browser: Browser): Promise<AuditEntry[]> =>
  (await browser.get<{ data: AuditEntry[] }>('/api/v1/audit')).body.data;

const meStatus = async (token: string, companyId = owner.companyId): Promise<number> =>
  (await gateway.call('GET', '/api/v1/me', { headers: credentials(companyId, token) })).status;

describe('PATCH /api/v1/company', () => {
  const change = (body: object) => owner.call('PATCH', '/api/v1/company', { body });

  it('200: changes what is given, at once, and what is left out stays', async () => {
    expect((await change({ timezone: 'europe/paris' })).body).toMatchObject({
      name: 'Al Noor',
      timezone: 'Europe/Paris',
      language: 'en',
    });
    expect((await change({ name: ' Al Noor Clinic ', language: 'ar' })).body).toMatchObject({
      name: 'Al Noor Clinic',
      timezone: 'Europe/Paris',
      language: 'ar',
    });
    expect((await owner.get('/api/v1/me')).body).toMatchObject({
      company: { name: 'Al Noor Clinic', timezone: 'Europe/Paris' },
    });
  });

  it('422: the time zone does not exist, or the name is empty', async () => {
    expectProblem(await change({ timezone: 'Mars/Base' }), 'unknown_timezone', { pointer: '/timezone' });
    expectProblem(await change({ name: '  ' }), 'invalid_value', { pointer: '/name' });
    expectProblem(await change({ plan: 'active' }), 'unknown_field');
  });
});

describe('stores', () => {
  it('are made, listed newest first, renamed and deleted', async () => {
    const made = await owner.post<Store>('/api/v1/stores', { name: ' Riyadh branch ' });
    expect(made).toMatchObject({ status: 201, body: { name: 'Riyadh branch' } });
    const path = `/api/v1/stores/${made.body.id}`;
    const list = await owner.get<{ data: Store[] }>('/api/v1/stores');
    expect(list.body.data.map(({ name }) => name)).toEqual(['Riyadh branch', 'Al Noor']);
    const renamed = await owner.call('PATCH', path, { body: { name: 'North branch' } });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'North branch' } });
    expect((await owner.call('DELETE', path)).status).toBe(204);
    expectProblem(await owner.get(path), 'store_not_found');
    expectProblem(await owner.call('DELETE', path), 'store_not_found');
    expectProblem(await owner.call('PATCH', path, { body: { name: 'x' } }), 'store_not_found');
  });

  it('409: stay while a sender sends for them', async () => {
    const { body: store } = await owner.post<Store>('/api/v1/stores', { name: 'Jeddah branch' });
    const { body: senders } = await owner.get<{ data: { id: string }[] }>('/api/v1/senders');
    const sender = `/api/v1/senders/${senders.data[0]?.id}`;
    const assign = (storeId: string | null) => owner.call('PATCH', sender, { body: { store_id: storeId } });
    expect((await assign(store.id)).status).toBe(200);
    expectProblem(await owner.call('DELETE', `/api/v1/stores/${store.id}`), 'store_in_use');
    expect((await assign(null)).status).toBe(200);
    expect((await owner.call('DELETE', `/api/v1/stores/${store.id}`)).status).toBe(204);
  });

  it('are paged', async () => {
    const other = await signUpOwner(gateway);
    for (const name of ['A', 'B']) await other.post('/api/v1/stores', { name });
    const page = await other.get<{ data: Store[]; next_cursor: string }>('/api/v1/stores?limit=2');
    expect(page.body.data.map(({ name }) => name)).toEqual(['B', 'A']);
    const next = await other.get<{ data: Store[] }>(`/api/v1/stores?cursor=${page.body.next_cursor}`);
    expect(next.body.data.map(({ name }) => name)).toEqual(['Test company']);
  });
});

describe('POST /api/v1/company/token', () => {
  it('200: makes a new token that works at once, and the old one stops at once', async () => {
    const user = await signUpOwner(gateway);
    expect(await meStatus(user.token, user.companyId)).toBe(200);
    const { status, body } = await user.post<{ token: string }>('/api/v1/company/token', {});
    expect(status).toBe(200);
    expect(await meStatus(body.token, user.companyId)).toBe(200);
    expect(await meStatus(user.token, user.companyId)).toBe(401);
  });

  it('200: takes a chosen one, and lets the old one work for its grace period', async () => {
    const user = await signUpOwner(gateway);
    const token = 'kEBHGnmT72xy-purple-ostrich';
    const wish = { token, grace_seconds: 3_600 };
    const { body } = await user.post<{ old_token_ends_at: string }>('/api/v1/company/token', wish);
    expect(body).toMatchObject({ token });
    expect(Date.parse(body.old_token_ends_at) - Date.now()).toBeGreaterThan(3_500_000);
    expect(await meStatus(token, user.companyId)).toBe(200);
    expect(await meStatus(user.token, user.companyId)).toBe(200);
    const info = await user.get<{ data: TokenInfo[] }>('/api/v1/company/token');
    expect(info.body.data).toMatchObject([
      { last_four: 'rich', expires_at: null },
      { last_four: user.token.slice(-4), expires_at: body.old_token_ends_at },
    ]);
    expect(info.text).not.toContain(token);
  });

  it('422: refuses a weak one and says why', async () => {
    const answer = await owner.post('/api/v1/company/token', { token: 'short' });
    expect(expectProblem(answer, 'token_too_weak', { pointer: '/token' }).detail).toContain('at least 24');
  });
});

describe('the last use of the token', () => {
  it('is notified at once, and written for other processes within a moment', async () => {
    const user = await signUpOwner(gateway);
    const read = async () => {
      const { body } = await user.get<{ data: TokenInfo[] }>('/api/v1/company/token');
      return body.data[0]?.last_used_at ?? null;
    };
    expect(await read()).toBeNull();
    await meStatus(user.token, user.companyId);
    expect(Date.now() - Date.parse((await read()) ?? '')).toBeLessThan(60_000);
    await waitUntil('it was written', async () => {
      const [row] = await gateway.database.query<{ last_used_at: Date | null }>(
        'select last_used_at from tokens where company_id = $1',
        [user.companyUuid],
      );
      return row?.last_used_at !== null;
    });
  });
});

describe('the audit log', () => {
  it('has who changed what, newest first', async () => {
    const user = await signUpOwner(gateway, 'Audited company');
    await user.call('PATCH', '/api/v1/company', { body: { name: 'Renamed' } });
    const { body: store } = await user.post<Store>('/api/v1/stores', { name: 'Branch' });
    await user.post('/api/v1/company/token', {});
    await user.post('/api/v1/invitations', { role: 'viewer', note: 'Omar' });
    const entries = await auditOf(user);
    expect(entries.map(({ action }) => action)).toEqual([
      'invite_member',
      'replace_token',
      'create_store',
      'change_company',
      'create_company',
    ]);
    for (const { actor } of entries) {
      expect(actor).toMatchObject({ kind: 'user', user_id: user.id, name: expect.stringMatching(/^User/) });
    }
    expect(entries[2]).toMatchObject({ target: store.id, data: { name: 'Branch' } });
    expect(entries[3]).toMatchObject({ target: null, data: { name: 'Renamed' } });
    expect(Date.now() - Date.parse(entries[0]?.at ?? '')).toBeLessThan(60_000);
  });

  it('has changes of rooms that know nothing of it, with the names of fields and no values', async () => {
    const user = await signUpOwner(gateway);
    const fields = {
      phone_number_id: '1',
      access_token: 'hush-1',
      app_secret: 'hush-2',
      verify_token: 'hush-3',
    };
    const body = { name: 'Front desk', provider: 'meta_cloud', fields };
    const made = await user.post<{ id: string }>('/api/v1/senders', body);
    expect(made.status).toBe(201);
    const [entry] = await auditOf(user);
    expect(entry).toMatchObject({
      action: 'create_sender',
      target: made.body.id,
      data: { fields: ['name', 'provider', 'fields'], request_id: made.headers['x-request-id'] },
    });
    expect(JSON.stringify(entry)).not.toContain('hush');
  });

  it('has what the token changed, but not what it sends', async () => {
    const company = await gateway.createCompany();
    await company.send();
    await company.call('PATCH', '/api/v1/company', { body: { name: 'By token' } });
    const { body } = await company.get<{ data: { id: string }[] }>('/api/v1/senders');
    await company.call('PATCH', `/api/v1/senders/${body.data[0]?.id}`, { body: { name: 'Renamed' } });
    const { body: page } = await company.get<{ data: AuditEntry[] }>('/api/v1/audit');
    expect(page.data.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ['change_sender', 'token'],
      ['change_company', 'token'],
    ]);
  });

  it('has what users send, because a request row does not name them', async () => {
    const user = await signUpOwner(gateway);
    const sent = await user.post<{ message_id: string }>('/api/v1/messages/send', {
      to: '+966501234567',
      message: 'hush',
    });
    const [entry] = await auditOf(user);
    expect(entry).toMatchObject({ action: 'send_message', target: sent.body.message_id });
    expect(JSON.stringify(entry)).not.toContain('hush');
  });

  it('does not name what only reads, though it is asked by POST', async () => {
    const user = await signUpOwner(gateway);
    expect((await user.post('/api/v1/contacts/count', { filter: {} })).status).toBe(200);
    expect((await auditOf(user)).map(({ action }) => action)).toEqual(['create_company']);
  });

  it('has nothing of what was refused', async () => {
    const user = await signUpOwner(gateway);
    await user.call('PATCH', '/api/v1/company', { body: { timezone: 'Mars/Base' } });
    await user.post('/api/v1/senders', {});
    await user.post('/api/v1/company/token', { token: 'short' });
    expect((await auditOf(user)).map(({ action }) => action)).toEqual(['create_company']);
  });
});
