// What remains of people: an account that its user wants gone, and accounts that outlive their companies.

import type { AuditEntry } from '@hudhud/contract/audit.ts';
import { describe, expect, it } from 'vitest';
import { sweepUsers } from '../../src/users/accounts/delete-user.ts';
import { goodPassword, openBrowser, signUpMember, signUpOwner, type TestUser } from '../support/browser.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { useApiGateway } from '../support/gateway.ts';
import { codeOf, turnOnSecondFactor } from '../support/second-factor.ts';

const gateway = await useApiGateway();
const { database } = gateway;
const operator = await signUpOwner(gateway, 'First of all');
const { pool } = gateway.running.storage.database;

const leave = (user: TestUser, fields: object = {}) =>
  user.post('/api/v1/user/delete', { password: goodPassword, ...fields });

const rowsOf = async ({ uuid }: TestUser): Promise<number> => {
  const tables = ['sessions', 'members', 'passkeys', 'password_resets'];
  const counts = await Promise.all([
    database.query('select 1 from users where id = $1', [uuid]),
    ...tables.map((table) => database.query(`select 1 from ${table} where user_id = $1`, [uuid])),
  ]);
  return counts.reduce((sum, rows) => sum + rows.length, 0);
};

describe('a user who leaves', () => {
  it('is gone with everything that opens the account; the company keeps who it was', async () => {
    const member = await signUpMember(gateway, operator, 'admin');
    expect((await leave(member)).status).toBe(204);
    expect(member.cookie).toBeNull();
    expect(await rowsOf(member)).toBe(0);
    const { email } = member;
    const signIn = await openBrowser(gateway).post('/api/v1/sign-in', { email, password: goodPassword });
    expectProblem(signIn, 'sign_in_refused');
    const { body } = await operator.get<{ data: AuditEntry[] }>('/api/v1/audit');
    expect(body.data[0]).toMatchObject({
      action: 'delete_user',
      actor: { kind: 'user', user_id: member.id },
      target: member.id,
      data: { role: 'admin' },
    });
    const deletions = await database.query('select actor, companies from user_deletions where id = $1', [
      member.uuid,
    ]);
    expect(deletions).toEqual([{ actor: 'user', companies: 1 }]);
  });

  it('proves who they are, with the second factor too', async () => {
    const member = await signUpMember(gateway, operator, 'viewer');
    expectProblem(await leave(member, { password: 'violet-harbour-48' }), 'wrong_password');
    const { secret } = await turnOnSecondFactor(member);
    expectProblem(await leave(member), 'second_factor_required');
    expect((await leave(member, { code: codeOf(secret) })).status).toBe(204);
  });

  it('leaves no company without an owner', async () => {
    const owner = await signUpOwner(gateway, 'Orphaned company');
    const refused = await leave(owner);
    expectProblem(refused, 'last_owner');
    expect(refused.text).toContain('Orphaned company');
    const heir = await signUpMember(gateway, owner, 'admin');
    const promoted = await owner.call('PATCH', `/api/v1/members/${heir.id}`, { body: { role: 'owner' } });
    expect(promoted.status).toBe(200);
    expect((await leave(owner)).status).toBe(204);
  });

  it('leaves one of two owners who go at once', async () => {
    const owner = await signUpOwner(gateway);
    const heir = await signUpMember(gateway, owner, 'admin');
    await owner.call('PATCH', `/api/v1/members/${heir.id}`, { body: { role: 'owner' } });
    const answers = await Promise.all([leave(owner), leave(heir)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  });

  it('leaves no gateway without an operator: the next stranger to sign up would become it', async () => {
    const other = await signUpMember(gateway, operator, 'admin');
    await operator.call('PATCH', `/api/v1/members/${other.id}`, { body: { role: 'owner' } });
    expectProblem(await leave(operator), 'last_operator');
    expect((await operator.get('/api/v1/session')).status).toBe(200);
  });
});

describe('a user who belongs to no company', () => {
  const alone = async (): Promise<TestUser> => {
    const member = await signUpMember(gateway, operator, 'viewer');
    expect((await operator.call('DELETE', `/api/v1/members/${member.id}`)).status).toBe(204);
    return member;
  };
  const age = (user: TestUser, days: number) =>
    database.query(
      `update users set without_company_since = without_company_since - make_interval(days => $2) where id = $1`,
      [user.uuid, days],
    );
  const signedInLast = (user: TestUser, days: number) =>
    database.query(
      'update sessions set last_seen_at = now() - make_interval(days => $2) where user_id = $1',
      [user.uuid, days],
    );

  it('is removed after the time that is set, and no sooner', async () => {
    const user = await alone();
    const active = await alone();
    expect(await sweepUsers(pool, 90)).toEqual([]);
    await Promise.all([age(user, 91), age(active, 91)]);
    await Promise.all([signedInLast(user, 91), signedInLast(active, 5)]);
    expect(await sweepUsers(pool, 90)).toEqual([user.uuid]);
    expect(await rowsOf(user)).toBe(0);
    expect(await rowsOf(active)).toBeGreaterThan(0);
    const deletions = await database.query('select actor from user_deletions where id = $1', [user.uuid]);
    expect(deletions).toEqual([{ actor: 'sweep' }]);
  });

  it('is forgotten as such when they join one again', async () => {
    const user = await alone();
    await sweepUsers(pool, 90);
    await age(user, 91);
    await signedInLast(user, 91);
    await database.query(`insert into members (company_id, user_id, role) values ($1, $2, 'viewer')`, [
      operator.companyUuid,
      user.uuid,
    ]);
    expect(await sweepUsers(pool, 90)).toEqual([]);
    const [row] = await database.query('select without_company_since from users where id = $1', [user.uuid]);
    expect(row).toEqual({ without_company_since: null });
  });
});
