// What the addresses of Campaigns hold: filters, and the step of a draft.

import type { RecipientState } from '@hudhud/contract/campaigns.ts';
import { type CampaignState, campaignStates } from '@hudhud/contract/states.ts';
import { choiceFilter, idFilter, textFilter, withoutUnset } from '../../parts/list/search-filters.ts';
import type { RecipientFilters } from '../../queries/campaigns.ts';
import { phoneNumberFilter } from '../messages/message-filters.ts';

type Search = Record<string, unknown>;

/** In the order of a message's life: those that came furthest stand together. */
export const recipientStates = [
  'read',
  'delivered',
  'sent',
  'queued',
  'waiting',
  'failed',
  'unconfirmed',
  'skipped',
  'cancelled',
] as const satisfies readonly RecipientState[];

export const steps = ['name', 'audience', 'message', 'sending', 'check'] as const;
export type Step = (typeof steps)[number];

export type CampaignFilters = { readonly state?: CampaignState | undefined };

export const parseCampaignFilters = (search: Search): CampaignFilters =>
  withoutUnset({ state: choiceFilter(search, 'state', campaignStates) });

export const parseRecipientFilters = (search: Search): RecipientFilters =>
  withoutUnset({
    state: choiceFilter(search, 'state', recipientStates),
    reason: textFilter(search, 'reason'),
    phone_number: phoneNumberFilter(textFilter(search, 'phone_number', 30)),
  });

interface StepSearch {
  readonly step?: Step | undefined;
  /** A segment that was just made for this campaign. */
  readonly segment?: string | undefined;
}

export const parseStep = (search: Search): StepSearch =>
  withoutUnset({ step: choiceFilter(search, 'step', steps), segment: idFilter(search, 'segment', 'seg') });
