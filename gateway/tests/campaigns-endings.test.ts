// What ends a campaign's hold on people: the company is deleted, the person is erased, an upload breaks off, or the time
// for which people are kept is over. Numbers stay exact through all of it.

import type { Contact, Erasure } from '@hudhud/contract/contacts.ts';
import { describe, expect, it } from 'vitest';
import { insertEntries, insertList } from '../src/campaigns/lists/queries.ts';
import { checkCampaignCounts } from '../src/campaigns/numbers/check-counts.ts';
import { sweepCampaigns } from '../src/campaigns/retention/sweep-campaigns.ts';
import { deleteCompany } from '../src/companies/deletion/delete-company.ts';
import { firstUuidAt, fromPublicId, newUuid } from '../src/platform/ids.ts';
import {
  createCampaign,
  expectCountsAgree,
  isCompleted,
  listOf,
  phoneOf,
  type TestCampaign,
} from './support/campaign-stage.ts';
import { expectProblem } from './support/expect-problem.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();
const { query } = stage.database;
const { pool } = stage.running.storage.database;
const day = 86_400_000;

const createCompany = async (messagesPerSecond = 80): Promise<SendingCompany> => {
  const company = await stage.createSendingCompany();
  await company.setPace(messagesPerSecond);
  return company;
};

const uuidOf = ({ id }: TestCampaign): string => fromPublicId('campaign', id) ?? '';

const countRows = async (table: string, companyId: string): Promise<number> =>
  (await query(`select 1 from ${table} where company_id = $1`, [companyId])).length;

describe('a campaign of a company that is deleted', () => {
  it('produces nothing more and prepares no more people', async () => {
    const company = await createCompany(2);
    const audience = { recipients: listOf(60) };
    const campaign = await createCampaign(company, { audience });
    await campaign.step('start', {});
    await campaign.waitFor('it produced the first', ({ counts }) => counts.queued > 0);
    const later = await createCampaign(company, { audience });
    const name = 'Test company';
    await query('update companies set name = $2 where id = $1', [company.uuid, name]);
    const actor = { kind: 'operator' } as const;
    expect(await deleteCompany(pool, { companyId: company.uuid, name, actor })).toBe('deleted');
    // As if its owner had started it in the same moment.
    await query(
      `update campaigns set state = 'preparing', started_at = now() where company_id = $1 and id = $2`,
      [company.uuid, uuidOf(later)],
    );
    const produced = () =>
      query('select id, state, produced_position, last_position from campaigns where company_id = $1', [
        company.uuid,
      ]);
    const before = await produced();
    // Another campaign that runs from start to end meanwhile: the engine went its rounds.
    const other = await createCampaign(await createCompany());
    await other.step('start', {});
    await other.waitFor('the other was completed', isCompleted);
    const after = await produced();
    // The sweep may have removed them by now; what is left has not moved.
    for (const row of after) expect(before).toContainEqual(row);
  }, 180_000);
});

describe('a person who is erased while a campaign waits for them', () => {
  it('is skipped for that reason, leaves no number and no values, and is sent nothing', async () => {
    const company = await createCompany(1);
    const last = phoneOf(79);
    const recipients = listOf(80).map((entry) => ({ ...entry, variables: { name: 'Secret' } }));
    const campaign = await createCampaign(company, { text: 'Hello {{name}}', audience: { recipients } });
    const draft = await createCampaign(company, { text: 'Hello {{name}}', audience: { recipients } });
    await campaign.step('start', {});
    await campaign.waitFor('it runs', ({ state, counts }) => state === 'running' && counts.queued > 0);
    const contact = await company.call<Contact>('PUT', `/api/v1/contacts/by-phone/${last}`, { body: {} });
    const started = await company.call<Erasure>('POST', `/api/v1/contacts/${contact.body.id}/erase`);
    await waitUntil(
      'the erasure was done',
      async () => (await company.get<Erasure>(`/api/v1/erasures/${started.body.id}`)).body.state === 'done',
      60_000,
    );
    const { counts, total } = await campaign.read();
    expect({ total, skipped: counts.skipped }).toEqual({ total: 80, skipped: 1 });
    expect(await campaign.recipients('state=skipped')).toMatchObject([
      { position: 80, reason: 'erased', variables: {}, contact_id: null, phone_number: '+********0079 80' },
    ]);
    expect(await draft.step('preflight')).toMatchObject({ listed: 79, reachable: 79 });
    await expectCountsAgree(stage);
    await company.setPace(80);
    await campaign.waitFor('it was completed', isCompleted);
    expect((await company.ledger()).map(({ to }) => to).toSorted()).toEqual(
      listOf(79).map(({ phone_number: phone }) => phone),
    );
    await expectCountsAgree(stage);
  }, 180_000);
});

describe('a list whose upload broke off with its process', () => {
  it('is swept after a day, and lists of campaigns and new ones are not', async () => {
    const company = await createCompany();
    const write = async (listId: string): Promise<void> => {
      await insertList(pool, company.uuid, listId);
      await insertEntries(pool, company.uuid, listId, [
        { line: 1, phoneNumber: phoneOf(1), written: phoneOf(1), variables: {} },
      ]);
    };
    const [old, fresh] = [firstUuidAt(Date.now() - 2 * day), newUuid()];
    await write(old);
    await write(fresh);
    const draft = await createCampaign(company);
    await sweepCampaigns(pool, { retentionDays: 180 });
    const left = await query<{ list_id: string }>(
      'select distinct list_id from campaign_entries where company_id = $1',
      [company.uuid],
    );
    expect(left.map((row) => row.list_id)).not.toContain(old);
    expect(left).toHaveLength(2);
    await sweepCampaigns(pool, { retentionDays: 180, now: Date.now() + 2 * day });
    expect(await draft.step('preflight')).toMatchObject({ listed: 3 });
    expect(await countRows('campaign_lists', company.uuid)).toBe(1);
  });
});

describe('a campaign whose retention has ended', () => {
  it('keeps its numbers and forgets its people', async () => {
    const company = await createCompany();
    const campaign = await createCampaign(company);
    await campaign.step('start', {});
    await campaign.waitFor('everybody has read it', ({ counts, state }) =>
      Boolean(counts.read === 3 && state === 'completed'),
    );
    const running = await createCampaign(company, { audience: { recipients: listOf(3) } });
    const statistics = await company.get(`${campaign.path}/statistics`);
    const ended = Date.now() + 10 * day;
    await sweepCampaigns(pool, { retentionDays: 11, now: ended });
    expect(await campaign.recipients()).toHaveLength(3);

    await sweepCampaigns(pool, { retentionDays: 9, now: ended });
    expect(await campaign.recipients()).toEqual([]);
    expect(await campaign.read()).toMatchObject({
      total: 3,
      counts: { read: 3 },
      forgotten_at: expect.any(String),
    });
    expect((await company.get(`${campaign.path}/statistics`)).body).toEqual(statistics.body);
    expect((await checkCampaignCounts(pool)).differences).toEqual([]);
    expectProblem(await company.call('POST', `${campaign.path}/retry`, { body: {} }), 'campaign_state');
    expect(await campaign.step('duplicate')).toMatchObject({ audience: null });
    // Only the list of the draft is left.
    await sweepCampaigns(pool, { retentionDays: 9, now: ended });
    expect(await countRows('campaign_entries', company.uuid)).toBe(3);
    expect(await running.step('preflight')).toMatchObject({ listed: 3 });
  });
});
