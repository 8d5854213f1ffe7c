// A company as its own token may see it.

import type { Me } from '@hudhud/contract/companies.ts';
import { textCharactersMax } from '@hudhud/contract/messages.ts';
import type { Company } from './directory.ts';

export interface PresentedLimits {
  readonly requestsPerMinute: number;
  readonly bodyBytesMax: number;
}

export const presentMe = (company: Company, limits: PresentedLimits): Me => ({
  company: {
    id: company.publicId,
    name: company.name,
    timezone: company.timezone,
    plan: company.plan,
    trial_ends_at: company.trialEndsAt?.toISOString() ?? null,
  },
  limits: {
    requests_per_minute: company.requestsPerMinute ?? limits.requestsPerMinute,
    body_bytes_max: limits.bodyBytesMax,
    text_characters_max: textCharactersMax,
  },
});
