// A new secret. The old one signs beside it for a while, so that a receiver can change over without a gap.

import { AppError } from '../../platform/errors.ts';
import { makeSecret } from '../signing.ts';
import type { WebhookOptions } from './create-webhook.ts';
import { sealSecret } from './open-webhook.ts';
import { replaceSecret } from './queries.ts';

export const rotateSecret = async (
  { pool, secrets }: WebhookOptions,
  companyId: string,
  id: string,
  graceSeconds: number,
): Promise<{ secret: string; previousUntil: Date }> => {
  const secret = makeSecret();
  const previousUntil = new Date(Date.now() + graceSeconds * 1_000);
  const isReplaced = await replaceSecret(pool, companyId, id, sealSecret(secrets, id, secret), previousUntil);
  if (!isReplaced) throw new AppError('webhook_not_found');
  return { secret, previousUntil };
};
