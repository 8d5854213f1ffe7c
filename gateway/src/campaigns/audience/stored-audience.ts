// The audience of a campaign, as its row keeps it: ids are UUIDs, and the people of a list are rows of their own.

import type { RecipientState } from '@hudhud/contract/campaigns.ts';
import type { ContactFilter } from '@hudhud/contract/segments.ts';

export type StoredAudience =
  | { readonly kind: 'segment'; readonly segmentId: string; readonly filter: ContactFilter }
  | { readonly kind: 'filter'; readonly filter: ContactFilter }
  | { readonly kind: 'tags'; readonly tags: readonly string[]; readonly filter: ContactFilter }
  | {
      readonly kind: 'list';
      readonly listId: string;
      readonly fileName: string | null;
      readonly listed: number;
    }
  | {
      readonly kind: 'retry';
      readonly campaignId: string;
      readonly states: readonly RecipientState[];
      readonly reasons: readonly string[] | null;
    };
