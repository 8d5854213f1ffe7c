// A user of company A can read or change nothing of company B by their cookie, even if the request names company B. As
// for tokens, the tests are generated from the OpenAPI document.

import type { Invitation } from '@hudhud/contract/members.ts';
import type { Session } from '@hudhud/contract/users.ts';
import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { inviteInto, signUpMember, signUpOwner } from './support/browser.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';
import type { Answer } from './support/http-client.ts';
import { type Operation, readOperations } from './support/openapi.ts';
import { peopleOperationsApart } from './support/operations-apart.ts';
import { sampleBody } from './support/sample-body.ts';

const gateway = await useApiGateway();
const ours = await signUpOwner(gateway, 'Company A');
const theirs = await signUpOwner(gateway, 'Confidential Clinic');
const theirMember = await signUpMember(gateway, theirs, 'viewer');
await inviteInto(theirs, 'viewer');
await theirs.post('/api/v1/tokens', { name: 'Confidential Clinic system', scopes: ['admin'] });
const theirPasskey = newUuid();
await gateway.database.query(
  `insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_synced)
   values ($1, $2, '\\x01', '\\x02', 0, 'Confidential Clinic phone', true)`,
  [theirPasskey, theirs.uuid],
);
const operations = (await readOperations(gateway)).filter(({ isForToken }) => !isForToken);

const theirInvitation = async (): Promise<string> =>
  (await theirs.get<{ data: Invitation[] }>('/api/v1/invitations')).body.data[0]?.id ?? '';

const theirSession = async (): Promise<string> =>
  (await theirs.get<{ data: Session[] }>('/api/v1/sessions')).body.data[0]?.id ?? '';

const theirToken = async (): Promise<string> => {
  const { body } = await theirs.get<{ data: { id: string }[] }>('/api/v1/tokens');
  return body.data[0]?.id ?? '';
};

/** Their objects that a path may name. */
const recipes: Readonly<Record<string, () => Promise<string>>> = {
  '/api/v1/invitations/{id}': theirInvitation,
  '/api/v1/members/{id}': async () => theirMember.id,
  '/api/v1/passkeys/{id}': async () => toPublicId('passkey', theirPasskey),
  '/api/v1/sessions/{id}': theirSession,
  '/api/v1/tokens/{id}': theirToken,
};

const snapshotOfTheirs = async (): Promise<string> => {
  const { companyUuid, uuid } = theirs;
  const rows = await gateway.database.query(
    `select row_to_json(c)::text from companies c where id = $1
     union all select row_to_json(t)::text from tokens t where company_id = $1
     union all select row_to_json(m)::text from members m where company_id = $1
     union all select row_to_json(i)::text from invitations i where company_id = $1
     union all select row_to_json(a)::text from audit a where company_id = $1
     union all select row_to_json(u)::text from users u where id = $2
     union all select row_to_json(p)::text from passkeys p where user_id = $2
     union all select row_to_json(s)::text from sessions s where user_id = $2`,
    [companyUuid, uuid],
  );
  expect(rows.length).toBeGreaterThanOrEqual(8);
  return JSON.stringify(rows);
};

const expectNoTrace = (answer: Answer): void => {
  const seen = answer.text + JSON.stringify(answer.headers);
  const secrets = ['Confidential Clinic', theirs.companyId, theirs.email, theirs.id, theirMember.email];
  for (const secret of secrets) expect(seen).not.toContain(secret);
};

const call = async (operation: Operation, companyId: string): Promise<Answer> => {
  const recipe = recipes[operation.path];
  if (operation.path.includes('{') && !recipe)
    throw new Error(`${operation.id}: add to recipes what of theirs ${operation.path} may name`);
  const body = sampleBody(operation);
  const path = operation.path.replace(/\{\w+\}/, (await recipe?.()) ?? '');
  return await ours.call(operation.method, path, {
    headers: { 'x-company-id': companyId },
    ...(body && { body }),
  });
};

const isApart = ({ id }: Operation): boolean => peopleOperationsApart.some((apart) => apart === id);
const cases = operations
  .filter((operation) => !isApart(operation))
  .map((operation) => [operation.id, operation] as const);

describe.each(cases)('%s', (_id, operation) => {
  it('shows and changes nothing of another company, in our own', async () => {
    const before = await snapshotOfTheirs();
    const answer = await call(operation, ours.companyId);
    if (operation.path.includes('{')) expect(answer.status).toBe(404);
    expect(answer.status).toBeLessThan(500);
    expectNoTrace(answer);
    expect(await snapshotOfTheirs()).toBe(before);
  });

  it('shows and changes nothing of another company when it names that company', async () => {
    const before = await snapshotOfTheirs();
    const answer = await call(operation, theirs.companyId);
    expectNoTrace(answer);
    expect(await snapshotOfTheirs()).toBe(before);
  });
});

describe('a request by token of the other company', () => {
  it('does not open what is for its members', async () => {
    const headers = { authorization: `Bearer ${theirs.token}`, 'x-company-id': theirs.companyId };
    const { cookie } = ours;
    const answer = await gateway.call('GET', '/api/v1/members', {
      headers: { ...headers, cookie: cookie ?? '' },
    });
    expectProblem(answer, 'not_a_member');
    expectProblem(await gateway.call('GET', '/api/v1/members', { headers }), 'user_required');
  });
});
