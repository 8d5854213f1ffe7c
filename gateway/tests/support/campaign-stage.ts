// Common steps of campaign tests: makes a campaign, starts and follows it, and checks at every look whether its numbers
// add up.

import type { Recipient } from '@hudhud/contract/campaign-recipients.ts';
import { type Campaign, type NewCampaign, recipientStates } from '@hudhud/contract/campaigns.ts';
import { expect } from 'vitest';
import { checkCampaignCounts } from '../../src/campaigns/numbers/check-counts.ts';
import type { TestCompany, TestGateway } from './gateway.ts';
import { readPages } from './read-pages.ts';
import { waitUntil } from './wait-until.ts';

export interface TestCampaign {
  readonly id: string;
  readonly path: string;
  read(): Promise<Campaign>;
  /** POST to one of its steps; fails the test when that is refused. */
  step(name: string, body?: object): Promise<Campaign>;
  waitFor(what: string, is: (campaign: Campaign) => boolean, milliseconds?: number): Promise<Campaign>;
  recipients(query?: string): Promise<Recipient[]>;
}

const sumOf = ({ counts }: Campaign): number =>
  recipientStates.reduce((sum, state) => sum + counts[state], 0);

/** A phone number of its own for each person of a test. */
export const phoneOf = (index: number): string => `+9665${String(10_000_000 + index)}`;

export const listOf = (count: number, first = 0): { phone_number: string }[] =>
  Array.from({ length: count }, (_, index) => ({ phone_number: phoneOf(first + index) }));

export const openCampaign = (company: TestCompany, id: string): TestCampaign => {
  const path = `/api/v1/campaigns/${id}`;
  const read = async (): Promise<Campaign> => {
    const { body, status, text } = await company.get<Campaign>(path);
    expect(status, text).toBe(200);
    expect(sumOf(body)).toBe(body.total);
    return body;
  };
  return {
    id,
    path,
    read,
    async step(name, body) {
      const answer = await company.call<Campaign>(
        'POST',
        `${path}/${name}`,
        body === undefined ? {} : { body },
      );
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body;
    },
    waitFor: (what, is, milliseconds = 90_000) =>
      waitUntil(
        what,
        async () => {
          const campaign = await read();
          return is(campaign) && campaign;
        },
        milliseconds,
      ),
    recipients: (query = '') => readPages(company, `${path}/recipients?limit=200${query && `&${query}`}`),
  };
};

export const createCampaign = async (
  company: TestCompany,
  fields: Partial<NewCampaign> = {},
): Promise<TestCampaign> => {
  const text = fields.content ? {} : { text: 'Hello!' };
  const body = { name: 'A campaign', ...text, audience: { recipients: listOf(3) }, ...fields };
  const made = await company.call<Campaign>('POST', '/api/v1/campaigns', { body });
  expect(made.status, made.text).toBe(201);
  return openCampaign(company, made.body.id);
};

export const isCompleted = ({ state }: Campaign): boolean => state === 'completed';

/** The kept numbers are those of a count of the ledger. */
export const expectCountsAgree = async (gateway: TestGateway): Promise<void> => {
  expect((await checkCampaignCounts(gateway.running.storage.database.pool)).differences).toEqual([]);
};
