// A call that begins or ends, as the field `calls` reports it.

import type { CallbackCall } from '../callback.ts';
import { asNumber, type Fields } from '../read-values.ts';
import { asText } from './graph-error.ts';
import { readNumber, readUserId } from './read-person.ts';
import { readTime } from './read-values.ts';

const directions: Readonly<Record<string, CallbackCall['direction']>> = {
  USER_INITIATED: 'incoming',
  BUSINESS_INITIATED: 'outgoing',
};

/** Null for one that makes no sense. */
export const readCall = (raw: Fields, receivedAt: Date): CallbackCall | null => {
  const callId = asText(raw.id);
  const stage = asText(raw.event);
  if (!callId || !stage) return null;
  const direction = directions[asText(raw.direction) ?? ''] ?? null;
  const side = direction === 'outgoing' ? 'to' : 'from';
  return {
    callId,
    stage,
    direction,
    person: {
      number: readNumber(raw[side]),
      userId: readUserId(raw[`${side}_user_id`]),
      parentUserId: readUserId(raw[`${side}_parent_user_id`]),
    },
    status: asText(raw.status),
    startedAt: readTime(raw.start_time),
    endedAt: readTime(raw.end_time),
    durationSeconds: asNumber(raw.duration),
    at: readTime(raw.timestamp) ?? receivedAt,
    raw,
  };
};
