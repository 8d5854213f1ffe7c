// The id of the delivery of an event to an endpoint, as the database makes it (`delivery_id` in the migrations): who knows
// both knows it, without reading it back.

import { hash } from 'node:crypto';

export const deliveryIdOf = (eventId: string, endpointId: string): string => {
  const digest = hash('md5', `${eventId}${endpointId}`);
  // 16 digits of the event, which hold its time; the variant; 15 digits of the digest.
  return `${eventId.slice(0, 18)}-8${digest.slice(17, 20)}-${digest.slice(20)}`;
};
