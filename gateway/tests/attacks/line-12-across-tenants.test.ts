// Issue 14, line 12: the operations that the generated suites (tenants.test.ts, users-tenants.test.ts) cannot try across
// companies have a case of their own here: the two live streams, the ends and beginnings of sessions, the operator's list,
// and the path with a phone number.

import type { SessionState } from '@hudhud/contract/users.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../../src/platform/ids.ts';
import { goodPassword, openBrowser, signInElsewhere, signUpMember, signUpOwner } from '../support/browser.ts';
import { insertCall } from '../support/call-rows.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { credentials, useApiGateway } from '../support/gateway.ts';
import type { Answer } from '../support/http-client.ts';
import { type LiveStream, openLiveStream } from '../support/live-stream.ts';
import { readOperations } from '../support/openapi.ts';
import { peopleOperationsApart, tokenOperationsApart } from '../support/operations-apart.ts';

const gateway = await useApiGateway();
const operator = await signUpOwner(gateway, 'Operator');
const ours = await signUpOwner(gateway, 'Company A');
const theirs = await signUpOwner(gateway, 'Confidential Clinic');
const theirMember = await signUpMember(gateway, theirs, 'viewer');
const theirPhone = '+442079460958';
await theirs.post('/api/v1/contacts', { phone_number: theirPhone, name: 'Confidential patient' });

const snapshotOfTheirs = async (): Promise<string> => {
  const rows = await gateway.database.query(
    `select (to_jsonb(c) - 'last_used_at')::text from companies c where id = $1
     union all select (to_jsonb(t) - 'last_used_at')::text from tokens t where company_id = $1
     union all select to_jsonb(m)::text from members m where company_id = $1
     union all select to_jsonb(c)::text from contacts c where company_id = $1
     union all select to_jsonb(u)::text from users u where id in ($2, $3)
     union all select to_jsonb(s)::text from sessions s where user_id in ($2, $3)
     order by 1`,
    [theirs.companyUuid, theirs.uuid, theirMember.uuid],
  );
  expect(rows.length).toBeGreaterThanOrEqual(9);
  return JSON.stringify(rows);
};

const expectNoTrace = (answer: Answer): void => {
  const seen = answer.text + JSON.stringify(answer.headers);
  const secrets = [
    'Confidential',
    theirs.companyId,
    theirs.id,
    theirMember.email,
    theirMember.id,
    theirs.token,
  ];
  for (const secret of secrets) expect(seen).not.toContain(secret);
};

const insertRequest = async (companyId: string, mark: string): Promise<string> => {
  const id = newUuid();
  await gateway.database.query(
    `insert into requests (company_id, id, method, path, status, duration_ms, source, body_bytes, body_is_whole)
     values ($1, $2, 'POST', $3, 200, 1.5, '127.0.0.1', 1, true)`,
    [companyId, id, mark],
  );
  return toPublicId('request', id);
};

const insertMarkedCall = (companyId: string, mark: string): Promise<string> =>
  insertCall(gateway.database, companyId, { url: `https://x.example${mark}` });

const open: LiveStream[] = [];
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close();
});

const follow = async (path: string, headers: Record<string, string>): Promise<LiveStream> => {
  const stream = await openLiveStream(gateway.address, path, headers);
  open.push(stream);
  return stream;
};

const streams = [
  ['followRequests', '/api/v1/requests/stream', insertRequest],
  ['followCalls', '/api/v1/calls/stream', insertMarkedCall],
] as const;

describe.each(streams)('%s', (_id, path, insert) => {
  const ourToken = credentials(ours.companyId, ours.token);

  it('streams what happens in our company, and nothing of another', async () => {
    const stream = await follow(path, ourToken);
    expect(stream.status).toBe(200);
    const theirRow = await insert(theirs.companyUuid, '/confidential');
    const ourRow = await insert(ours.companyUuid, '/ours');
    await stream.waitFor('our own row was streamed', ({ id }) => id === ourRow);
    expect(stream.text).not.toContain(theirRow);
    expect(stream.text).not.toContain('/confidential');
  });

  it('streams nothing of another company to a caller who names one of its rows', async () => {
    const theirRow = await insert(theirs.companyUuid, '/confidential');
    const theirNext = await insert(theirs.companyUuid, '/confidential');
    const ourRow = await insert(ours.companyUuid, '/ours');
    const stream = await follow(path, { ...ourToken, 'last-event-id': theirRow });
    await stream.waitFor('our own row was streamed', ({ id }) => id === ourRow);
    for (const trace of [theirNext, '/confidential']) expect(stream.text).not.toContain(trace);
  });

  it.each([
    ['our token with their id', credentials(theirs.companyId, ours.token), 'invalid_credentials'],
    ['their token with our id', credentials(ours.companyId, theirs.token), 'invalid_credentials'],
  ] as const)('is refused: %s', async (_name, headers, code) => {
    const answer = await gateway.call('GET', path, { headers: { ...headers, accept: 'text/event-stream' } });
    expectProblem(answer, code);
    expectNoTrace(answer);
  });

  it('is refused to our user who names their company', async () => {
    const answer = await ours.call('GET', path, {
      headers: { 'x-company-id': theirs.companyId, accept: 'text/event-stream' },
    });
    expectProblem(answer, 'not_a_member');
    expectNoTrace(answer);
  });
});

type Apart = (typeof peopleOperationsApart)[number] | 'upsertContact';

/** Each is done by us while naming the other company, and answers what came back. */
const cases: Readonly<Record<Apart, () => Promise<void>>> = {
  async signOut() {
    const browser = await signInElsewhere(gateway, ours);
    browser.companyId = theirs.companyId;
    const answer = await browser.post('/api/v1/sign-out');
    expect(answer.status).toBe(204);
    expectNoTrace(answer);
    // Our other session goes on, and so does theirs.
    for (const user of [ours, theirs]) expect((await user.get('/api/v1/session')).status).toBe(200);
  },
  async leaveCompany() {
    const answer = await ours.call('POST', '/api/v1/company/leave', {
      headers: { 'x-company-id': theirs.companyId },
    });
    expectProblem(answer, 'not_a_member');
    expectNoTrace(answer);
  },
  async signUp() {
    const browser = openBrowser(gateway);
    browser.companyId = theirs.companyId;
    const answer = await browser.post<SessionState>('/api/v1/sign-up', {
      name: 'Eve',
      email: `eve-${newUuid()}@example.com`,
      password: goodPassword,
      company_name: 'Company E',
    });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.companies).toMatchObject([{ name: 'Company E' }]);
    expectNoTrace(answer);
    expectProblem(await browser.get('/api/v1/members'), 'not_a_member');
  },
  async signIn() {
    const browser = openBrowser(gateway);
    browser.companyId = theirs.companyId;
    const { email, password } = ours;
    const answer = await browser.post<SessionState>('/api/v1/sign-in', { email, password });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.companies.map(({ id }) => id)).toEqual([ours.companyId]);
    expectNoTrace(answer);
    expectProblem(await browser.get('/api/v1/members'), 'not_a_member');
  },
  async listCompanies() {
    const answer = await ours.get('/api/v1/operator/companies');
    expectProblem(answer, 'operator_required');
    expectNoTrace(answer);
    expect((await operator.get('/api/v1/operator/companies')).text).toContain('Confidential Clinic');
  },
  async upsertContact() {
    const path = `/api/v1/contacts/by-phone/${encodeURIComponent(theirPhone)}`;
    const answer = await ours.call('PUT', path, { body: { name: 'Our customer' } });
    expect(answer.status, answer.text).toBe(201);
    expectNoTrace(answer);
  },
};

describe.each(Object.entries(cases))('%s', (_id, run) => {
  it('shows and changes nothing of another company', async () => {
    const before = await snapshotOfTheirs();
    await run();
    expect(await snapshotOfTheirs()).toBe(before);
  });
});

it('every operation that the generated suites leave out has a case here', async () => {
  const known = (await readOperations(gateway)).map(({ id }) => id);
  const here = [...Object.keys(cases), ...streams.map(([id]) => id)];
  expect(here.toSorted()).toEqual([...peopleOperationsApart, ...tokenOperationsApart].toSorted());
  for (const id of here) expect(known).toContain(id);
});
