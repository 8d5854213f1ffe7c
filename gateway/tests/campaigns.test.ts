// A campaign from draft to its end, against the simulator: who gets it is held against the simulator's own ledger.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { describe, expect, it } from 'vitest';
import {
  createCampaign,
  expectCountsAgree,
  isCompleted,
  listOf,
  openCampaign,
  phoneOf,
} from './support/campaign-stage.ts';
import { expectProblem } from './support/expect-problem.ts';
import type { TestCompany } from './support/gateway.ts';
import { useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();

const addContacts = async (company: TestCompany, contacts: readonly object[]): Promise<void> => {
  const answer = await company.call('POST', '/api/v1/contacts/bulk', { body: { contacts } });
  expect(answer.status, answer.text).toBeLessThan(300);
};

const addField = (company: TestCompany, name: string) =>
  company.call('POST', '/api/v1/contact-fields', { body: { name, label: name, type: 'text' } });

describe('a campaign', () => {
  it('goes to everybody on a list, once, with their own values, and its numbers add up', async () => {
    const company = await stage.createSendingCompany();
    const recipients = listOf(30).map((person, index) => ({ ...person, variables: { name: `P${index}` } }));
    const campaign = await createCampaign(company, { text: 'Hello {{name}}!', audience: { recipients } });
    expect(await campaign.step('preflight')).toMatchObject({
      may_start: true,
      listed: 30,
      reachable: 30,
      problems: [],
      sample: 'Hello P0!',
    });
    await campaign.step('start', {});
    expect((await campaign.waitFor('it was completed', isCompleted)).total).toBe(30);
    const ledger = await company.ledger();
    expect(ledger.map(({ body }) => body.text.body).toSorted()).toEqual(
      recipients.map(({ variables }) => `Hello ${variables.name}!`).toSorted(),
    );
    await campaign.waitFor('everybody has read it', ({ counts }) => counts.read === 30);
    await expectCountsAgree(stage);
  });

  it.each([
    ['tags', async () => ({ tags: ['vip'] })],
    ['a filter', async () => ({ filter: { tags_all: ['vip'] } })],
    [
      'a segment',
      async (company: TestCompany) => {
        const body = { name: 'VIPs', filter: { tags_any: ['vip'] } };
        const made = await company.call<{ id: string }>('POST', '/api/v1/segments', { body });
        return { segment_id: made.body.id };
      },
    ],
  ])('goes to the contacts of %s, filled from their fields', async (_name, audienceOf) => {
    const company = await stage.createSendingCompany();
    await addField(company, 'city');
    await addContacts(company, [
      { phone_number: phoneOf(1), name: 'Sara Ali', tags: ['vip'], fields: { city: 'Riyadh' } },
      { phone_number: phoneOf(2), name: 'Omar', tags: ['vip'], fields: { city: 'Jeddah' } },
      { phone_number: phoneOf(3), name: 'Nobody', tags: [] },
    ]);
    const campaign = await createCampaign(company, {
      text: '{{first_name}} of {{city}}, {{points|0}} points',
      audience: await audienceOf(company),
    });
    await campaign.step('start', {});
    await campaign.waitFor('it was completed', isCompleted);
    const ledger = await company.ledger();
    expect(ledger.map(({ to, body }) => `${to} ${body.text.body}`).toSorted()).toEqual([
      `${phoneOf(1)} Sara of Riyadh, 0 points`,
      `${phoneOf(2)} Omar of Jeddah, 0 points`,
    ]);
    const [first] = await campaign.recipients();
    expect(first).toMatchObject({ variables: { first_name: 'Sara', city: 'Riyadh' }, name: 'Sara Ali' });
  });

  it('goes to everybody in an uploaded file, with its columns as values', async () => {
    const company = await stage.createSendingCompany();
    const file = `Mobile;Name;Order No\n${phoneOf(1)};Sara;17\n0501234567;Omar;18\nnonsense;X;19\n`;
    const uploaded = await company.call<{ id: string }>('POST', '/api/v1/contact-imports', {
      body: file,
      headers: { 'content-type': 'text/csv' },
    });
    expect(uploaded.status, uploaded.text).toBe(201);
    const campaign = await createCampaign(company, {
      text: '{{name}}: order {{Order_No}}',
      audience: { file: { upload_id: uploaded.body.id, default_country: 'SA' } },
    });
    expect(await campaign.step('preflight')).toMatchObject({
      listed: 3,
      reachable: 2,
      problems: [{ problem: 'invalid_phone_number', count: 1, people: [{ phone_number: 'nonsense' }] }],
    });
    await campaign.step('start', { exclude: ['invalid_phone_number'] });
    await campaign.waitFor('it was completed', isCompleted);
    expect((await company.ledger()).map(({ body }) => body.text.body).toSorted()).toEqual([
      'Omar: order 18',
      'Sara: order 17',
    ]);
  });

  it('notifies its systems that it started and completed', async () => {
    const company = await stage.createSendingCompany();
    const campaign = await createCampaign(company);
    await campaign.step('start', {});
    await campaign.waitFor('it was completed', isCompleted);
    const { body } = await waitUntil('both events were there', async () => {
      const feed = await company.get<{ data: { event: string; data: Campaign }[] }>(
        '/api/v1/events?types=campaign_started,campaign_completed',
      );
      return feed.body.data.length === 2 && feed;
    });
    expect(body.data).toMatchObject([
      { event: 'campaign_started', data: { campaign_id: campaign.id, total: 3, counts: { waiting: 3 } } },
      { event: 'campaign_completed', data: { campaign_id: campaign.id, state: 'completed', total: 3 } },
    ]);
  });
});

describe('the pre-flight', () => {
  it('shows who cannot get it and why, and nothing starts until that is excluded on purpose', async () => {
    const company = await stage.createSendingCompany();
    await addContacts(company, [
      { phone_number: phoneOf(5), consent: { state: 'opted_out', source: 'paper' } },
    ]);
    const recipients = [
      { phone_number: phoneOf(1), variables: { name: 'Sara' } },
      { phone_number: phoneOf(2) },
      { phone_number: phoneOf(1), variables: { name: 'Sara again' } },
      { phone_number: '12', variables: { name: 'Nobody' } },
      { phone_number: phoneOf(5), variables: { name: 'Out' } },
    ];
    const campaign = await createCampaign(company, { text: 'Hello {{name}}', audience: { recipients } });
    const preflight = await company.call('POST', `${campaign.path}/preflight`);
    expect(preflight.body).toMatchObject({
      may_start: false,
      listed: 5,
      reachable: 1,
      problems: [
        { problem: 'invalid_phone_number', count: 1, people: [{ phone_number: '12' }] },
        { problem: 'opted_out', count: 1, people: [{ phone_number: phoneOf(5) }] },
        {
          problem: 'placeholder_unresolved',
          count: 1,
          people: [{ phone_number: phoneOf(2) }],
          placeholders: [{ placeholder: 'name', count: 1 }],
        },
        { problem: 'duplicate', count: 1, people: [{ phone_number: phoneOf(1) }] },
      ],
    });
    const start = (exclude: string[]) =>
      company.call('POST', `${campaign.path}/start`, { body: { exclude } });
    expectProblem(await start([]), 'campaign_has_problems');
    expectProblem(await start(['duplicate', 'opted_out']), 'campaign_has_problems');
    await start(['duplicate', 'opted_out', 'invalid_phone_number', 'placeholder_unresolved']);
    const done = await campaign.waitFor('it was completed', isCompleted);
    expect(done).toMatchObject({ total: 4, counts: { skipped: 3 } });
    expect((await campaign.recipients('state=skipped')).map(({ reason }) => reason).toSorted()).toEqual([
      'invalid_phone_number',
      'opted_out',
      'placeholder_unresolved',
    ]);
    expect((await company.ledger()).map(({ body }) => body.text.body)).toEqual(['Hello Sara']);
    await expectCountsAgree(stage);
  });

  it('says how long it takes, by the slower of sender and limit', async () => {
    const company = await stage.createSendingCompany();
    const audience = { recipients: listOf(100) };
    const fast = await createCampaign(company, { audience });
    expect(await fast.step('preflight')).toMatchObject({ messages_per_second: 73, expected_seconds: 2 });
    const slow = await createCampaign(company, { audience, messages_per_second: 2 });
    expect(await slow.step('preflight')).toMatchObject({ messages_per_second: 2, expected_seconds: 50 });
  });

  it('names the problems to fix before anything can start', async () => {
    const company = await stage.createSendingCompany();
    const made = await company.call<Campaign>('POST', '/api/v1/campaigns', { body: { name: 'Empty' } });
    const campaign = openCampaign(company, made.body.id);
    expect(await campaign.step('preflight')).toMatchObject({
      may_start: false,
      obstacles: [{ code: 'text_missing' }, { code: 'audience_missing' }],
    });
    expectProblem(await company.call('POST', `${campaign.path}/start`, { body: {} }), 'campaign_not_ready');
  });
});

describe('a draft', () => {
  it('can be changed and deleted until it is started', async () => {
    const company = await stage.createSendingCompany();
    const campaign = await createCampaign(company);
    const change = (body: object) => company.call<Campaign>('PATCH', campaign.path, { body });
    expect((await change({ name: 'Other', text: 'Bye', messages_per_second: 5 })).body).toMatchObject({
      name: 'Other',
      text: 'Bye',
      messages_per_second: 5,
      audience: { kind: 'list', listed: 3 },
    });
    expect((await change({ messages_per_second: null, audience: { tags: ['x'] } })).body).toMatchObject({
      messages_per_second: null,
      audience: { kind: 'tags', tags: ['x'] },
    });
    const left = await stage.database.query('select 1 from campaign_entries where company_id = $1', [
      company.uuid,
    ]);
    expect(left).toEqual([]);
    expect((await company.call('DELETE', campaign.path)).status).toBe(204);
    expectProblem(await company.get(campaign.path), 'campaign_not_found');
  });

  it('can neither be changed, deleted nor started again once it was started', async () => {
    const company = await stage.createSendingCompany();
    const campaign = await createCampaign(company);
    await campaign.step('start', {});
    for (const [method, path, body] of [
      ['PATCH', '', { name: 'X' }],
      ['DELETE', '', undefined],
      ['POST', '/start', {}],
      ['POST', '/resume', undefined],
    ] as const) {
      const answer = await company.call(method, `${campaign.path}${path}`, body ? { body } : {});
      expectProblem(answer, 'campaign_state');
    }
  });

  it.each([
    [{ text: 'Hello {{first name}}' }, 'placeholder_unresolved'],
    [{ audience: { segment_id: 'seg_01kagx5p9ne0ps4a2v7qk3m8dz' } }, 'unknown_segment'],
    [{ audience: { file: { upload_id: 'imp_01kagx5p9ne0ps4a2v7qk3m8dz' } } }, 'campaign_file_unreadable'],
    [{ audience: { filter: { fields: [{ name: 'nope', operator: 'is_set' }] } } }, 'contact_field_invalid'],
    [{ audience: { tags: ['a'], recipients: listOf(1) } }, 'invalid_value'],
    [{ audience: {} }, 'invalid_value'],
    [{ from: '+12025550100' }, 'unknown_sender'],
    [{ schedule_at: '2020-01-01T00:00:00Z' }, 'invalid_schedule'],
    [{ sending_hours: { from: '25:00', until: '09:00' } }, 'invalid_value'],
    [{ colour: 'red' }, 'unknown_field'],
  ] as const)('is refused with %j', async (fields, code) => {
    const company = await stage.createSendingCompany();
    const body = { name: 'A campaign', text: 'Hello', ...fields };
    expectProblem(await company.call('POST', '/api/v1/campaigns', { body }), code);
  });

  it('is made from another campaign, and from the people that campaign did not reach', async () => {
    const company = await stage.createSendingCompany();
    await company.addFault({ name: 'undeliverable', to: phoneOf(1) });
    const recipients = listOf(3).map((person, index) => ({ ...person, variables: { name: `P${index}` } }));
    const campaign = await createCampaign(company, { text: 'Hi {{name}}', audience: { recipients } });
    await campaign.step('start', {});
    await campaign.waitFor('it was completed', isCompleted);
    await campaign.waitFor('one failed', ({ counts }) => counts.failed === 1);
    await company.clearFaults();
    const copy = await campaign.step('duplicate');
    expect(copy).toMatchObject({ state: 'draft', audience: { kind: 'list', listed: 3 }, total: 0 });
    const retry = openCampaign(company, (await campaign.step('retry', {})).id);
    expect(await retry.step('preflight')).toMatchObject({ listed: 1, reachable: 1, sample: 'Hi P1' });
    await retry.step('start', {});
    await retry.waitFor('it was completed', isCompleted);
    // The one that failed was taken by the provider before it failed, so it is in the ledger twice.
    expect((await company.ledger()).map(({ to }) => to).toSorted()).toEqual([
      phoneOf(0),
      phoneOf(1),
      phoneOf(1),
      phoneOf(2),
    ]);
    await expectCountsAgree(stage);
  });
});
