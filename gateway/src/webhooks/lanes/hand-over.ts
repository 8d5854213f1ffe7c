// Gives the lanes of this process what was just committed, past the table: the delivery that the trigger has written (ADR 8)
// is known without reading it back, because its id follows from event and endpoint. What a lane does not take from here, it
// finds in the table.

import type { ToldEvent } from '../../events/told-event.ts';
import { deliveryIdOf } from '../delivery-id.ts';
import { bodyOf } from '../payload/body-of.ts';
import type { Lane } from './lane.ts';

/** The same choice as the trigger makes. */
const wants = ({ endpoint }: Lane, { type, status }: ToldEvent): boolean =>
  (endpoint.events.length === 0 || endpoint.events.includes(type)) &&
  (type !== 'message_status' || endpoint.statuses.length === 0 || endpoint.statuses.includes(status ?? ''));

const handToLane = (lane: Lane, event: ToldEvent, body: string): void =>
  lane.hand({
    companyId: event.company_id,
    id: deliveryIdOf(event.id, lane.endpoint.id),
    endpointId: lane.endpoint.id,
    eventId: event.id,
    messageId: event.message_id,
    attempt: 0,
    step: 0,
    body,
  });

/** In the order of the events. */
export const handOver = (
  events: readonly ToldEvent[],
  lanesOf: (companyId: string) => Iterable<Lane>,
): void => {
  const touched = new Set<Lane>();
  for (const event of events) {
    let body: string | undefined;
    for (const lane of lanesOf(event.company_id)) {
      if (!wants(lane, event)) continue;
      touched.add(lane);
      if (!lane.takesHanded()) continue;
      body ??= bodyOf({ ...event, timezone: lane.endpoint.timezone });
      handToLane(lane, event, body);
    }
  }
  for (const lane of touched) lane.pump();
};
