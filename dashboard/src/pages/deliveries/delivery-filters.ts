// The filters of the list of deliveries, as they stand in its address.

import type { EventType } from '@hudhud/contract/events.ts';
import { type DeliveryState, deliveryStates } from '@hudhud/contract/states.ts';
import { choiceFilter, idFilter, textFilter, withoutUnset } from '../../parts/list/search-filters.ts';
import { allEvents } from '../../parts/state/event-types.ts';
import { parseTimeRange, type TimeRange } from '../../queries/time-range.ts';

export type DeliveryFilters = TimeRange & {
  readonly state?: DeliveryState | undefined;
  readonly event?: EventType | undefined;
  readonly webhook_id?: string | undefined;
  readonly message_id?: string | undefined;
  readonly text?: string | undefined;
};

export function parseDeliveryFilters(search: Record<string, unknown>): DeliveryFilters {
  return withoutUnset({
    state: choiceFilter(search, 'state', deliveryStates),
    event: choiceFilter(search, 'event', allEvents),
    webhook_id: idFilter(search, 'webhook_id', 'wh'),
    message_id: idFilter(search, 'message_id', 'msg'),
    text: textFilter(search, 'text', 200),
    ...parseTimeRange(search),
  });
}
