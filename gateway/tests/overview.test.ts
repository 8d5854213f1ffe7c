import { type Overview, waitingCountMax } from '@hudhud/contract/overview.ts';
import { describe, expect, it } from 'vitest';
import { fromPublicId, newUuid } from '../src/platform/ids.ts';
import { type TestCompany, useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway();
const { database } = gateway;

const overviewOf = async (company: TestCompany): Promise<Overview> => {
  const answer = await company.get<Overview>('/api/v1/overview');
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const addWebhook = async (company: TestCompany): Promise<string> => {
  const body = { url: 'https://example.com/hooks', events: ['sender_state'] };
  return (await company.call<{ id: string }>('POST', '/api/v1/webhooks', { body })).body.id;
};

const failure = {
  code: '190',
  title: 'Token',
  detail: 'x',
  cause: 'It has expired.',
  action: 'Make a new one.',
};

describe('GET /api/v1/overview', () => {
  it('counts what waits for a sender, and no more than a bound', async () => {
    const company = await gateway.createCompany();
    for (let sent = 0; sent < 3; sent += 1) await company.send();
    await company.send({ schedule_at: new Date(Date.now() + 3_600_000).toISOString() });
    const [sender] = (await overviewOf(company)).senders;
    expect(sender).toMatchObject({ state: 'connected', failure: null, waiting: 3 });

    await database.query(
      `insert into messages select (jsonb_populate_record(messages, jsonb_build_object('id', uuidv7()))).*
       from messages, generate_series(1, 1200) where company_id = $1 and due_at is null limit 1200`,
      [company.uuid],
    );
    expect((await overviewOf(company)).senders[0]?.waiting).toBe(waitingCountMax);
  });

  it('puts what does not work first, and says why', async () => {
    const company = await gateway.createCompany();
    const [first] = (await overviewOf(company)).senders;
    const body = { name: 'Second', provider: 'meta_cloud', is_simulated: true, fields: {} };
    await company.call('POST', '/api/v1/senders', { body });
    await database.query(
      `update senders set state = 'suspended', failure = $2 where company_id = $1 and id = $3`,
      [company.uuid, JSON.stringify(failure), fromPublicId('sender', first?.id ?? '')],
    );
    const { senders } = await overviewOf(company);
    expect(senders.map(({ state }) => state)).toEqual(['suspended', 'connected']);
    expect(senders[0]).toMatchObject({ id: first?.id, failure });
  });

  it('shows webhooks that fail or wait, with their reason, and forgets what is over', async () => {
    const company = await gateway.createCompany();
    const [failing, well] = [await addWebhook(company), await addWebhook(company)];
    const setHealth = (since: string) =>
      database.query(
        `insert into endpoint_lanes (company_id, endpoint_id, first_failure_at, last_failure)
         values ($1, $2, ${since}, $3)
         on conflict (company_id, endpoint_id) do update set first_failure_at = excluded.first_failure_at,
           last_failure = excluded.last_failure`,
        [company.uuid, fromPublicId('webhook', failing), JSON.stringify(failure)],
      );
    await setHealth('now()');
    await database.query(
      `insert into events (company_id, id, type, at, data) values ($1, $2, 'sender_state', now(), '{}')`,
      [company.uuid, newUuid()],
    );
    const before = (await overviewOf(company)).webhooks;
    expect(before.map(({ id }) => id)).toEqual([failing, well]);
    expect(before[0]).toMatchObject({
      condition: 'failing',
      failing_since: expect.any(String),
      failure,
      waiting: 1,
    });
    expect(before[1]).toMatchObject({
      state: 'active',
      condition: 'healthy',
      failing_since: null,
      failure: null,
      waiting: 1,
    });
    // Deliveries between two attempts count as waiting too: the webhook's own page counts them.
    await database.query(
      `update deliveries set due_at = now() + interval '1 hour' where company_id = $1 and lane_id = $2`,
      [company.uuid, fromPublicId('webhook', failing)],
    );
    const later = (await overviewOf(company)).webhooks.find(({ id }) => id === failing);
    const own = await company.get<{ waiting: number; condition: string }>(`/api/v1/webhooks/${failing}`);
    expect(later?.waiting).toBe(1);
    expect(own.body).toMatchObject({ waiting: 1, condition: 'failing' });
    await setHealth('null');
    expect((await overviewOf(company)).webhooks.find(({ id }) => id === failing)?.failure).toBeNull();
  });

  it('counts what waits for a webhook also beside one for which more than a bound waits', async () => {
    const company = await gateway.createCompany();
    const [flooded, quiet] = [await addWebhook(company), await addWebhook(company)];
    await database.query(
      `insert into events (company_id, id, type, at, data) values ($1, $2, 'sender_state', now(), '{}')`,
      [company.uuid, newUuid()],
    );
    await database.query(
      `insert into deliveries select (jsonb_populate_record(deliveries, jsonb_build_object('id', uuidv7()))).*
       from deliveries, generate_series(1, 1200) where company_id = $1 and lane_id = $2 limit 1200`,
      [company.uuid, fromPublicId('webhook', flooded)],
    );
    const { webhooks } = await overviewOf(company);
    const waiting = Object.fromEntries(webhooks.map(({ id, waiting }) => [id, waiting]));
    expect(waiting).toEqual({ [flooded]: waitingCountMax, [quiet]: 1 });
  });
});
