// Changes an endpoint; what is not named stays as it is.

import type { WebhookChange } from '@hudhud/contract/webhooks.ts';
import { AppError } from '../../platform/errors.ts';
import { checkHeaders } from './check-headers.ts';
import { type EndpointOptions, refuseBadUrl, toRate } from './create-endpoint.ts';
import { sealHeaders } from './open-endpoint.ts';
import { updateEndpoint } from './queries.ts';

export const changeEndpoint = async (
  { pool, secrets, guard }: EndpointOptions,
  companyId: string,
  id: string,
  wish: WebhookChange,
): Promise<void> => {
  if (wish.url !== undefined) await refuseBadUrl(wish.url, guard);
  const isChanged = await updateEndpoint(pool, companyId, id, {
    url: wish.url ?? null,
    description: wish.description ?? null,
    events: wish.events ?? null,
    statuses: wish.statuses ?? null,
    headers: wish.headers && sealHeaders(secrets, id, checkHeaders(wish.headers)),
    deliveriesPerSecond:
      wish.deliveries_per_second === undefined ? undefined : toRate(wish.deliveries_per_second),
    concurrency: wish.concurrency ?? null,
  });
  if (!isChanged) throw new AppError('webhook_not_found');
};
