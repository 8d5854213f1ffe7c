// The health of a sender as its row keeps it: what the provider last said, and how many people were reached.

import type { SenderQuality } from '@hudhud/contract/senders.ts';
import type { SenderHealth } from '../../providers/health-part.ts';

export interface StoredHealth {
  readonly quality: SenderQuality | null;
  /** Null: no limit, or not known. */
  readonly peoplePerDay: number | null;
  readonly isUnlimited: boolean;
  /** People that were written to in the 24 hours before it was read. */
  readonly peopleReached: number;
  readonly messagesPerSecond: number | null;
  readonly name: string | null;
  readonly nameStatus: string | null;
  /** Times are ISO 8601. */
  readonly restrictions: readonly { readonly kind: string; readonly endsAt: string | null }[];
  readonly tokenEndsAt: string | null;
}

export const toStoredHealth = (reported: SenderHealth, peopleReached: number): StoredHealth => {
  const isUnlimited = reported.peoplePerDay === Number.POSITIVE_INFINITY;
  return {
    quality: reported.quality,
    peoplePerDay: isUnlimited ? null : reported.peoplePerDay,
    isUnlimited,
    peopleReached,
    messagesPerSecond: reported.messagesPerSecond,
    name: reported.name,
    nameStatus: reported.nameStatus,
    restrictions: reported.restrictions.map(({ kind, endsAt }) => ({
      kind,
      endsAt: endsAt?.toISOString() ?? null,
    })),
    tokenEndsAt: reported.tokenEndsAt?.toISOString() ?? null,
  };
};
