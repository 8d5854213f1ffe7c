// The filters of the message list, as they stand in its address.

import type { MessageQuery } from '@hudhud/contract/messages.ts';
import { type MessageStatus, messageStatuses } from '@hudhud/contract/states.ts';
import { choiceFilter, textFilter, withoutUnset } from '../../parts/list/search-filters.ts';
import { parseTimeRange, type TimeRange } from '../../queries/time-range.ts';

export const directions = ['out', 'in'] as const satisfies readonly MessageQuery['direction'][];

export type MessageFilters = TimeRange & {
  readonly status?: MessageStatus | undefined;
  readonly direction?: (typeof directions)[number] | undefined;
  readonly phone_number?: string | undefined;
  readonly text?: string | undefined;
};

export function parseMessageFilters(search: Record<string, unknown>): MessageFilters {
  return withoutUnset({
    status: choiceFilter(search, 'status', messageStatuses),
    direction: choiceFilter(search, 'direction', directions),
    phone_number: phoneNumberFilter(textFilter(search, 'phone_number', 30)),
    text: textFilter(search, 'text', 200),
    ...parseTimeRange(search),
  });
}

/** People paste numbers with spaces and dashes; the API takes the bare form. */
export function phoneNumberFilter(text: string | undefined): string | undefined {
  const digits = text?.replaceAll(/\D/g, '') ?? '';
  return digits === '' ? undefined : `+${digits}`;
}
