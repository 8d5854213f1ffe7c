// Deletes a company. A mark is committed first, and from then on no token, member, sender or webhook reaches the
// company. Its rows may be many, so they are removed in the background; see sweep-deleted.ts.

import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import type { AuditActor } from '../audit/write-audit.ts';
import { lockCompany } from '../queries.ts';
import { deleteLanes, deleteWaysOut, markCompany } from './queries.ts';

export interface CompanyDeletion {
  /** UUID. */
  readonly companyId: string;
  /** As typed by the person who deletes it: the wrong company must not be deleted by a slip. */
  readonly name: string;
  readonly actor: Exclude<AuditActor, { kind: 'token' }>;
  /** Called as soon as nothing may be remembered of the company any more. */
  readonly onGone?: () => void;
}

export type CompanyDeletionOutcome = 'deleted' | 'name_differs' | 'company_not_found';

export const deleteCompany = async (
  pool: pg.Pool,
  { companyId, name, actor, onGone = () => undefined }: CompanyDeletion,
): Promise<CompanyDeletionOutcome> => {
  const outcome = await inTransaction(pool, async (client): Promise<CompanyDeletionOutcome> => {
    const company = await lockCompany(client, companyId);
    if (!company) return 'company_not_found';
    if (company.name.trim() !== name.trim()) return 'name_differs';
    const userName = actor.kind === 'user' ? actor.name : null;
    await markCompany(client, { companyId, name: company.name, actor: actor.kind, userName });
    return 'deleted';
  });
  if (outcome !== 'deleted') return outcome;
  // The first step of the sweep, done at once: if it fails here, the sweep does it.
  await deleteWaysOut(pool, companyId);
  onGone();
  // Last, because a process that still remembered a sender would claim its lane again.
  await deleteLanes(pool, companyId);
  return outcome;
};
