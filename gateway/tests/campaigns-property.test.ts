// Any steps on a campaign in any order, with any statuses of its messages: at the end everybody is in exactly one
// state, the numbers add up, and no person got it twice. The simulator's ledger is the witness.

import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertProperty } from './support/assert-property.ts';
import { createCampaign, expectCountsAgree, listOf, type TestCampaign } from './support/campaign-stage.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';

// A lease that ends soon, so that a process that lost it is back soon.
const stage = await useSendingStage({ LEASE_SECONDS: '2' });

const people = 40;

type Command =
  | { readonly name: 'pause' | 'resume' | 'cancel' | 'crash' }
  | { readonly name: 'wait'; readonly milliseconds: number }
  | { readonly name: 'fault'; readonly fault: string };

const faults = [
  'duplicated_statuses',
  'out_of_order_statuses',
  'skipped_delivered',
  'failed_after_delivered',
  'undeliverable',
  'status_before_answer',
  'server_error',
];

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ name: fc.constant('wait' as const), milliseconds: fc.nat(400) }) },
  { weight: 3, arbitrary: fc.record({ name: fc.constant('pause' as const) }) },
  { weight: 3, arbitrary: fc.record({ name: fc.constant('resume' as const) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('cancel' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ name: fc.constant('fault' as const), fault: fc.constantFrom(...faults) }),
  },
);

/** The process loses all it held, at any moment: its lanes and campaigns, and what it was sending. */
const crash = async (): Promise<void> => {
  await stage.database.query(`update processes set lease_until = now() - interval '1 second'`);
};

const run = async (company: SendingCompany, campaign: TestCampaign, given: Command): Promise<void> => {
  if (given.name === 'wait') await sleep(given.milliseconds);
  else if (given.name === 'crash') await crash();
  else if (given.name === 'fault') await company.addFault({ name: given.fault, count: 3 });
  // A step that the campaign's state does not allow is refused, and that is all.
  else await company.call('POST', `${campaign.path}/${given.name}`);
};

const isOver = ({ state, finished_at: end }: { state: string; finished_at: string | null }): boolean =>
  end !== null && (state === 'completed' || state === 'cancelled');

const wereSentTo = ['sent', 'delivered', 'read', 'failed', 'unconfirmed'];

const expectTruth = async (company: SendingCompany, campaign: TestCampaign): Promise<void> => {
  const recipients = await campaign.recipients();
  const phones = recipients.map(({ phone_number: phone }) => phone);
  expect(new Set(phones).size).toBe(phones.length);
  // One that was cancelled while it was being prepared knows only those whom it had come to.
  const { prepared_at: prepared, total } = await campaign.read();
  expect(phones.length).toBe(prepared === null ? total : people);
  const accepted = (await company.ledger()).filter(({ outcome }) => outcome === 'accepted');
  const byPhone = Map.groupBy(accepted, ({ to }) => to);
  for (const { phone_number: phone, state } of recipients) {
    const times = byPhone.get(phone)?.length ?? 0;
    expect(times, `${phone} is ${state}`).toBeLessThanOrEqual(1);
    if (times === 1) expect(wereSentTo, phone).toContain(state);
    if (['sent', 'delivered', 'read'].includes(state)) expect(times, `${phone} is ${state}`).toBe(1);
  }
  await expectCountsAgree(stage);
};

describe('a campaign to which anything happens', () => {
  it('reaches everybody at most once, and says of everybody what became of them', async () => {
    await assertProperty(
      fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: 10 }), async (commands) => {
        const company = await stage.createSendingCompany();
        const campaign = await createCampaign(company, {
          audience: { recipients: listOf(people) },
          messages_per_second: 40,
        });
        await campaign.step('start', {});
        for (const given of commands) {
          await run(company, campaign, given);
          // Reading holds the sum against the total.
          await campaign.read();
        }
        await company.clearFaults();
        await company.call('POST', `${campaign.path}/resume`);
        await campaign.waitFor('it was over', isOver, 40_000);
        await expectTruth(company, campaign);
      }),
      { atLeast: 3, atMost: 8, milliseconds: 50_000 },
    );
  }, 150_000);
});
