// The numbers and the people of a campaign: by state, reason, time and store, kept with the statuses and equal to a count
// of the ledger, however statuses come.

import type { Recipient } from '@hudhud/contract/campaign-recipients.ts';
import type { CampaignStatistics } from '@hudhud/contract/campaign-statistics.ts';
import { describe, expect, it } from 'vitest';
import { checkCampaignCounts } from '../src/campaigns/numbers/check-counts.ts';
import { fromPublicId } from '../src/platform/ids.ts';
import {
  createCampaign,
  expectCountsAgree,
  isCompleted,
  listOf,
  phoneOf,
  type TestCampaign,
} from './support/campaign-stage.ts';
import { expectProblem } from './support/expect-problem.ts';
import { readPages } from './support/read-pages.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';

const stage = await useSendingStage();
const { pool } = stage.running.storage.database;

const complete = async (company: SendingCompany, fields = {}): Promise<TestCampaign> => {
  const campaign = await createCampaign(company, fields);
  await campaign.step('start', { exclude: ['opted_out', 'invalid_phone_number'] });
  await campaign.waitFor('it was completed', isCompleted);
  return campaign;
};

const statisticsOf = async (company: SendingCompany, campaign: TestCampaign, query = '') =>
  (await company.get<CampaignStatistics>(`${campaign.path}/statistics${query}`)).body;

describe('the statistics of a campaign', () => {
  it('show states, rates, reasons, stores, times and prices', async () => {
    const company = await stage.createSendingCompany();
    const store = await company.call<{ id: string }>('POST', '/api/v1/stores', { body: { name: 'Main' } });
    const contacts = listOf(6).map((person, index) => ({
      ...person,
      ...(index < 2 && { store_id: store.body.id }),
      ...(index === 5 && { consent: { state: 'opted_out', source: 'paper' } }),
    }));
    await company.call('POST', '/api/v1/contacts/bulk', { body: { contacts } });
    await company.addFault({ name: 'undeliverable', to: phoneOf(4) });
    const campaign = await complete(company, { audience: { filter: {} } });
    await campaign.waitFor('all statuses had come', ({ counts }) => counts.read === 4 && counts.failed === 1);
    const statistics = await statisticsOf(company, campaign, '?by=minute');
    expect(statistics).toMatchObject({
      total: 6,
      counts: { read: 4, failed: 1, skipped: 1, waiting: 0, queued: 0 },
      rates: { sent: 0.8, delivered: 1, read: 1, failed: 0.2, replied: 0 },
      stores: [
        { store_id: store.body.id, total: 2, counts: { read: 2 } },
        { store_id: null, total: 4, counts: { read: 2, failed: 1, skipped: 1 } },
      ],
      seconds_to_read: { count: 4 },
      pricing: [{ category: 'service' }],
    });
    expect(statistics.reasons).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          state: 'failed',
          reason: '131026',
          count: 1,
          error: expect.objectContaining({ code: '131026' }),
        }),
        { state: 'skipped', reason: 'opted_out', count: 1, error: null },
      ]),
    );
    const sum = (name: 'read' | 'failed'): number =>
      statistics.over_time.reduce((total, moment) => total + moment[name], 0);
    expect([sum('read'), sum('failed')]).toEqual([4, 1]);
    await expectCountsAgree(stage);
  });

  it.each(['out_of_order_statuses', 'duplicated_statuses', 'skipped_delivered', 'failed_after_delivered'])(
    'agree with the ledger when statuses come as %s',
    async (name) => {
      const company = await stage.createSendingCompany();
      await company.addFault({ name });
      const campaign = await complete(company, { audience: { recipients: listOf(10) } });
      await campaign.waitFor(
        'the statuses had come',
        ({ counts }) => counts.sent === 0 && counts.queued === 0,
      );
      await expectCountsAgree(stage);
    },
  );

  it('are found out when one is wrong', async () => {
    const company = await stage.createSendingCompany();
    const campaign = await complete(company);
    const id = fromPublicId('campaign', campaign.id);
    await campaign.waitFor('everybody has read it', ({ counts }) => counts.read === 3);
    await stage.database.query(`insert into campaign_count_changes values ($1, $2, 'state', 'read', '', 1)`, [
      company.uuid,
      id,
    ]);
    expect((await checkCampaignCounts(pool)).differences).toEqual([
      { campaign_id: campaign.id, kind: 'state', name: 'read', detail: '', kept: '4', counted: '3' },
    ]);
    await stage.database.query(
      `insert into campaign_count_changes values ($1, $2, 'state', 'read', '', -1)`,
      [company.uuid, id],
    );
  });
});

describe('the recipients of a campaign', () => {
  it('are listed in the order of sending, by state and reason, and reached by any page size', async () => {
    const company = await stage.createSendingCompany();
    await company.addFault({ name: 'undeliverable', to: phoneOf(3) });
    const campaign = await complete(company, { audience: { recipients: listOf(7) } });
    await campaign.waitFor('one failed', ({ counts }) => counts.failed === 1);
    for (const limit of [1, 3, 7]) {
      const recipients = await readPages<Recipient>(company, `${campaign.path}/recipients?limit=${limit}`);
      expect(recipients.map(({ phone_number: phone }) => phone)).toEqual(
        listOf(7).map(({ phone_number: phone }) => phone),
      );
    }
    expect(await campaign.recipients('state=failed')).toMatchObject([
      { phone_number: phoneOf(3), reason: '131026', error: { code: '131026' } },
    ]);
    expect(await campaign.recipients('reason=131026')).toHaveLength(1);
    expect(await campaign.recipients('state=skipped')).toEqual([]);
    expectProblem(await company.get(`${campaign.path}/recipients?cursor=abc`), 'invalid_cursor');
  });

  it('are a file, all or of one state, that does no harm in a spreadsheet', async () => {
    const company = await stage.createSendingCompany();
    await company.call('POST', '/api/v1/contacts/bulk', {
      body: { contacts: [{ phone_number: phoneOf(1), name: '=HYPERLINK("http://evil")' }] },
    });
    const campaign = await complete(company);
    const all = await company.get(`${campaign.path}/recipients.csv`);
    expect(all.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(all.text.trim().split('\r\n')).toHaveLength(4);
    expect(all.text).toContain(`"'=HYPERLINK(""http://evil"")"`);
    const failed = await company.get(`${campaign.path}/recipients.csv?state=failed`);
    expect(failed.text.trim().split('\r\n')).toHaveLength(1);
  });
});
