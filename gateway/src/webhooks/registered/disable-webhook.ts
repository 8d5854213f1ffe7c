// Switches a webhook off that is gone or has failed for days: a visible reason, and an event that the company's other
// webhooks get. Its own deliveries go on being recorded, so that they can be recovered.

import type { Failure } from '@hudhud/contract/failure.ts';
import type pg from 'pg';
import { hideQueryValues } from '../../platform/hide-values.ts';
import { newUuid, toPublicId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { OpenWebhook } from './open-webhook.ts';
import { disableWebhook } from './queries.ts';

export interface DisableOptions {
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly now: () => number;
  readonly onDisabled: (webhook: OpenWebhook) => void;
}

/** Never throws: a disable that could not be written is tried again at the next failure. */
export const createDisable =
  ({ pool, log, now, onDisabled }: DisableOptions) =>
  async (webhook: OpenWebhook, reason: Failure): Promise<void> => {
    try {
      const isDisabled = await disableWebhook(pool, {
        companyId: webhook.companyId,
        id: webhook.id,
        reason: JSON.stringify(reason),
        eventId: newUuid(),
        eventData: JSON.stringify({
          webhook_id: toPublicId('webhook', webhook.id),
          // Every webhook that subscribes to this event reads it.
          url: hideQueryValues(webhook.url),
          reason: `${reason.title}. ${reason.cause}`,
        }),
        at: new Date(now()),
      });
      if (!isDisabled) return;
      log.info({ webhook_id: webhook.id, reason: reason.code }, 'a webhook was disabled');
      onDisabled(webhook);
    } catch (error) {
      log.warn({ err: error, webhook_id: webhook.id }, 'a webhook could not be disabled');
    }
  };
