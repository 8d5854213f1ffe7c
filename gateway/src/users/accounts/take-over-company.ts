// The company that a first start made and printed, for the first person who signs up: they become its owner and give it their
// name, instead of having a second company beside one without an owner.

import type pg from 'pg';
import type { AuditActor } from '../../companies/audit/write-audit.ts';
import type { CreatedCompany } from '../../companies/create-company.ts';
import { handOverCompanyIn, type NamedCompany } from '../../companies/hand-over-company.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { deleteInvitations } from '../invitations/queries.ts';
import { insertMember } from '../members/queries.ts';
import { findCompanyWithoutOwner } from './queries.ts';

/** Null: no company waits for its first owner. In a transaction that holds the lock on users. */
export const takeOverCompanyIn = async (
  client: pg.ClientBase,
  secrets: Secrets,
  actor: Extract<AuditActor, { kind: 'user' }>,
  wanted: NamedCompany,
): Promise<CreatedCompany | null> => {
  const companyId = await findCompanyWithoutOwner(client, actor.userId);
  if (companyId === null) return null;
  const taken = await handOverCompanyIn(client, secrets, actor, companyId, wanted);
  if (taken === null) return null;
  await deleteInvitations(client, companyId);
  await insertMember(client, companyId, actor.userId, 'owner');
  return taken;
};
