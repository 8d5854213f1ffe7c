// Begins a recovery, or only counts what it would send again. The work itself is done by the engine, from the database.

import type { NewRecovery } from '@hudhud/contract/deliveries.ts';
import type pg from 'pg';
import { AppError, fieldProblem } from '../../platform/errors.ts';
import { firstUuidAt, newUuid, toPublicId } from '../../platform/ids.ts';
import { findWebhook } from '../registered/queries.ts';
import {
  countRecoverable,
  findRunningRecovery,
  insertRecovery,
  type RecoveryRange,
  type RecoveryRow,
} from './queries.ts';

const countMax = 1_000_000;

/** The schema lets leap seconds and offsets without minutes pass, which `Date` cannot read. */
const readTime = (pointer: string, text: string): number => {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  const detail = `"${pointer.slice(1)}" must be a date and time such as 2026-11-15T09:30:00Z.`;
  throw fieldProblem('invalid_value', { pointer }, detail);
};

const toRange = (companyId: string, webhookId: string, wish: NewRecovery): RecoveryRange => ({
  company_id: companyId,
  endpoint_id: webhookId,
  from_id: firstUuidAt(readTime('/since', wish.since)),
  below_id: firstUuidAt(wish.until === undefined ? Date.now() : readTime('/until', wish.until)),
  only_failed: (wish.only ?? 'failed') === 'failed',
});

export type StartedRecovery =
  | { readonly kind: 'counted'; readonly count: number }
  | { readonly kind: 'started'; readonly recovery: RecoveryRow };

export const startRecovery = async (
  pool: pg.Pool,
  companyId: string,
  webhookId: string,
  wish: NewRecovery,
): Promise<StartedRecovery> => {
  if (!(await findWebhook(pool, companyId, webhookId))) throw new AppError('webhook_not_found');
  const range = toRange(companyId, webhookId, wish);
  const count = await countRecoverable(pool, range, countMax);
  if (wish.dry_run) return { kind: 'counted', count };
  const running = await findRunningRecovery(pool, companyId, webhookId);
  const recovery = running ? null : await insertRecovery(pool, range, newUuid(), count);
  if (!recovery) {
    const detail = running ? `${toPublicId('recovery', running.id)} is still running.` : undefined;
    throw new AppError('recovery_running', detail === undefined ? {} : { detail });
  }
  return { kind: 'started', recovery };
};
