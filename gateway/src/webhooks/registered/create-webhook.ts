// A new webhook with a secret that is shown this once.

import { concurrencyDefault, type NewWebhook } from '@hudhud/contract/webhooks.ts';
import type pg from 'pg';
import { AppError, fieldProblem } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import type { AddressGuard } from '../../platform/outgoing-http/private-address-guard.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { checkWebhookUrl } from '../check-webhook-url.ts';
import { makeSecret } from '../signing.ts';
import { checkHeaders } from './check-headers.ts';
import { sealHeaders, sealSecret } from './open-webhook.ts';
import { insertWebhook } from './queries.ts';

export interface WebhookOptions {
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly guard: AddressGuard;
}

/** Every event makes a delivery for each of them; more than this is a mistake. */
const webhooksMax = 100;

export const refuseBadUrl = async (url: string, guard: AddressGuard): Promise<void> => {
  const problem = await checkWebhookUrl(url, guard);
  if (!problem) return;
  const { code, detail } = problem;
  throw fieldProblem(code, { pointer: '/url' }, detail);
};

/** 0 means no limit to the outside; inside there is then none. */
export const toRate = (deliveriesPerSecond: number): number | null => deliveriesPerSecond || null;

export const createWebhook = async (
  { pool, secrets, guard }: WebhookOptions,
  companyId: string,
  wish: NewWebhook,
): Promise<{ id: string; secret: string }> => {
  await refuseBadUrl(wish.url, guard);
  const id = newUuid();
  const secret = makeSecret();
  const webhook = {
    company_id: companyId,
    id,
    url: wish.url,
    description: wish.description ?? '',
    events: wish.events ?? [],
    statuses: wish.statuses ?? [],
    headers: sealHeaders(secrets, id, checkHeaders(wish.headers ?? {})),
    secret: sealSecret(secrets, id, secret),
    deliveries_per_second: toRate(wish.deliveries_per_second ?? 0),
    concurrency: wish.concurrency ?? concurrencyDefault,
  };
  if (!(await insertWebhook(pool, webhook, webhooksMax))) {
    throw new AppError('too_many_webhooks', { detail: `A company can have ${webhooksMax} webhooks.` });
  }
  return { id, secret };
};
