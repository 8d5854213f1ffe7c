// Hands events that were just committed to the lanes of this process, bypassing the table: a delivery need not be read back,
// because its id follows from event and webhook. The trigger has written it already (ADR 8); where the lane is direct, it is
// written after its first attempt. A delivery that a lane does not take from here is found in the table.

import { hash } from 'node:crypto';
import type { EmittedEvent } from '../../events/emitted-event.ts';
import type { MediaSource } from '../../events/event-media.ts';
import { toPayload } from '../../events/to-payload.ts';
import { describeIncoming } from '../../providers/describe-incoming.ts';
import type { DeliveryKey } from '../direct/queries.ts';
import type { DeliveryLane } from './lane.ts';

/** The text of a delivery, with the time zone of its company. */
export const bodyOf = (event: EmittedEvent & { readonly timezone: string }, media?: MediaSource): string =>
  JSON.stringify(toPayload(event, describeIncoming, media && { link: media.link }));

export const deliveryIdOf = (eventId: string, webhookId: string): string => {
  const digest = hash('md5', `${eventId}${webhookId}`);
  // 16 digits of the event, which hold its time; the variant; 15 digits of the digest.
  return `${eventId.slice(0, 18)}-8${digest.slice(17, 20)}-${digest.slice(20)}`;
};

/** The same choice as the trigger makes. */
const wants = ({ webhook }: DeliveryLane, { type, status }: EmittedEvent): boolean =>
  ((webhook.events.length === 0 && type !== 'media_stored') || webhook.events.includes(type)) &&
  (type !== 'message_status' || webhook.statuses.length === 0 || webhook.statuses.includes(status ?? ''));

const keyOf = (lane: DeliveryLane, event: EmittedEvent): DeliveryKey => ({
  companyId: event.company_id,
  id: deliveryIdOf(event.id, lane.webhook.id),
  webhookId: lane.webhook.id,
  eventId: event.id,
});

const handToLane = (lane: DeliveryLane, event: EmittedEvent, body: string): void =>
  lane.hand({
    ...keyOf(lane, event),
    eventType: event.type,
    messageId: event.message_id,
    attempt: 0,
    step: 0,
    isWritten: lane.hasRowOfHanded(),
    body,
  });

/** Hands over in the order of the events. `write` is given deliveries that a lane does not take and the table may not have. */
export const handOver = (
  events: readonly EmittedEvent[],
  lanesOf: (companyId: string) => Iterable<DeliveryLane>,
  write: (lane: DeliveryLane, keys: readonly DeliveryKey[]) => void,
  media?: MediaSource,
): void => {
  const touched = new Set<DeliveryLane>();
  for (const event of events) {
    let body: string | undefined;
    for (const lane of lanesOf(event.company_id)) {
      if (!wants(lane, event)) continue;
      touched.add(lane);
      if (!lane.takesHanded()) {
        if (!lane.hasRowOfHanded()) write(lane, [keyOf(lane, event)]);
        continue;
      }
      body ??= bodyOf({ ...event, timezone: lane.webhook.timezone }, media);
      handToLane(lane, event, body);
    }
  }
  for (const lane of touched) lane.pump();
};
