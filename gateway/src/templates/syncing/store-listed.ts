// Lays the provider's list of an account over what is known of it. What the list lacks was deleted there, and stays here with
// that status: its name may still be in use in a customer's system.

import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import type { ListedTemplate } from '../../providers/template-part.ts';
import { type AccountKey, lockAccount, type TemplateRow } from '../queries.ts';
import { recordTurns, type TemplateTurn } from '../record-changes.ts';

const toTurn = (
  key: AccountKey,
  listed: ListedTemplate,
  before: TemplateRow | null,
  at: Date,
): TemplateTurn => {
  const status = listed.status.toLowerCase();
  // A callback says why; the list only says it in a word, and only of a rejection.
  const isSame = before?.status === status;
  return {
    before,
    after: {
      company_id: key.companyId,
      id: before?.id ?? newUuid(),
      provider: key.provider,
      account: key.account,
      reference: listed.reference,
      name: listed.name,
      language: listed.language,
      category: listed.category.toLowerCase(),
      next_category: before?.category === listed.category.toLowerCase() ? before.next_category : null,
      next_category_at: before?.category === listed.category.toLowerCase() ? before.next_category_at : null,
      status,
      status_at: isSame ? before.status_at : at,
      quality: listed.quality?.toLowerCase() ?? null,
      reason: isSame ? (before.reason ?? listed.reason) : listed.reason,
      parameter_format: listed.parameterFormat,
      components: listed.components,
    },
  };
};

const nameOf = ({ name, language }: { name: string; language: string }): string => `${name} ${language}`;

/** `listedAt`: when the provider was asked. What changed here since then is newer than the list. */
export const storeListed = async (
  pool: pg.Pool,
  key: AccountKey,
  listed: readonly ListedTemplate[],
  listedAt: Date,
): Promise<TemplateTurn[]> =>
  await inTransaction(pool, async (client) => {
    const known = await lockAccount(client, key);
    const byName = new Map(known.map((row) => [nameOf(row), row]));
    const distinct = new Map(listed.map((one) => [nameOf(one), one]));
    const isNewer = (row: TemplateRow | undefined): boolean => row !== undefined && row.updated_at > listedAt;
    const there = [...distinct.values()]
      .filter((one) => !isNewer(byName.get(nameOf(one))))
      .map((one) => toTurn(key, one, byName.get(nameOf(one)) ?? null, listedAt));
    const gone = known
      .filter((row) => !distinct.has(nameOf(row)) && row.status !== 'deleted' && !isNewer(row))
      .map((row) => ({
        before: row,
        after: { ...row, status: 'deleted', status_at: listedAt, reason: row.reason },
      }));
    return await recordTurns(client, [...there, ...gone], 'sync', listedAt);
  });
