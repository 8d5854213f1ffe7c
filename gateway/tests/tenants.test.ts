// Company A's token can read or change nothing of company B. The tests are generated from the OpenAPI document, so a new
// route is covered by itself; one with an id in its path must say below how B gets such an object.

import { afterAll, describe, expect, it } from 'vitest';
import { firstUuidAt, fromPublicId, newUuid, toPublicId } from '../src/platform/ids.ts';
import { dayMilliseconds } from '../src/platform/time.ts';
import { insertCall } from './support/call-rows.ts';
import { expectProblem } from './support/expect-problem.ts';
import { credentials, type TestCompany, useApiGateway } from './support/gateway.ts';
import type { Answer, CallOptions } from './support/http-client.ts';
import { type Operation, readOperations } from './support/openapi.ts';
import { requestIdOf, waitForRequest } from './support/request-rows.ts';
import { sampleBody } from './support/sample-body.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();
const ours = await gateway.createCompany({ name: 'Company A' });
const theirs = await gateway.createCompany({ name: 'Confidential Clinic' });
// Operations for signed-in users only have tests of their own: users-tenants.test.ts.
const operations = (await readOperations(gateway)).filter(({ isForToken }) => isForToken);

const theirText = 'confidential diagnosis';
const theirNumber = '+442079460958';

const makeMessage = async (company: TestCompany): Promise<string> =>
  (await company.send({ message: theirText, to: theirNumber })).body.message_id;

const makeFailedMessage = async (company: TestCompany): Promise<string> => {
  const id = await makeMessage(company);
  await gateway.database.query(`update messages set status = 'failed' where company_id = $1 and id = $2`, [
    company.uuid,
    fromPublicId('message', id),
  ]);
  return id;
};

const makeFailedRequest = async (company: TestCompany): Promise<string> => {
  const refused = await company.send({ message: theirText, to: theirNumber, type: 'confidential' });
  return (await waitForRequest(company, requestIdOf(refused))).id;
};

const makeCall = async (company: TestCompany): Promise<string> =>
  await insertCall(gateway.database, company.uuid, {
    requestBody: theirText,
    url: `https://x/${theirNumber}`,
  });

let accounts = 0;
const makeSender = async (company: TestCompany): Promise<string> => {
  accounts += 1;
  const fields = {
    phone_number_id: `${accounts}`,
    access_token: 'token',
    app_secret: 'secret',
    verify_token: 'token',
    base_url: 'http://127.0.0.1:1',
  };
  const body = { name: theirText, provider: 'meta_cloud', fields, phone_number: theirNumber };
  return (await company.call<{ id: string }>('POST', '/api/v1/senders', { body })).body.id;
};

/** Its events never happen, so that nothing is ever delivered by itself. */
const makeWebhook = async (company: TestCompany, events = ['provider_notice']): Promise<string> => {
  const body = { url: 'https://example.com/confidential', description: theirText, events };
  const made = await company.call<{ id: string }>('POST', '/api/v1/webhooks', { body });
  return made.body.id;
};

const makeDelivery = async (company: TestCompany): Promise<string> => {
  const webhook = await makeWebhook(company, ['sender_state']);
  await gateway.database.query(
    `insert into events (company_id, id, type, at, data) values ($1, $2, 'sender_state', now(), '{}')`,
    [company.uuid, newUuid()],
  );
  const page = await company.get<{ data: { id: string }[] }>(`/api/v1/deliveries?webhook_id=${webhook}`);
  return page.body.data[0]?.id ?? '';
};

const makeRecovery = async (company: TestCompany): Promise<string> => {
  const webhook = await makeWebhook(company);
  const body = { since: new Date().toISOString() };
  const started = await company.call<{ id: string }>('POST', `/api/v1/webhooks/${webhook}/recover`, { body });
  return `${webhook}/recoveries/${started.body.id}`;
};

const makeAlert = async ({ uuid }: TestCompany): Promise<string> => {
  const id = newUuid();
  await gateway.database.query(
    `insert into alerts (company_id, id, kind, key, data) values ($1, $2, 'test', $3, '{}')`,
    [uuid, id, id],
  );
  return toPublicId('alert', id);
};

const makeStore = async (company: TestCompany): Promise<string> =>
  (await company.call<{ id: string }>('POST', '/api/v1/stores', { body: { name: theirText } })).body.id;

const makeCampaign = async (company: TestCompany): Promise<string> => {
  const audience = { recipients: [{ phone_number: theirNumber }] };
  const body = { name: theirText, text: theirText, audience };
  return (await company.call<{ id: string }>('POST', '/api/v1/campaigns', { body })).body.id;
};

/** No process looks after campaigns in this gateway: it stays as it is. */
const makeStartedCampaign = async (company: TestCompany): Promise<string> => {
  const id = await makeCampaign(company);
  await company.call('POST', `/api/v1/campaigns/${id}/start`, { body: {} });
  return id;
};

const makePausedCampaign = async (company: TestCompany): Promise<string> => {
  const id = await makeStartedCampaign(company);
  await company.call('POST', `/api/v1/campaigns/${id}/pause`);
  return id;
};

const makeContact = async (company: TestCompany): Promise<string> => {
  accounts += 1;
  const body = {
    phone_number: `${theirNumber.slice(0, -3)}${String(accounts).padStart(3, '0')}`,
    name: theirText,
  };
  return (await company.call<{ id: string }>('POST', '/api/v1/contacts', { body })).body.id;
};

const makeContactField = async (company: TestCompany): Promise<string> => {
  accounts += 1;
  const body = { name: `confidential_${accounts}_field`, type: 'text' };
  return (await company.call<{ name: string }>('POST', '/api/v1/contact-fields', { body })).body.name;
};

const makeSegment = async (company: TestCompany): Promise<string> => {
  accounts += 1;
  const body = { name: `${theirText} ${accounts}`, filter: { search: theirText } };
  return (await company.call<{ id: string }>('POST', '/api/v1/segments', { body })).body.id;
};

const file = { body: `phone,name\n${theirNumber},${theirText}\n`, headers: { 'content-type': 'text/csv' } };
const makeImport = async (company: TestCompany): Promise<string> =>
  (await company.call<{ id: string }>('POST', '/api/v1/contact-imports', file)).body.id;

const makeMedia = async (company: TestCompany): Promise<string> => {
  const headers = { 'content-type': 'text/plain' };
  const body = `${theirText} ${++accounts}`;
  return (await company.call<{ id: string }>('POST', '/api/v1/media?filename=x.txt', { body, headers })).body
    .id;
};

const templateBody = () => {
  accounts += 1;
  const text = `${theirText} is ready for you, please come in.`;
  const components = [{ type: 'BODY', text }];
  return { name: `confidential_${accounts}`, language: 'en', category: 'utility', components };
};
const makeTemplate = async (company: TestCompany): Promise<string> => {
  const made = await company.call<{ id: string }>('POST', '/api/v1/templates', { body: templateBody() });
  expect(made.status, made.text).toBe(201);
  // The simulator reviews it by itself, which would look like a change by another company.
  await waitUntil('the template was reviewed', async () => {
    const { body } = await company.get<{ status: string }>(`/api/v1/templates/${made.body.id}`);
    return body.status === 'approved';
  });
  return made.body.id;
};

/** A message from a person; the simulator knows such an id by its form. */
const makeIncoming = async (company: TestCompany): Promise<string> => {
  const id = newUuid();
  await gateway.database.query(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, provider_message_id,
       sender_id)
     select $1, $2, 'in', 'received', 'text', $3, $4, 'meta_cloud',
       'wamid.HBgMOTY2NTAxMTEyMjIzFQIAEhgUODU3M0M5NTgwMDAwMDAwMDAwMDEA', id
     from senders where company_id = $1 and is_simulated limit 1`,
    [company.uuid, id, theirNumber, theirText],
  );
  return toPublicId('message', id);
};

const makeErasure = async (company: TestCompany): Promise<string> => {
  const contact = await makeContact(company);
  return (await company.call<{ id: string }>('POST', `/api/v1/contacts/${contact}/erase`)).body.id;
};

const makeMerge = async (company: TestCompany): Promise<string> => {
  const [kept, other] = [await makeContact(company), await makeContact(company)];
  const merged = await company.call<{ id: string }>('POST', `/api/v1/contacts/${kept}/merge`, {
    body: { other_id: other },
  });
  return merged.body.id;
};

/** A contact of each company that may be merged into another one. */
const makeNameless = async (company: TestCompany, phoneNumber: string): Promise<string> =>
  (
    await company.call<{ id: string }>('POST', '/api/v1/contacts', {
      body: { phone_number: phoneNumber },
    })
  ).body.id;
const mergeable = new Map([
  [ours, await makeNameless(ours, '+966511112221')],
  [theirs, await makeNameless(theirs, '+966511112222')],
]);

/** How company B gets the object that a path names. Where it names two, both and what stands between them. */
const recipes: Readonly<Record<string, (company: TestCompany) => Promise<string>>> = {
  '/api/v1/calls/{id}': makeCall,
  '/api/v1/campaigns/{id}': makeCampaign,
  '/api/v1/campaigns/{id}/cancel': makeStartedCampaign,
  '/api/v1/campaigns/{id}/duplicate': makeCampaign,
  '/api/v1/campaigns/{id}/pause': makeStartedCampaign,
  '/api/v1/campaigns/{id}/preflight': makeCampaign,
  '/api/v1/campaigns/{id}/recipients': makeStartedCampaign,
  '/api/v1/campaigns/{id}/recipients.csv': makeStartedCampaign,
  '/api/v1/campaigns/{id}/resume': makePausedCampaign,
  '/api/v1/campaigns/{id}/retry': makeStartedCampaign,
  '/api/v1/campaigns/{id}/start': makeCampaign,
  '/api/v1/campaigns/{id}/statistics': makeStartedCampaign,
  '/api/v1/contact-fields/{name}': makeContactField,
  '/api/v1/contact-imports/{id}': makeImport,
  '/api/v1/contact-imports/{id}/cancel': makeImport,
  '/api/v1/contact-imports/{id}/refused.csv': makeImport,
  '/api/v1/contact-imports/{id}/start': makeImport,
  '/api/v1/contact-merges/{id}/undo': makeMerge,
  '/api/v1/contacts/{id}': makeContact,
  '/api/v1/contacts/{id}/consent': makeContact,
  '/api/v1/contacts/{id}/erase': makeContact,
  '/api/v1/contacts/{id}/merge': makeContact,
  '/api/v1/contacts/{id}/merges': makeContact,
  '/api/v1/deliveries/{id}': makeDelivery,
  '/api/v1/deliveries/{id}/resend': makeDelivery,
  '/api/v1/erasures/{id}': makeErasure,
  '/api/v1/media/{id}': makeMedia,
  '/api/v1/media/{id}/content': makeMedia,
  '/api/v1/media/{id}/link': makeMedia,
  '/api/v1/messages/{id}': makeMessage,
  '/api/v1/messages/{id}/read': makeIncoming,
  '/api/v1/messages/{id}/cancel': makeMessage,
  '/api/v1/messages/{id}/retry': makeFailedMessage,
  '/api/v1/messages/{id}/timeline': makeMessage,
  '/api/v1/requests/{id}': makeFailedRequest,
  '/api/v1/requests/{id}/retry': makeFailedRequest,
  '/api/v1/requests/{id}/send-edited': makeFailedRequest,
  '/api/v1/senders/{id}': makeSender,
  '/api/v1/senders/{id}/heard': makeSender,
  '/api/v1/senders/{id}/test': makeSender,
  '/api/v1/segments/{id}': makeSegment,
  '/api/v1/segments/{id}/count': makeSegment,
  '/api/v1/stores/{id}': makeStore,
  '/api/v1/templates/{id}': makeTemplate,
  '/api/v1/templates/{id}/history': makeTemplate,
  '/api/v1/webhooks/{id}': makeWebhook,
  '/api/v1/webhooks/{id}/pause': makeWebhook,
  '/api/v1/webhooks/{id}/recover': makeWebhook,
  '/api/v1/webhooks/{id}/recoveries/{recovery}': makeRecovery,
  '/api/v1/webhooks/{id}/resume': makeWebhook,
  '/api/v1/webhooks/{id}/rotate-secret': makeWebhook,
  '/api/v1/webhooks/{id}/test': makeWebhook,
};

/** Paths that name no object: a company that puts a person in gets one of its own. */
const ownNames: Readonly<Record<string, string>> = {
  '/api/v1/contacts/by-phone/{phone}': '+966501234567',
};

const isAboutOne = ({ path }: Operation): boolean => path.includes('{') && !(path in ownNames);
const aboutOne = operations.filter(isAboutOne).map((operation) => [operation.id, operation] as const);
const aboutMany = operations
  .filter((one) => !isAboutOne(one))
  .map((operation) => [operation.id, operation] as const);
const every = operations.map((operation) => [operation.id, operation] as const);

const theirIds: string[] = [
  await makeMessage(theirs),
  await makeFailedRequest(theirs),
  await makeCall(theirs),
  await makeCall(theirs),
  await makeSender(theirs),
  await makeSender(theirs),
  await makeStore(theirs),
  await makeStore(theirs),
  await makeAlert(theirs),
  await makeAlert(theirs),
  await makeWebhook(theirs),
  await makeWebhook(theirs),
  await makeDelivery(theirs),
  await makeDelivery(theirs),
  await makeCampaign(theirs),
  await makeCampaign(theirs),
  await makeContact(theirs),
  await makeContact(theirs),
  await makeContactField(theirs),
  await makeSegment(theirs),
  await makeSegment(theirs),
  await makeImport(theirs),
  await makeImport(theirs),
  await makeMedia(theirs),
  await makeMedia(theirs),
  await makeTemplate(theirs),
  await makeTemplate(theirs),
];

const expectNoTrace = (answer: Answer): void => {
  const seen = answer.text + JSON.stringify(answer.headers);
  for (const secret of [
    theirs.id,
    theirs.uuid,
    theirs.token,
    'Confidential Clinic',
    theirText,
    theirNumber.slice(1),
  ]) {
    expect(seen).not.toContain(secret);
  }
};

const tablesOfCompanies = await gateway.database.query<{ name: string; column: string; day: string | null }>(`
  select table_name as name, case when table_name = 'companies' then 'id' else 'company_id' end as column,
    substring(pg_get_partkeydef(pg_class.oid) from '\\((\\w+)\\)') as day
  from information_schema.tables join pg_class on relname = table_name
  where table_schema = 'public' and not relispartition
    -- Folded in the background, from what happens to messages.
    and table_name not like '%_count%s'
    -- When templates are read next: kept up for all senders at once, and says nothing of any.
    and table_name <> 'template_syncs'
    -- How often others named the company without its token: that they change it is its purpose.
    and table_name <> 'refused_credentials'
    and (table_name = 'companies' or exists (
      select 1 from information_schema.columns
      where columns.table_name = tables.table_name and column_name = 'company_id'))
  order by 1`);

/** All that company B has is of today: the other days of a history need not be looked through hundreds of times. */
const firstId = firstUuidAt(Date.now() - dayMilliseconds);
const lastId = firstUuidAt(Date.now() + dayMilliseconds);

/** Per table, so that a difference names where it is. When its own token was last used is written behind the answers. */
const snapshotSql = tablesOfCompanies
  .map(
    ({ name, column, day }) => `
      select '${name}' as name, count(*)::int as rows, md5(string_agg(row, e'\\n' order by row)) as content
      from (
        select (to_jsonb(t) - 'last_used_at')::text as row from ${name} t
        where ${column} = $1 ${day ? `and ${day} between '${firstId}' and '${lastId}'` : ''}
      ) as ${name}`,
  )
  .join(' union all ');

// Hundreds of snapshots of tables with many partitions: planned once, on a connection of their own.
const snapshots = await gateway.database.connect();
await snapshots.query('set plan_cache_mode = force_generic_plan');
afterAll(() => snapshots.end());

/** A print of everything of company B: what no other company may change. */
const snapshotOfTheirs = async (): Promise<unknown[]> => {
  expect(tablesOfCompanies.length).toBeGreaterThanOrEqual(6);
  return (await snapshots.query({ name: 'snapshot', text: snapshotSql, values: [theirs.uuid] })).rows;
};

/** Requests are recorded behind their answers, in order: a snapshot means something once the last one is in. */
const settleTheirs = async (): Promise<void> => {
  const last = fromPublicId('request', requestIdOf(await theirs.get('/api/v1/me')));
  await waitUntil('the last request of company B was recorded', async () => {
    const rows = await gateway.database.query('select 1 from requests where company_id = $1 and id = $2', [
      theirs.uuid,
      last,
    ]);
    return rows.length > 0;
  });
  // Its lanes are poked behind the answers, too, once a second at most; what is due later is not poked for.
  await waitUntil('the lanes of company B were poked for what waits in them', async () => {
    const unpoked = await gateway.database.query(
      `select 1 from messages left join lanes on lanes.sender_id = messages.lane_id
       where messages.company_id = $1 and messages.lane_id is not null and messages.due_at is null
         and (lanes.poked_at is null or lanes.poked_at < messages.updated_at - interval '1 second')`,
      [theirs.uuid],
    );
    return unpoked.length === 0;
  });
};

/** Bodies that name what the caller has, or that no other call has used up. */
const ownBodies: Readonly<Record<string, (caller: TestCompany) => object>> = {
  mergeContacts: (caller) => ({ other_id: mergeable.get(caller) }),
  saveRoutes: () => ({ routes: [] }),
  createTemplate: () => ({ ...templateBody(), components: [{ type: 'BODY', text: 'Your order is ready.' }] }),
  changeTemplate: () => ({ components: [{ type: 'BODY', text: 'Your order is ready for you.' }] }),
  changeTemplateSettings: () => ({ otp_template: null }),
};

const ownQueries: Readonly<Record<string, () => string>> = {
  getWindow: () => '?to=%2B966501234567',
  getHeard: () => `?since=${encodeURIComponent(new Date().toISOString())}`,
};

const call = (
  caller: TestCompany,
  operation: Operation,
  id: string,
  options: CallOptions = {},
): Promise<Answer> => {
  const body = ownBodies[operation.id]?.(caller) ?? sampleBody(operation);
  const query = ownQueries[operation.id]?.() ?? '';
  const path = operation.path.replace(/\{.*\}/, ownNames[operation.path] ?? id) + query;
  if (operation.id === 'uploadMedia') {
    const headers = { 'content-type': 'text/plain', ...options.headers };
    return caller.call(operation.method, path, { body: 'A file of our own.', headers });
  }
  // A file of our own: theirs would be a trace of them.
  if (operation.id === 'uploadContactImport') {
    const headers = { 'content-type': 'text/csv', ...options.headers };
    return caller.call(operation.method, path, { body: 'phone\n+966501234567\n', headers });
  }
  return caller.call(operation.method, path, { ...(body && { body }), ...options });
};

/** The print that was last taken, while company B has done nothing since. */
let lastPrint: unknown[] | null = null;

const printOfTheirs = async (): Promise<unknown[]> => {
  if (lastPrint === null) {
    await settleTheirs();
    lastPrint = await snapshotOfTheirs();
  }
  return lastPrint;
};

/** Our calls change nothing of theirs. */
const expectUnchanged = async (work: () => Promise<Answer>): Promise<Answer> => {
  const before = await printOfTheirs();
  const answer = await work();
  const after = await snapshotOfTheirs();
  lastPrint = null;
  expect(after).toEqual(before);
  lastPrint = after;
  return answer;
};

const makeFor = async (operation: Operation): Promise<string> => {
  const recipe = recipes[operation.path];
  if (!recipe)
    throw new Error(`${operation.id}: add to recipes how company B gets the object in ${operation.path}`);
  lastPrint = null;
  return await recipe(theirs);
};

/** One object of company B for each path, for the calls that may not change it. */
const kept = new Map<string, Promise<string>>();
const keptFor = (operation: Operation): Promise<string> => {
  const made = kept.get(operation.path) ?? makeFor(operation);
  kept.set(operation.path, made);
  return made;
};

describe.each(aboutOne)('%s, with the id of an object of another company,', (_id, operation) => {
  it('answers 404 as if it did not exist, and changes nothing', async () => {
    const id = await keptFor(operation);
    const answer = await expectUnchanged(() => call(ours, operation, id));
    expect(answer.status).toBe(404);
    expectNoTrace(answer);
  });

  it('answers the same as for an id that does not exist', async () => {
    const id = await keptFor(operation);
    const foreign = await call(ours, operation, id);
    const unknown = await call(ours, operation, id.replace(/.{4}$/, '0000'));
    const { request_id: _one, ...foreignRest } = foreign.body as Record<string, unknown>;
    const { request_id: _two, ...unknownRest } = unknown.body as Record<string, unknown>;
    expect(foreignRest).toEqual(unknownRest);
  });

  it('works for the company itself, so that the 404 means something', async () => {
    const id = await makeFor(operation);
    expect((await call(theirs, operation, id)).status).toBeLessThan(300);
  });
});

describe.each(aboutMany)('%s', (_id, operation) => {
  it('shows and changes nothing of another company', async () => {
    await ours.send();
    const answer = await expectUnchanged(() => call(ours, operation, ''));
    expect(answer.status).toBeLessThan(300);
    expectNoTrace(answer);
    for (const id of theirIds) expect(answer.text).not.toContain(id);
  });

  it('shows nothing of another company to a caller that has its cursor', async () => {
    if (!operation.parameters.some(({ name }) => name === 'cursor')) return;
    lastPrint = null;
    const page = await theirs.get<{ next_cursor: string }>(`${operation.path}?limit=1`);
    expect(page.body.next_cursor).toBeTruthy();
    const answer = await ours.get(`${operation.path}?limit=200&cursor=${page.body.next_cursor}`);
    expect(answer.status).toBe(200);
    expectNoTrace(answer);
    for (const id of theirIds) expect(answer.text).not.toContain(id);
  });
});

describe.each(every)('%s', (_id, operation) => {
  it.each([
    ["our token with the other company's id", credentials(theirs.id, ours.token)],
    ["our id with the other company's token", credentials(ours.id, theirs.token)],
  ])('is refused: %s', async (_name, headers) => {
    const id = isAboutOne(operation) ? await keptFor(operation) : '';
    const answer = await expectUnchanged(() => call(ours, operation, id, { headers }));
    expectProblem(answer, 'invalid_credentials');
    expectNoTrace(answer);
  });
});

describe('the recipes', () => {
  it('name only routes that exist', () => {
    const paths = operations.map(({ path }) => path);
    for (const path of Object.keys(recipes)) expect(paths).toContain(path);
  });
});
