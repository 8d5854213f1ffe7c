// The shape of a room: a gateway is a list of rooms.

import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Deadline } from '../../platform/deadline.ts';
import type { Log } from '../../platform/log.ts';
import type { Loop } from '../../platform/loop.ts';
import type { Parts } from '../build-parts.ts';
import type { Storage } from '../open-storage.ts';

/** A metric whose value is read when the metrics are scraped. */
export type Gauge = readonly [name: string, meaning: string, read: () => number];

export interface Room {
  readonly name: string;
  /** Routes behind the entrance, for a company's token and for signed-in users. */
  readonly register?: (api: FastifyInstance) => void;
  /** Routes that others call without either: the provider, the bearer of a link, the simulator's phone. */
  readonly registerOutside?: (server: FastifyInstance) => void | Promise<void>;
  readonly gauges?: readonly Gauge[];
  /** Begins the work beside the requests, once the server listens. */
  readonly start?: () => void | Promise<void>;
  /** A stop has begun: requests that run still go on. */
  readonly beginStop?: () => void;
  /** Rooms stop in the reverse order of their start. */
  readonly stop?: (deadline: Deadline) => Promise<void>;
}

/** Given to every room. */
export interface RoomOptions {
  readonly parts: Parts;
  readonly config: Config;
  readonly storage: Storage;
  readonly log: Log;
  readonly publicUrl: () => string;
}

/** The work of a room that consists of loops. */
export const runLoops = (begin: () => readonly Loop[]): Pick<Required<Room>, 'start' | 'stop'> => {
  let loops: readonly Loop[] = [];
  return {
    start() {
      loops = begin();
    },
    stop: (deadline) => deadline.within(Promise.all(loops.map((loop) => loop.stop()))),
  };
};
