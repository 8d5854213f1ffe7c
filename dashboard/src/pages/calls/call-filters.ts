// The filters of the list of calls, as they stand in its address.

import type { CallQuery } from '@hudhud/contract/calls.ts';
import { callOutcomes } from '@hudhud/contract/states.ts';
import { choiceFilter, idFilter, textFilter, withoutUnset } from '../../parts/list/search-filters.ts';
import { parseTimeRange, type TimeRange } from '../../queries/time-range.ts';

export const kinds = ['provider', 'webhook', 'media'] as const satisfies readonly CallQuery['kind'][];
export const outcomes = ['ok', 'failed', ...callOutcomes] as const satisfies readonly CallQuery['outcome'][];

/** As they stand in an address; later attempts than these are rare. */
export const attempts = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;

export type CallFilters = TimeRange & {
  readonly kind?: (typeof kinds)[number] | undefined;
  readonly outcome?: (typeof outcomes)[number] | undefined;
  readonly message_id?: string | undefined;
  readonly sender_id?: string | undefined;
  readonly webhook_id?: string | undefined;
  readonly delivery_id?: string | undefined;
  readonly attempt?: (typeof attempts)[number] | undefined;
  readonly text?: string | undefined;
};

export function parseCallFilters(search: Record<string, unknown>): CallFilters {
  return withoutUnset({
    kind: choiceFilter(search, 'kind', kinds),
    outcome: choiceFilter(search, 'outcome', outcomes),
    message_id: idFilter(search, 'message_id', 'msg'),
    sender_id: idFilter(search, 'sender_id', 'snd'),
    webhook_id: idFilter(search, 'webhook_id', 'wh'),
    delivery_id: idFilter(search, 'delivery_id', 'dlv'),
    attempt: choiceFilter(search, 'attempt', attempts),
    text: textFilter(search, 'text', 200),
    ...parseTimeRange(search),
  });
}
