// Named tokens: what each may do, from where and until when; and what the audit log records of them.

import type { AuditEntry } from '@hudhud/contract/audit.ts';
import type { NamedToken } from '@hudhud/contract/tokens.ts';
import { describe, expect, it } from 'vitest';
import { hasScope, operationScopes } from '../src/http/token-scopes.ts';
import { signUpMember, signUpOwner } from './support/browser.ts';
import { expectProblem } from './support/expect-problem.ts';
import { credentials, useApiGateway } from './support/gateway.ts';
import type { Answer } from './support/http-client.ts';
import { readOperations } from './support/openapi.ts';
import { waitUntil } from './support/wait-until.ts';

const environment = { TRUST_PROXY: 'yes', WEBHOOK_ALLOWED_NETWORKS: 'loopback' };
const gateway = await useApiGateway({ environment });
const second = await useApiGateway({ database: gateway.database, environment });
const owner = await signUpOwner(gateway, 'Al Noor');
const operations = await readOperations(gateway);

const make = async (body: object): Promise<{ token: string; id: string }> => {
  const made = await owner.post<{ token: string; details: NamedToken }>('/api/v1/tokens', body);
  expect(made.status, made.text).toBe(201);
  return { token: made.body.token, id: made.body.details.id };
};

interface Use {
  readonly from?: string;
  readonly body?: unknown;
  readonly at?: typeof gateway;
}

const use = (token: string, method: string, path: string, { from, body, at = gateway }: Use = {}) =>
  at.call(method, path, {
    headers: {
      ...credentials(owner.companyId, token),
      ...(from !== undefined && { 'x-forwarded-for': from }),
    },
    ...(body !== undefined && { body }),
  });

const me = (token: string, choices?: Use): Promise<Answer> => use(token, 'GET', '/api/v1/me', choices);

const auditOf = async (query = ''): Promise<AuditEntry[]> =>
  (await owner.get<{ data: AuditEntry[] }>(`/api/v1/audit${query}`)).body.data;

describe('the table of scopes', () => {
  const forTokens = operations.filter(({ isForToken }) => isForToken).map(({ id }) => id);

  it('has every operation that a token can call, and none that is gone', () => {
    expect(forTokens.filter((id) => !operationScopes.has(id)).join(', ')).toBe('');
    expect([...operationScopes.keys()].filter((id) => !forTokens.includes(id)).join(', ')).toBe('');
  });

  it('is published with each operation', async () => {
    const { body } = await gateway.call<{
      paths: Record<string, Record<string, { operationId: string; 'x-token-scope'?: string }>>;
    }>('GET', '/openapi.json');
    const published = Object.values(body.paths).flatMap((item) => Object.values(item));
    const wrong = published.filter(({ operationId, ...operation }) => {
      const scope = operationScopes.get(operationId);
      return (scope === 'any' ? undefined : scope) !== operation['x-token-scope'];
    });
    expect(wrong.map(({ operationId }) => operationId).join(', ')).toBe('');
  });

  it('is kept by every operation, for each scope alone', async () => {
    const problems: string[] = [];
    for (const scope of ['send', 'read', 'contacts', 'campaigns'] as const) {
      const { token } = await make({ name: `Only ${scope}`, scopes: [scope] });
      for (const { id, method, path } of operations) {
        const needed = operationScopes.get(id);
        // Nothing is changed: a body that is not JSON, and ids that are none.
        if (needed === undefined || path.endsWith('/stream')) continue;
        const answer = await use(token, method, path.replaceAll(/\{\w+\}/g, 'x'), {
          ...(method !== 'GET' && { body: '{' }),
        });
        const isRefused = (answer.body as { code?: string } | null)?.code === 'token_scope_missing';
        if (isRefused === hasScope([scope], needed, method)) problems.push(`${scope} at ${id}`);
      }
    }
    expect(problems.join(', ')).toBe('');
  });
});

describe('a named token', () => {
  it('sends what its scope allows, and gets the name of the scope that it lacks', async () => {
    const { token } = await make({ name: 'Till', scopes: ['send'] });
    const body = { to: '+966501234567', message: 'Hello' };
    const sent = await use(token, 'POST', '/api/v1/messages/send', { body });
    expect([200, 202], sent.text).toContain(sent.status);
    const { message_id: id } = sent.body as { message_id: string };
    expect((await use(token, 'GET', `/api/v1/messages/${id}`)).status).toBe(200);
    const refused = await use(token, 'GET', '/api/v1/contacts');
    const problem = expectProblem(refused, 'token_scope_missing');
    expect(problem.detail).toContain('scope contacts; the token "Till" has send');
    expectProblem(await use(token, 'GET', '/api/v1/nowhere'), 'route_not_found');
    expectProblem(await use(token, 'POST', '/api/v1/tokens', { body: {} }), 'user_required');
    expect((await me(token)).body).toMatchObject({ token: { name: 'Till', scopes: ['send'] } });
  });

  it('cannot run a recorded request again that it may not make', async () => {
    const refused = await use(owner.token, 'POST', '/api/v1/contacts', { body: { phone: 'x' } });
    const id = refused.headers['x-request-id'] ?? '';
    await waitUntil(
      'the request was recorded',
      async () => (await owner.get(`/api/v1/requests/${id}`)).status === 200,
    );
    const { token } = await make({ name: 'Replayer', scopes: ['send'] });
    const again = await use(token, 'POST', `/api/v1/requests/${id}/retry`);
    expect(again.body).toMatchObject({ status: 403, answer: { code: 'token_scope_missing' } });
  });

  it('works from its networks only, as the trusted proxy gives the address', async () => {
    const { token } = await make({
      name: 'Office',
      scopes: ['read'],
      networks: ['203.0.113.0/24', '2001:db8::/48'],
    });
    for (const from of ['203.0.113.9', '2001:db8::9']) expect((await me(token, { from })).status).toBe(200);
    const refused = expectProblem(await me(token, { from: '198.51.100.7' }), 'token_network_refused');
    expect(refused.detail).toContain('198.51.100.7');
    expectProblem(await me(token), 'token_network_refused');
  });

  it('ends by itself, and says so', async () => {
    const { token, id } = await make({
      name: 'Temporary',
      scopes: ['read'],
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect((await me(token)).status).toBe(200);
    await gateway.database.query(`update tokens set expires_at = now() - interval '1 day' where name = $1`, [
      'Temporary',
    ]);
    await waitUntil('it has ended', async () => (await me(token)).status === 401);
    expectProblem(await me(token), 'token_expired');
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await owner.call('PATCH', `/api/v1/tokens/${id}`, { body: { expires_at: later } });
    expect((await me(token)).status).toBe(200);
  });

  it('is refused at once when it was revoked, in other processes within seconds', async () => {
    const { token, id } = await make({ name: 'Leaked', scopes: ['admin'] });
    expect((await me(token, { at: second })).status).toBe(200);
    expect((await owner.call('DELETE', `/api/v1/tokens/${id}`)).status).toBe(204);
    expectProblem(await me(token), 'invalid_credentials');
    await waitUntil('the other refuses it', async () => (await me(token, { at: second })).status === 401);
    expectProblem(await owner.call('DELETE', `/api/v1/tokens/${id}`), 'token_not_found');
  });

  it('leaves the company token as it is, and stays when that is replaced', async () => {
    const { token } = await make({ name: 'Lasting', scopes: ['read'] });
    const replaced = await owner.post<{ token: string }>('/api/v1/company/token', {});
    expect((await me(replaced.body.token)).body).toMatchObject({ token: null });
    expect((await me(token)).status).toBe(200);
    const list = await owner.get<{ data: object[] }>('/api/v1/company/token');
    expect(list.body.data).toHaveLength(1);
  });

  it('shows when it was last used, and never itself', async () => {
    const { token, id } = await make({ name: 'Watched', scopes: ['read'] });
    await me(token);
    const list = await owner.get<{ data: NamedToken[] }>('/api/v1/tokens');
    const found = list.body.data.find((one) => one.id === id);
    expect(found).toMatchObject({ name: 'Watched', last_four: token.slice(-4), created_by: 'User 1' });
    expect(Date.now() - Date.parse(found?.last_used_at ?? '')).toBeLessThan(120_000);
    expect(list.text).not.toContain(token);
    const kept = await gateway.database.query('select * from tokens');
    expect(JSON.stringify(kept)).not.toContain(token);
  });
});

describe('a token that cannot be', () => {
  it.each([
    ['a name that is taken', { name: ' TAKEN ', scopes: ['read'] }, 'token_name_taken'],
    ['no scope', { name: 'a', scopes: [] }, 'invalid_value'],
    ['an unknown scope', { name: 'a', scopes: ['everything'] }, 'invalid_value'],
    ['no network', { name: 'a', scopes: ['read'], networks: ['10.0.0.1/8'] }, 'invalid_network'],
    [
      'an end in the past',
      { name: 'a', scopes: ['read'], expires_at: '2020-01-01T00:00:00Z' },
      'invalid_value',
    ],
  ] as const)('is refused: %s', async (_what, body, code) => {
    await owner.post('/api/v1/tokens', { name: 'taken', scopes: ['read'] });
    expectProblem(await owner.post('/api/v1/tokens', body), code);
  });

  it('is not made by those below an admin', async () => {
    const operator = await signUpMember(gateway, owner, 'operator');
    expectProblem(await operator.post('/api/v1/tokens', { name: 'b', scopes: ['read'] }), 'role_too_low');
  });
});

describe('the audit log', () => {
  it('shows a token by its old and new values, and who changed it', async () => {
    const { token, id } = await make({ name: 'Audited', scopes: ['read'] });
    await owner.call('PATCH', `/api/v1/tokens/${id}`, {
      body: { scopes: ['read', 'send'], networks: ['203.0.113.0/24'] },
    });
    await owner.call('DELETE', `/api/v1/tokens/${id}`);
    const entries = (await auditOf()).filter(({ target }) => target === id);
    expect(entries.map(({ action }) => action).join()).toBe('revoke_token,change_token,create_token');
    expect(entries[1]?.changes).toEqual([
      { field: 'scopes', before: ['read'], after: ['read', 'send'] },
      { field: 'networks', before: [], after: ['203.0.113.0/24'] },
    ]);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  it('shows the old and new values of settings, and no secret', async () => {
    await owner.call('PATCH', '/api/v1/company', { body: { timezone: 'Europe/Paris' } });
    const hook = await owner.post<{ id: string }>('/api/v1/webhooks', {
      url: 'http://127.0.0.1:9/hook?key=hidden-value',
      description: 'Old words',
      headers: { 'x-auth': 'hidden-value' },
    });
    expect(hook.status, hook.text).toBe(201);
    await owner.call('PATCH', `/api/v1/webhooks/${hook.body.id}`, {
      body: {
        description: 'New words',
        url: 'http://127.0.0.1:9/other?key=hidden-too',
        headers: { 'x-auth': 'hidden-too' },
      },
    });
    const entries = await auditOf();
    const change = entries.find(({ action }) => action === 'change_webhook');
    expect(change?.changes).toEqual([
      { field: 'description', before: 'Old words', after: 'New words' },
      {
        field: 'url',
        before: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/hook\?key=/),
        after: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/other\?key=/),
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain('hidden');
    expect(entries.find(({ action }) => action === 'change_company')?.changes).toEqual([
      { field: 'timezone', before: 'Asia/Riyadh', after: 'Europe/Paris' },
    ]);
  });

  it('names the token that made a change, and filters by person and by kind', async () => {
    const admin = await signUpMember(gateway, owner, 'admin');
    await admin.post('/api/v1/stores', { name: 'By the admin' });
    const { token } = await make({ name: 'Back office', scopes: ['admin'] });
    await use(token, 'POST', '/api/v1/stores', { body: { name: 'By a token' } });
    const byAdmin = await auditOf(`?user_id=${admin.id}`);
    expect([...new Set(byAdmin.map(({ actor }) => actor.user_id))]).toEqual([admin.id]);
    expect(byAdmin[0]).toMatchObject({ action: 'create_store', data: { name: 'By the admin' } });
    const [byToken] = await auditOf('?actor=token&limit=1');
    expect(byToken).toMatchObject({ action: 'create_store', actor: { kind: 'token', name: 'Back office' } });
  });
});
