import type { Invitation, Member } from '@hudhud/contract/members.ts';
import type { MemberRole, SessionState } from '@hudhud/contract/users.ts';
import { describe, expect, it } from 'vitest';
import {
  type Browser,
  inviteInto,
  openBrowser,
  signUpMember,
  signUpOwner,
  type TestUser,
} from './support/browser.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway();
const owner = await signUpOwner(gateway, 'Al Noor');
const admin = await signUpMember(gateway, owner, 'admin');
const viewer = await signUpMember(gateway, owner, 'viewer');

const setRole = (browser: Browser, user: TestUser, role: MemberRole) =>
  browser.call('PATCH', `/api/v1/members/${user.id}`, { body: { role } });
const remove = (browser: Browser, user: TestUser) => browser.call('DELETE', `/api/v1/members/${user.id}`);

describe('the members', () => {
  it('are listed with their roles, for every member', async () => {
    const { body } = await viewer.get<{ data: Member[] }>('/api/v1/members');
    expect(body.data.slice(0, 3).map(({ id, role }) => [id, role])).toEqual([
      [owner.id, 'owner'],
      [admin.id, 'admin'],
      [viewer.id, 'viewer'],
    ]);
    expect(JSON.stringify(body)).not.toMatch(/hash|argon|totp/);
  });

  it('get another role, which counts from the next request on', async () => {
    const member = await signUpMember(gateway, owner, 'viewer');
    const store = () => member.post('/api/v1/stores', { name: 'Branch' });
    expectProblem(await store(), 'role_too_low');
    expect(await setRole(owner, member, 'admin')).toMatchObject({ status: 200, body: { role: 'admin' } });
    expect((await store()).status).toBe(201);
    expect((await setRole(owner, member, 'operator')).status).toBe(200);
    expectProblem(await store(), 'role_too_low');
  });

  it('are out with the next request when they are removed, and keep their account', async () => {
    const member = await signUpMember(gateway, owner, 'operator');
    expect((await remove(admin, member)).status).toBe(204);
    expectProblem(await member.get('/api/v1/messages'), 'not_a_member');
    expect((await member.get<SessionState>('/api/v1/session')).body.companies).toEqual([]);
    expectProblem(await remove(admin, member), 'member_not_found');
  });

  it('leave by themselves, whatever their role', async () => {
    const member = await signUpMember(gateway, owner, 'viewer');
    expect((await member.post('/api/v1/company/leave')).status).toBe(204);
    expectProblem(await member.get('/api/v1/messages'), 'not_a_member');
  });
});

describe('an admin', () => {
  it('decides about operators and viewers', async () => {
    const member = await signUpMember(gateway, owner, 'viewer');
    expect((await setRole(admin, member, 'operator')).status).toBe(200);
    expect((await remove(admin, member)).status).toBe(204);
  });

  it('decides about neither admins nor owners, not even by an invitation', async () => {
    const member = await signUpMember(gateway, owner, 'viewer');
    expectProblem(await setRole(admin, member, 'admin'), 'role_too_low');
    expectProblem(await setRole(admin, owner, 'viewer'), 'role_too_low');
    expectProblem(await setRole(admin, admin, 'owner'), 'role_too_low');
    expectProblem(await remove(admin, owner), 'role_too_low');
    expectProblem(await admin.post('/api/v1/invitations', { role: 'admin' }), 'role_too_low');
  });
});

describe('the last owner', () => {
  it('can neither leave, nor be removed, nor become less', async () => {
    const alone = await signUpOwner(gateway);
    expectProblem(await alone.post('/api/v1/company/leave'), 'last_owner');
    expectProblem(await remove(alone, alone), 'last_owner');
    expectProblem(await setRole(alone, alone, 'admin'), 'last_owner');
    expect((await setRole(alone, alone, 'owner')).status).toBe(200);
  });

  it('is never missing, also when two owners leave at once', async () => {
    const one = await signUpOwner(gateway);
    const two = await signUpMember(gateway, one, 'owner');
    const answers = await Promise.all([one, two].map((user) => user.post('/api/v1/company/leave')));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  });
});

describe('an invitation', () => {
  it('shows what it invites to, to anyone with the link', async () => {
    const token = await inviteInto(owner, 'operator');
    const { status, body } = await openBrowser(gateway).post('/api/v1/invitations/view', { token });
    expect(status).toBe(200);
    expect(body).toMatchObject({ company_name: 'Al Noor', role: 'operator', invited_by: 'User 1' });
  });

  it('lets a user who has a company already into another one', async () => {
    const guest = await signUpOwner(gateway, 'Own company');
    const token = await inviteInto(owner, 'operator');
    const { status, body } = await guest.post<SessionState>('/api/v1/invitations/accept', { token });
    expect(status).toBe(200);
    expect(body.companies.map(({ name, role }) => [name, role]).sort()).toEqual([
      ['Al Noor', 'operator'],
      ['Own company', 'owner'],
    ]);
    guest.companyId = owner.companyId;
    expect((await guest.get('/api/v1/company')).body).toMatchObject({ name: 'Al Noor' });
    expectProblem(await guest.post('/api/v1/invitations/accept', { token }), 'link_invalid');
  });

  it('is not used up by somebody who belongs to the company already', async () => {
    const token = await inviteInto(owner, 'owner');
    expectProblem(await viewer.post('/api/v1/invitations/accept', { token }), 'already_member');
    const guest = await signUpOwner(gateway);
    expect((await guest.post('/api/v1/invitations/accept', { token })).status).toBe(200);
  });

  it('lets one in of two who use it at once', async () => {
    const token = await inviteInto(owner, 'viewer');
    const guests = [await signUpOwner(gateway), await signUpOwner(gateway)];
    const answers = await Promise.all(
      guests.map((guest) => guest.post('/api/v1/invitations/accept', { token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('works no more when it was withdrawn, or its time is over', async () => {
    const view = (token: string) => openBrowser(gateway).post('/api/v1/invitations/view', { token });
    const withdrawn = await inviteInto(owner, 'viewer');
    const { body } = await owner.get<{ data: Invitation[] }>('/api/v1/invitations');
    const { id } = body.data[0] ?? {};
    expect((await admin.call('DELETE', `/api/v1/invitations/${id}`)).status).toBe(204);
    expectProblem(await view(withdrawn), 'link_invalid');
    expectProblem(await admin.call('DELETE', `/api/v1/invitations/${id}`), 'invitation_not_found');
    const old = await inviteInto(owner, 'viewer');
    await gateway.database.query(`update invitations set expires_at = now() - interval '1 second'`);
    expectProblem(await view(old), 'link_invalid');
    expectProblem(await view('made-up'), 'link_invalid');
  });

  it('is stored as a digest, and is in no list', async () => {
    const token = await inviteInto(owner, 'viewer');
    const rows = await gateway.database.query<{ row: string }>(
      'select invitations::text as row from invitations',
    );
    const list = await owner.get('/api/v1/invitations');
    expect(rows.map(({ row }) => row).join()).not.toContain(token);
    expect(list.text).not.toContain(token);
  });
});

describe('the operator of the gateway', () => {
  it('sees the names and plans of all companies, and nothing of what they send', async () => {
    const { body } = await owner.get<{ data: { name: string; plan: string }[] }>(
      '/api/v1/operator/companies?limit=200',
    );
    expect(body.data).toContainEqual(expect.objectContaining({ name: 'Own company', plan: 'trial' }));
    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual(
      ['created_at', 'id', 'language', 'name', 'plan', 'timezone', 'trial_ends_at', 'window'].sort(),
    );
    const foreign = await signUpOwner(gateway);
    const headers = { 'x-company-id': foreign.companyId };
    expectProblem(await owner.call('GET', '/api/v1/messages', { headers }), 'not_a_member');
  });

  it('finds companies by a part of their name and by their plan', async () => {
    await signUpOwner(gateway, 'Harbour 100% Clinic');
    const find = async (query: string): Promise<string[]> => {
      const { body } = await owner.get<{ data: { name: string }[] }>(`/api/v1/operator/companies?${query}`);
      return body.data.map(({ name }) => name);
    };
    expect(await find('name=HARBOUR&plan=trial')).toEqual(['Harbour 100% Clinic']);
    expect(await find('name=100%25')).toEqual(['Harbour 100% Clinic']);
    expect(await find('name=harbour&plan=suspended')).toEqual([]);
  });

  it('403: no one else does', async () => {
    expectProblem(await admin.get('/api/v1/operator/companies'), 'operator_required');
  });
});
