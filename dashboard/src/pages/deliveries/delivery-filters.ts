// The filters of the list of deliveries, as they stand in its address.

import type { DeliveryState } from '@hudhud/contract/deliveries.ts';
import type { EventType } from '@hudhud/contract/events.ts';
import { deliveryStates } from '../../parts/delivery-state.tsx';
import { allEvents } from '../../parts/event-types.ts';
import { choiceFilter, idFilter, withoutUnset } from '../../parts/search-filters.ts';
import { parseTimeRange, type TimeRange } from '../../parts/time-range.ts';

export type DeliveryFilters = TimeRange & {
  readonly state?: DeliveryState | undefined;
  readonly event?: EventType | undefined;
  readonly webhook_id?: string | undefined;
  readonly message_id?: string | undefined;
};

export function parseDeliveryFilters(search: Record<string, unknown>): DeliveryFilters {
  return withoutUnset({
    state: choiceFilter(search, 'state', deliveryStates),
    event: choiceFilter(search, 'event', allEvents),
    webhook_id: idFilter(search, 'webhook_id', 'wh'),
    message_id: idFilter(search, 'message_id', 'msg'),
    ...parseTimeRange(search),
  });
}
