// The commands about plans and users, as an operator calls them beside a running gateway; some as a process of its own.

import type { AuditEntry } from '@hudhud/contract/audit.ts';
import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { openBrowser, profileOf, signUpMember, signUpOwner } from './support/browser.ts';
import { type CommandOutcome, callCommand, spawnCommand } from './support/command-line.ts';
import { expectProblem } from './support/expect-problem.ts';
import { testEnvironment, useApiGateway } from './support/gateway.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();
const owner = await signUpOwner(gateway, 'Al Noor');
const nobody = 'nobody@example.com';
const noCompany = toPublicId('company', newUuid());

const environment = { ...testEnvironment(gateway.database.url), PUBLIC_URL: 'https://wa.example.com' };

const run = (...words: string[]): Promise<CommandOutcome> => callCommand({ words, environment });

/** As scripts call it: a process of its own. */
const spawned = (...words: string[]): Promise<CommandOutcome> => spawnCommand({ words, environment });

describe('hudhud company delete', () => {
  it('deletes the company whose name was typed, and no other', async () => {
    const leaver = await signUpOwner(gateway, 'Leaving company');
    const remove = (...words: string[]) => run('company', 'delete', '--company', ...words);
    const wrong = await remove(leaver.companyId, '--name', 'Al Noor');
    expect(wrong).toMatchObject({ code: 4, stderr: expect.stringContaining('Nothing was deleted') });
    expect((await leaver.get('/api/v1/me')).status).toBe(200);
    const done = await remove(leaver.companyId, '--name', 'Leaving company', '--json');
    expect(done.code).toBe(0);
    expect(JSON.parse(done.stdout)).toEqual({ company_id: leaver.companyId, is_deleted: true });
    await waitUntil('it was gone', async () => (await leaver.get('/api/v1/me')).status === 403);
    expect((await remove(leaver.companyId, '--name', 'Leaving company')).code).toBe(3);
  });
});

describe('hudhud company plan', () => {
  const plan = (...words: string[]) => run('company', 'plan', '--company', owner.companyId, ...words);

  it('gives a company a new trial', async () => {
    const { code, stdout } = await plan('--plan', 'trial', '--days', '30', '--json');
    expect(code).toBe(0);
    const { trial_ends_at: end } = JSON.parse(stdout) as { trial_ends_at: string };
    expect((Date.parse(end) - Date.now()) / 86_400_000).toBeGreaterThan(29.9);
    expect(await profileOf(owner)).toMatchObject({ plan: 'trial', trial_ends_at: end });
  });

  it('suspends a company, and makes it active again; the audit log has it', async () => {
    expect((await spawned('company', 'plan', '--company', owner.companyId, '--plan', 'suspended')).code).toBe(
      0,
    );
    await waitUntil(
      'the suspension counted',
      async () => (await owner.get('/api/v1/messages')).status === 403,
    );
    expect((await plan('--plan', 'active')).code).toBe(0);
    const entries = await waitUntil('it was active again', async () => {
      const answer = await owner.get<{ data: AuditEntry[] }>('/api/v1/audit');
      return answer.status === 200 && answer.body.data;
    });
    expect(entries[0]).toMatchObject({
      action: 'change_plan',
      actor: { kind: 'operator', user_id: null, name: null },
      data: { plan: 'active', trial_ends_at: null },
    });
    expect(await profileOf(owner)).toMatchObject({ plan: 'active', trial_ends_at: null });
  });

  it.each([
    ['an unknown plan', ['--plan', 'gold'], 2],
    ['days without a trial', ['--plan', 'active', '--days', '3'], 2],
    ['days that are none', ['--plan', 'trial', '--days', 'x'], 2],
    ['an unknown company', ['--plan', 'active'], 3],
  ])('ends with its code for %s', async (_name, words, code) => {
    expect((await run('company', 'plan', '--company', noCompany, ...words)).code).toBe(code);
  });
});

describe('hudhud user', () => {
  it('list shows every user and no secret', async () => {
    const people = await run('user', 'list');
    expect(people.stdout).toContain(owner.email);
    const { stdout } = await run('user', 'list', '--json');
    expect(JSON.parse(stdout)).toContainEqual({
      id: owner.id,
      email: owner.email,
      name: expect.any(String),
      is_operator: true,
      is_email_verified: false,
      companies: 1,
    });
    expect(people.stdout + stdout).not.toContain('argon2');
  });

  it('reset-link prints a link that sets a new password', async () => {
    const { code, stdout } = await spawned(
      'user',
      'reset-link',
      '--email',
      owner.email.toUpperCase(),
      '--json',
    );
    expect(code).toBe(0);
    const { link } = JSON.parse(stdout) as { link: string };
    expect(link).toMatch(/^https:\/\/wa\.example\.com\/reset-password#[\w-]{43}$/);
    const password = 'quiet-lantern-93';
    const browser = openBrowser(gateway);
    const body = { token: link.split('#')[1], password };
    expect((await browser.post('/api/v1/password/reset', body)).status).toBe(204);
    expect((await browser.post('/api/v1/sign-in', { email: owner.email, password })).status).toBe(200);
    owner.cookie = browser.cookie;
  });

  it('operator gives the list of all companies, and takes it away', async () => {
    const member = await signUpMember(gateway, owner, 'viewer');
    const look = () => member.get('/api/v1/operator/companies');
    expectProblem(await look(), 'operator_required');
    expect((await run('user', 'operator', '--email', member.email)).code).toBe(0);
    expect((await look()).status).toBe(200);
    expect((await run('user', 'operator', '--email', member.email, '--remove')).code).toBe(0);
    expectProblem(await look(), 'operator_required');
  });

  it('join puts a user into a company that was made on the command line', async () => {
    const company = await gateway.createCompany({ name: 'Made by command' });
    const join = () => run('user', 'join', '--email', owner.email, '--company', company.id);
    expect((await join()).code).toBe(0);
    const headers = { 'x-company-id': company.id };
    expect((await owner.call('GET', '/api/v1/company', { headers })).body).toMatchObject({
      name: 'Made by command',
    });
    expect((await join()).code).toBe(4);
  });

  it('delete removes a user for good, but not the only owner of a company', async () => {
    const leaver = await signUpOwner(gateway, 'Company of a leaver');
    const remove = (email: string) => run('user', 'delete', '--email', email);
    const refused = await remove(leaver.email);
    expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('Company of a leaver') });
    const member = await signUpMember(gateway, owner, 'viewer');
    expect((await remove(member.email.toUpperCase())).code).toBe(0);
    expectProblem(await member.get('/api/v1/session'), 'not_signed_in');
    const { body } = await owner.get<{ data: AuditEntry[] }>('/api/v1/audit');
    expect(body.data[0]).toMatchObject({
      action: 'delete_user',
      actor: { kind: 'operator' },
      target: member.id,
      data: { role: 'viewer' },
    });
    expect((await remove(member.email)).code).toBe(3);
  });

  it.each([
    ['delete', []],
    ['reset-link', []],
    ['operator', []],
    ['join', ['--company', owner.companyId]],
  ])('%s ends with 3 when there is no such user', async (command, words) => {
    const { code, stderr } = await run('user', command, '--email', nobody, ...words);
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(nobody) });
  });

  it('join ends with 2 for an unknown role', async () => {
    const words = ['--email', nobody, '--company', noCompany, '--role', 'king'];
    expect((await run('user', 'join', ...words)).code).toBe(2);
  });
});
