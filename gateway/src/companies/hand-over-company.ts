// A company that was made without a person gets the name that its first owner gives it, and a token that can be shown to them.

import type { LanguageName } from '@hudhud/contract/companies.ts';
import type pg from 'pg';
import { newUuid } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import { type AuditActor, writeAudit } from './audit/write-audit.ts';
import type { CreatedCompany } from './create-company.ts';
import { insertToken, lockCompany, renameStoreOf, updateCompany } from './queries.ts';
import { makeToken } from './token.ts';

export interface NamedCompany {
  readonly name: string;
  readonly timezone: string;
  readonly language?: LanguageName | undefined;
}

/**
 * In a transaction that the caller has begun; null when the company is gone. The token that was printed keeps working: the one
 * answered here is a second one, because the first cannot be shown again.
 */
export const handOverCompanyIn = async (
  client: pg.ClientBase,
  secrets: Secrets,
  actor: AuditActor,
  companyId: string,
  wanted: NamedCompany,
): Promise<CreatedCompany | null> => {
  const row = await lockCompany(client, companyId);
  if (!row) return null;
  const data = { name: wanted.name, timezone: wanted.timezone, language: wanted.language ?? row.language };
  await updateCompany(client, { ...row, ...data });
  await renameStoreOf(client, companyId, row.name, data.name);
  const token = makeToken();
  await insertToken(client, {
    companyId,
    id: newUuid(),
    digest: secrets.digestToken(token),
    lastFour: token.slice(-4),
  });
  await writeAudit(client, actor, { companyId, action: 'change_company', data });
  return { companyId, token };
};
