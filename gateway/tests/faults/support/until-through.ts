// Waits until a campaign has reached everybody, and checks its numbers meanwhile.

import { type Campaign, recipientStates } from '@hudhud/contract/campaigns.ts';
import { expect } from 'vitest';
import { waitUntil } from './wait-until.ts';

const isThrough = ({ state, counts }: Campaign): boolean =>
  state === 'completed' && counts.sent === 0 && counts.queued === 0;

export const untilThrough = (read: () => Promise<Campaign>, secondsMax: number): Promise<Campaign> =>
  waitUntil(
    'the campaign was completed and its statuses had come',
    async () => {
      const campaign = await read();
      expect(recipientStates.reduce((sum, state) => sum + campaign.counts[state], 0)).toBe(campaign.total);
      return isThrough(campaign) ? campaign : null;
    },
    secondsMax,
  );
