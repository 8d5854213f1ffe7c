// How many messages have not gone all the way: their end is that every status was delivered to every webhook.

import { type Backlog, followMessages } from '../dispatch/follow-backlog.ts';
import { sum } from './run-deliveries.ts';
import type { Sink } from './start-sink.ts';

export interface LoopToFollow {
  readonly sink: Sink;
  readonly gatewayId: number;
  readonly deliveriesPerMessage: number;
  readonly accepted: () => number;
}

export const followLoop = async (loop: LoopToFollow): Promise<Backlog> => {
  const { sink, gatewayId, deliveriesPerMessage, accepted } = loop;
  const takenBefore = sum(await sink.counts());
  const ended = async (): Promise<number> =>
    Math.floor((sum(await sink.counts()) - takenBefore) / deliveriesPerMessage);
  return followMessages({ gatewayId, accepted, ended });
};
