// Which healths are worth a write. A success after a success is nothing new, and with many endpoints in a batch such
// news would cost as much as the attempts themselves; so it is written once a second, and everything else at once.

import type { LaneHealth } from '../lanes/health.ts';
import type { EndpointHealth } from './queries.ts';

export interface WrittenHealth {
  /** The healths that must be written now. */
  due(healths: Iterable<EndpointHealth>, now: number): EndpointHealth[];
  /** They are in the table. */
  written(healths: readonly EndpointHealth[], now: number): void;
}

const newsMilliseconds = 1_000;
const endpointsMax = 10_000;

const isSameButForSuccess = (one: LaneHealth, two: LaneHealth): boolean =>
  one.lastFailureAt === two.lastFailureAt &&
  one.firstFailureAt === two.firstFailureAt &&
  one.consecutiveFailures === two.consecutiveFailures &&
  one.lastFailure === two.lastFailure &&
  one.parkedUntil === two.parkedUntil;

export const createWrittenHealth = (): WrittenHealth => {
  const known = new Map<string, { readonly health: LaneHealth; readonly at: number }>();
  return {
    due: (healths, now) =>
      [...healths].filter(({ endpointId, health }) => {
        const before = known.get(endpointId);
        return !before || now - before.at >= newsMilliseconds || !isSameButForSuccess(before.health, health);
      }),
    written(healths, now) {
      if (known.size > endpointsMax) known.clear();
      for (const { endpointId, health } of healths) known.set(endpointId, { health, at: now });
    },
  };
};
