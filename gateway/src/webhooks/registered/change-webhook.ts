// Changes a webhook; what is not named stays as it is. Headers are secrets that belong to one origin: an address at
// another origin needs them again, or explicitly none, so that changing the address alone cannot leak them.

import type { WebhookChange } from '@hudhud/contract/webhooks.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError, fieldProblem } from '../../platform/errors.ts';
import { checkHeaders } from './check-headers.ts';
import { refuseBadUrl, toRate, type WebhookOptions } from './create-webhook.ts';
import { sealHeaders } from './open-webhook.ts';
import { lockWebhook, updateWebhook, type WebhookRow } from './queries.ts';

const refuseSecretsElsewhere = (row: WebhookRow, wish: WebhookChange): void => {
  if (wish.url === undefined || wish.headers !== undefined || row.headers === null) return;
  if (new URL(wish.url).origin === new URL(row.url).origin) return;
  const detail =
    'The new address is at another origin, so the stored headers are not sent there. Give `headers` again, or `{}` for none.';
  throw fieldProblem('secrets_required', { pointer: '/headers' }, detail);
};

export const changeWebhook = async (
  { pool, secrets, guard }: WebhookOptions,
  companyId: string,
  id: string,
  wish: WebhookChange,
): Promise<void> => {
  if (wish.url !== undefined) await refuseBadUrl(wish.url, guard);
  await inTransaction(pool, async (client) => {
    // Locked, because another change may set headers or the address at the same moment.
    const row = await lockWebhook(client, companyId, id);
    if (!row) throw new AppError('webhook_not_found');
    refuseSecretsElsewhere(row, wish);
    await updateWebhook(client, companyId, id, {
      url: wish.url ?? null,
      description: wish.description ?? null,
      events: wish.events ?? null,
      statuses: wish.statuses ?? null,
      headers: wish.headers && sealHeaders(secrets, id, checkHeaders(wish.headers)),
      deliveriesPerSecond:
        wish.deliveries_per_second === undefined ? undefined : toRate(wish.deliveries_per_second),
      concurrency: wish.concurrency ?? null,
    });
  });
};
