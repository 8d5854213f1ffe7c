// Which healths are worth a write. A success after a success is nothing new, and with many webhooks in a batch such
// news would cost as much as the attempts themselves; so it is written once a second, and everything else at once.

import type { LaneHealth } from '../lanes/health.ts';
import type { WebhookHealth } from './queries.ts';

export interface WrittenHealth {
  /** The healths that must be written now. */
  due(healths: Iterable<WebhookHealth>, now: number): WebhookHealth[];
  /** They are in the table. */
  written(healths: readonly WebhookHealth[], now: number): void;
}

const newsMilliseconds = 1_000;
const webhooksMax = 10_000;

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
      [...healths].filter(({ webhookId, health }) => {
        const before = known.get(webhookId);
        return !before || now - before.at >= newsMilliseconds || !isSameButForSuccess(before.health, health);
      }),
    written(healths, now) {
      if (known.size > webhooksMax) known.clear();
      for (const { webhookId, health } of healths) known.set(webhookId, { health, at: now });
    },
  };
};
