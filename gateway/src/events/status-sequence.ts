// One number that puts the statuses of a message in order, so that a receiver who gets them late, twice or mixed up ends
// with the same status as we do by keeping the highest. What has reached the person counts in any attempt; before that,
// a later attempt counts more than an earlier one.

import type { MessageStatus } from '@hudhud/contract/states.ts';

const reached = 1_000_000;

const ranks: Readonly<Record<MessageStatus, number>> = {
  received: 0,
  queued: 0,
  sending: 1,
  unconfirmed: 2,
  sent: 3,
  failed: 4,
  cancelled: 5,
  expired: 5,
  delivered: reached + 1,
  read: reached + 2,
  played: reached + 3,
};

export const statusSequence = (status: MessageStatus, attempt: number): number => {
  const rank = ranks[status];
  return rank >= reached ? rank : attempt * 10 + rank;
};
