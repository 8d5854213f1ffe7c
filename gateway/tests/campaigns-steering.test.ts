// Pausing, resuming, cancelling, schedules, limits and opt-outs of a campaign that runs: no person gets it twice, none
// is left out, and nothing is sent that should not be.

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
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
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();

/** A company whose sender goes this fast. */
const createCompany = async (messagesPerSecond = 80): Promise<SendingCompany> => {
  const company = await stage.createKnownCompany();
  await company.setPace(messagesPerSecond);
  return company;
};

const acceptedBy = async (company: SendingCompany): Promise<string[]> =>
  (await company.ledger()).filter(({ outcome }) => outcome === 'accepted').map(({ to }) => to);

const expectOnceEach = async (company: SendingCompany, count: number): Promise<void> => {
  const accepted = await acceptedBy(company);
  expect(new Set(accepted).size).toBe(accepted.length);
  expect(accepted.toSorted()).toEqual(listOf(count).map(({ phone_number: phone }) => phone));
};

const startWith = async (company: SendingCompany, count: number, fields = {}): Promise<TestCampaign> => {
  const campaign = await createCampaign(company, { audience: { recipients: listOf(count) }, ...fields });
  await campaign.step('start', {});
  return campaign;
};

const someSent = (company: SendingCompany, count: number) =>
  waitUntil('some were sent', async () => (await acceptedBy(company)).length >= count);

describe('a paused campaign', () => {
  it('sends nothing more, and goes on after the last one when it is resumed', async () => {
    const company = await createCompany(10);
    const campaign = await startWith(company, 60);
    await someSent(company, 5);
    const paused = await campaign.step('pause');
    expect(paused).toMatchObject({ state: 'paused', pause_reason: { kind: 'person' } });
    // Messages that the provider already has get their statuses.
    await waitUntil('nothing is on its way any more', async () => {
      const rows = await stage.database.query(
        `select 1 from messages where company_id = $1 and status = 'sending'`,
        [company.uuid],
      );
      return rows.length === 0;
    });
    const before = await acceptedBy(company);
    // Nothing says when it would have gone on.
    await sleep(1_000);
    expect(await acceptedBy(company)).toEqual(before);
    expect(before.length).toBeLessThan(60);
    await company.setPace(80);
    await campaign.step('resume');
    await campaign.waitFor('it was completed', isCompleted);
    await expectOnceEach(company, 60);
    await expectCountsAgree(stage);
    const emitted = await company.get<{ data: { event: string }[] }>('/api/v1/events?types=campaign_paused');
    expect(emitted.body.data).toMatchObject([
      { data: { campaign_id: campaign.id, pause_reason: { kind: 'person' } } },
    ]);
  });

  it('can be cancelled: those who were queued and those who waited get nothing', async () => {
    const company = await createCompany(5);
    const campaign = await startWith(company, 60);
    await someSent(company, 2);
    await campaign.step('pause');
    await campaign.step('cancel');
    const ended = await campaign.waitFor('it was over', ({ finished_at: end }) => end !== null);
    expect(ended.state).toBe('cancelled');
    expect(ended.counts).toMatchObject({ waiting: 0, queued: 0 });
    const accepted = await acceptedBy(company);
    expect(ended.counts.cancelled).toBe(60 - accepted.length);
    expectProblem(await company.call('POST', `${campaign.path}/resume`), 'campaign_state');
    await expectCountsAgree(stage);
  });
});

describe('a running campaign', () => {
  it('can be cancelled, and is over when the last message has its outcome', async () => {
    const company = await createCompany(5);
    const campaign = await startWith(company, 50);
    await someSent(company, 2);
    await campaign.step('cancel');
    const ended = await campaign.waitFor('it was over', ({ finished_at: end }) => end !== null);
    const accepted = await acceptedBy(company);
    expect(ended.counts.cancelled).toBe(50 - accepted.length);
    expect(new Set(accepted).size).toBe(accepted.length);
  });

  it('pauses by itself when too many messages fail, and says why', async () => {
    const company = await createCompany();
    await company.addFault({ name: 'undeliverable' });
    const campaign = await startWith(company, 1_000, { auto_pause: { failure_rate: 0.5, window: 20 } });
    const paused = await campaign.waitFor('it paused itself', ({ state }) => state === 'paused');
    expect(paused.pause_reason).toMatchObject({
      kind: 'failure_rate',
      reasons: [{ reason: '131026', count: expect.any(Number) }],
    });
    expect(paused.counts.waiting).toBeGreaterThan(0);
    await company.clearFaults();
    await campaign.step('resume');
    await campaign.waitFor('it goes on', ({ counts }) => counts.sent + counts.delivered + counts.read > 50);
    await campaign.step('cancel');
  });

  it('keeps to its own limit', async () => {
    const company = await createCompany(80);
    const begun = performance.now();
    const campaign = await startWith(company, 12, { messages_per_second: 4 });
    await campaign.waitFor('it was completed', isCompleted);
    // The first second may be used up at once: eight more take two.
    expect(performance.now() - begun).toBeGreaterThan(1_900);
    await expectOnceEach(company, 12);
  });

  it('keeps only a few seconds of work in the table', async () => {
    const company = await createCompany(2);
    const campaign = await startWith(company, 500);
    await someSent(company, 1);
    expect((await campaign.read()).counts.queued).toBeLessThanOrEqual(20);
    await campaign.step('cancel');
  });

  it('pauses when its sender is gone', async () => {
    const company = await createCompany(5);
    const campaign = await startWith(company, 100);
    await someSent(company, 1);
    await stage.database.query('delete from senders where company_id = $1', [company.uuid]);
    const paused = await campaign.waitFor('it paused itself', ({ state }) => state === 'paused');
    expect(paused.pause_reason).toMatchObject({ kind: 'sender_missing' });
    await campaign.step('cancel');
  });
});

describe('a person who says stop', () => {
  const write = (company: SendingCompany, from: string, text: string) =>
    stage.call('POST', `/simulator/control/numbers/${company.account}/inbound`, {
      body: { from: from.slice(1), name: 'Huda', text },
    });

  it.each(['STOP', 'إيقاف'])('(%s) gets nothing more of a campaign that runs', async (word) => {
    const company = await createCompany();
    const campaign = await startWith(company, 30, { messages_per_second: 5 });
    await someSent(company, 1);
    const last = phoneOf(29);
    expect((await write(company, last, word)).status).toBeLessThan(300);
    await campaign.waitFor('it was completed', isCompleted);
    expect(await acceptedBy(company)).not.toContain(last);
    const [person] = await campaign.recipients(`phone_number=${encodeURIComponent(last)}`);
    expect(person).toMatchObject({ state: 'skipped', reason: 'opted_out' });
    await expectCountsAgree(stage);
  });

  it('who writes anything else is counted as having replied, once', async () => {
    const company = await createCompany();
    const campaign = await startWith(company, 3);
    await campaign.waitFor('it was completed', isCompleted);
    await campaign.waitFor('everybody has read it', ({ counts }) => counts.read === 3);
    await write(company, phoneOf(1), 'Thank you');
    await write(company, phoneOf(1), 'Really');
    await campaign.waitFor('the reply was counted', ({ replied }) => replied === 1);
    expect((await campaign.read()).replied).toBe(1);
    await expectCountsAgree(stage);
  });
});

describe('a schedule', () => {
  const setSchedule = (campaign: TestCampaign, ago: string) =>
    stage.database.query(`update campaigns set schedule_at = now() - $2::interval where id = $1`, [
      fromPublicId('campaign', campaign.id),
      ago,
    ]);
  const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString();

  it('makes a campaign wait for its time, and begin then', async () => {
    const company = await createCompany();
    const campaign = await startWith(company, 3, { schedule_at: tomorrow() });
    // Longer than it takes to begin: nothing says when it would have begun.
    await sleep(700);
    expect(await campaign.read()).toMatchObject({ state: 'scheduled', total: 0 });
    expect(await acceptedBy(company)).toEqual([]);
    await setSchedule(campaign, '1 second');
    await campaign.waitFor('it was completed', isCompleted);
    await expectOnceEach(company, 3);
  });

  it('that was missed by hours is not made up for in silence', async () => {
    const company = await createCompany();
    const campaign = await startWith(company, 3, { schedule_at: tomorrow() });
    await setSchedule(campaign, '3 hours');
    const paused = await campaign.waitFor('it was paused', ({ state }) => state === 'paused');
    expect(paused.pause_reason).toMatchObject({ kind: 'schedule_missed' });
    await campaign.step('resume');
    await campaign.waitFor('it was completed', isCompleted);
    await expectOnceEach(company, 3);
  });

  it('of sending hours sends nothing outside them', async () => {
    const company = await createCompany();
    const local = new Date(Date.now() + 3 * 3_600_000);
    const clock = (hours: number): string =>
      `${String((local.getUTCHours() + hours) % 24).padStart(2, '0')}:00`;
    const campaign = await startWith(company, 3, { sending_hours: { from: clock(3), until: clock(4) } });
    const running = await campaign.waitFor('it runs', ({ state }) => state === 'running');
    // Longer than the first message takes: no event would show that it had been sent.
    await sleep(700);
    expect(await acceptedBy(company)).toEqual([]);
    expect(Date.parse(running.waits_until ?? '')).toBeGreaterThan(Date.now());
    await campaign.step('cancel');
  });
});
