// A company and its tokens as the outside sees them.

import type { CompanyProfile, Me, TokenInfo } from '@hudhud/contract/companies.ts';
import { textCharactersMax } from '@hudhud/contract/messages.ts';
import type { UsedToken } from '../platform/http/incoming-request.ts';
import { toPublicId } from '../platform/ids.ts';
import type { Company } from './directory.ts';
import type { CompanyRow, TokenInfoRow } from './queries.ts';

export interface PresentedLimits {
  readonly requestsPerMinute: number;
  readonly bodyBytesMax: number;
}

const endOf = (milliseconds: number): string | null =>
  Number.isFinite(milliseconds) ? new Date(milliseconds).toISOString() : null;

export const presentMe = (company: Company, limits: PresentedLimits, token: UsedToken | null): Me => ({
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
  token:
    token?.name != null
      ? { name: token.name, scopes: [...(token.scopes ?? [])], expires_at: endOf(token.expiresAt) }
      : null,
});

export const presentCompany = (row: CompanyRow): CompanyProfile => ({
  id: toPublicId('company', row.id),
  name: row.name,
  timezone: row.timezone,
  language: row.language,
  window: row.window_mode,
  plan: row.plan,
  trial_ends_at: row.trial_ends_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

export const laterOf = (one: Date | null, two: Date | null): Date | null =>
  one && two && one > two ? one : (two ?? one);

/** `lastUsedAt` is what this process knows; the row may know of a later use by another one. */
export const presentToken = (row: TokenInfoRow, lastUsedAt: Date | null): TokenInfo => ({
  last_four: row.last_four,
  created_at: row.created_at.toISOString(),
  last_used_at: laterOf(row.last_used_at, lastUsedAt)?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
});
