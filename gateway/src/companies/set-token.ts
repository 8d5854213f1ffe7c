// Replaces a company's token by a new or a chosen one. The old one stops at once, or works on for a grace period so that
// the customer's systems can be moved one by one.

import type pg from 'pg';
import { inTransaction } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import { type AuditActor, writeAudit } from './audit/write-audit.ts';
import { deleteExpiredTokens, expireTokens, insertToken, lockCompany } from './queries.ts';
import { explainTokenWeakness, makeToken } from './token.ts';

export interface TokenChange {
  /** UUID of the company. */
  readonly companyId: string;
  /** Left out: a new one is made. */
  readonly chosenToken?: string;
  readonly graceSeconds: number;
  /** Left out: the operator of the gateway. */
  readonly actor?: AuditActor;
}

export type TokenChangeOutcome =
  | { readonly kind: 'changed'; readonly token: string; readonly oldEndsAt: Date }
  | { readonly kind: 'too_weak'; readonly reason: string }
  | { readonly kind: 'company_not_found' };

export const setToken = async (
  pool: pg.Pool,
  secrets: Secrets,
  change: TokenChange,
): Promise<TokenChangeOutcome> => {
  const weakness = change.chosenToken === undefined ? null : explainTokenWeakness(change.chosenToken);
  if (weakness !== null) return { kind: 'too_weak', reason: weakness };
  const token = change.chosenToken ?? makeToken();
  return await inTransaction(pool, async (client): Promise<TokenChangeOutcome> => {
    const company = await lockCompany(client, change.companyId);
    if (!company) return { kind: 'company_not_found' };
    const oldEndsAt = new Date(Date.now() + change.graceSeconds * 1000);
    await expireTokens(client, change.companyId, oldEndsAt);
    await deleteExpiredTokens(client, change.companyId);
    await insertToken(client, {
      companyId: change.companyId,
      id: newUuid(),
      digest: secrets.digestToken(token),
      lastFour: token.slice(-4),
    });
    await writeAudit(client, change.actor ?? { kind: 'operator' }, {
      companyId: change.companyId,
      action: 'replace_token',
      data: { grace_seconds: change.graceSeconds, is_chosen: change.chosenToken !== undefined },
    });
    return { kind: 'changed', token, oldEndsAt };
  });
};
