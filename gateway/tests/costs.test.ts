// What messages cost: counted when the provider says what it charges, priced by the operator's rates, reported on a
// rise.

import type { Costs } from '@hudhud/contract/costs.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DriftAlert, foldCostChanges } from '../src/costs/fold-costs.ts';
import { importRates } from '../src/costs/import-rates.ts';
import { fromPublicId } from '../src/platform/ids.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();
const pool = stage.database.openPool(2);
pool.on('error', () => undefined);

beforeAll(async () => {
  await importRates(
    pool,
    [
      'SA,service,0.5,USD,2020-01-01',
      'SA,service,0.01,USD,2026-01-01',
      'SA,service,9,USD,2999-01-01',
      'SA,marketing,0.05,USD,2026-01-01',
      'SA,utility,0.01,USD,2026-01-01',
      '*,service,0.02,EUR,2026-01-01',
    ].join('\n'),
  );
});

const costs = async (company: SendingCompany, query = ''): Promise<Costs> => {
  const { status, body } = await company.get<Costs>(`/api/v1/costs${query}`);
  expect(status).toBe(200);
  return body;
};

const charge = (company: SendingCompany, more: object) => {
  const row = {
    company_id: company.uuid,
    hour: new Date(),
    sender_id: fromPublicId('sender', company.sender.id),
    campaign_id: '00000000-0000-0000-0000-000000000000',
    template: '',
    country: 'SA',
    category: 'service',
    is_free: false,
    count: 1,
    ...more,
  };
  const names = Object.keys(row);
  return stage.database.query(
    `insert into cost_changes (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
};

describe('a message that reached its person', () => {
  it('is counted once, in the country of the person and the category of the provider', async () => {
    const company = await stage.createSendingCompany();
    const { body } = await company.send({ to: '+966504000001' });
    await company.waitFor(body.message_id, 'read');
    const counted = await waitUntil('it was counted', async () => {
      const found = await costs(company, '?group=country');
      return found.charged + found.free > 0 ? found : null;
    });
    expect(counted.charged + counted.free).toBe(1);
    expect(counted.data).toMatchObject([{ key: 'SA' }]);
    await foldCostChanges(pool, async () => undefined);
    expect(await costs(company, '?group=country')).toEqual(counted);
  });
});

describe('the costs of a company', () => {
  it('are priced by the rate of their day and country, free ones apart', async () => {
    const company = await stage.createSendingCompany();
    await charge(company, { count: 3 });
    await charge(company, { count: 2, is_free: true });
    await charge(company, { count: 4, country: 'AE' });
    await charge(company, { count: 5, country: 'AE', category: 'marketing' });
    for (const _fold of ['before', 'after']) {
      expect(await costs(company)).toMatchObject({
        group: 'day',
        charged: 12,
        free: 2,
        unpriced: 5,
        amounts: expect.arrayContaining([
          { currency: 'USD', amount: '0.030000' },
          { currency: 'EUR', amount: '0.080000' },
        ]),
      });
      await foldCostChanges(pool, async () => undefined);
    }
    const bySender = await costs(company, '?group=sender');
    expect(bySender.data).toMatchObject([{ key: company.sender.id, name: 'Simulator', charged: 12 }]);
    expect((await costs(company, '?group=campaign')).data).toMatchObject([{ key: '', charged: 12 }]);
  });

  it('are those of this company only', async () => {
    const [ours, theirs] = [await stage.createSendingCompany(), await stage.createSendingCompany()];
    await charge(theirs, { count: 7 });
    expect((await costs(ours)).charged).toBe(0);
  });

  it.each(['?from=2026-02-30', '?from=2026-01-02&to=2026-01-01', '?from=2020-01-01&to=2026-01-01'])(
    'are refused for %s',
    async (query) => {
      const company = await stage.createSendingCompany();
      expect((await company.get(`/api/v1/costs${query}`)).status).toBe(422);
    },
  );
});

describe('a template that is charged as something dearer', () => {
  it('raises one alert', async () => {
    const company = await stage.createSendingCompany();
    const alerted: DriftAlert[] = [];
    const fold = () =>
      foldCostChanges(pool, async (companyId, alert) => {
        if (companyId === company.uuid) alerted.push(alert);
      });
    await charge(company, { template: 'reminder', category: 'utility' });
    await fold();
    expect(alerted).toEqual([]);
    await charge(company, { template: 'reminder', category: 'marketing' });
    await fold();
    await charge(company, { template: 'reminder', category: 'marketing' });
    await fold();
    expect(alerted).toMatchObject([{ kind: 'cost_drift', detail: expect.stringContaining('reminder') }]);
  });

  it('raises no alert when it becomes cheaper', async () => {
    const company = await stage.createSendingCompany();
    const alerted: string[] = [];
    for (const category of ['marketing', 'utility']) {
      await charge(company, { template: 'offer', category });
      await foldCostChanges(pool, async (companyId) => void alerted.push(companyId));
    }
    expect(alerted).not.toContain(company.uuid);
  });
});

describe('the rates', () => {
  it('are listed for every company, and imported by the operator only', async () => {
    const company = await stage.createSendingCompany();
    const { body } = await company.get<{ data: { country: string }[] }>('/api/v1/costs/rates');
    expect(body.data.length).toBeGreaterThanOrEqual(6);
    const refused = await company.call('POST', '/api/v1/operator/rates', { body: { csv: 'x' } });
    expect(refused.status).toBe(401);
  });
});
