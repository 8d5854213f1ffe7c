// Switches an endpoint off that is gone or has failed for days: a visible reason, and an event that the company's other
// endpoints get. Its own deliveries go on being recorded, so that they can be recovered.

import type { Failure } from '@hudhud/contract/failure.ts';
import type pg from 'pg';
import { hideQueryValues } from '../../platform/hide-values.ts';
import { newUuid, toPublicId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { OpenEndpoint } from './open-endpoint.ts';
import { disableEndpoint } from './queries.ts';

export interface DisableOptions {
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly now: () => number;
  readonly onDisabled: (endpoint: OpenEndpoint) => void;
}

/** Never throws: a disable that could not be written is tried again at the next failure. */
export const createDisable =
  ({ pool, log, now, onDisabled }: DisableOptions) =>
  async (endpoint: OpenEndpoint, reason: Failure): Promise<void> => {
    try {
      const isDisabled = await disableEndpoint(pool, {
        companyId: endpoint.companyId,
        id: endpoint.id,
        reason: JSON.stringify(reason),
        eventId: newUuid(),
        eventData: JSON.stringify({
          webhook_id: toPublicId('webhook', endpoint.id),
          // Every endpoint that subscribes to this event reads it.
          url: hideQueryValues(endpoint.url),
          reason: `${reason.title}. ${reason.cause}`,
        }),
        at: new Date(now()),
      });
      if (!isDisabled) return;
      log.info({ endpoint_id: endpoint.id, reason: reason.code }, 'a webhook was disabled');
      onDisabled(endpoint);
    } catch (error) {
      log.warn({ err: error, endpoint_id: endpoint.id }, 'a webhook could not be disabled');
    }
  };
