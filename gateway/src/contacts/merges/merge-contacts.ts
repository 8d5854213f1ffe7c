// Makes two contacts one person: the kept one takes addresses, history, tags and fields, and the stricter consent wins.
// For 30 days it can be undone.

import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import {
  absorb,
  alignConsent,
  forgetMerges,
  insertMerge,
  lockAddresses,
  lockContacts,
  lockMerge,
  type MergeRow,
  markUndone,
  moveBack,
  moveBelongings,
  removeContact,
  restoreContact,
  restoreKept,
} from './queries.ts';

const undoDays = 30;

export interface Merge {
  readonly companyId: string;
  readonly keptId: string;
  readonly goneId: string;
  /** The user or the rule that decided it. */
  readonly source: string;
}

export interface Merged {
  /** Id of the merge. */
  readonly id: string;
  /** The contact that is kept. */
  readonly contactId: string;
  /** True: queued messages to the other's addresses must be cancelled. */
  readonly isOptedOut: boolean;
}

/**
 * Until the merge has ended, no other transaction gives these people an address or makes a contact of one of them.
 * Contacts are read again once the addresses are locked: a stop may have made one in between.
 */
const lockPeople = async (client: pg.ClientBase, companyId: string, ids: readonly string[]) => {
  await lockContacts(client, companyId, ids);
  await lockAddresses(client, companyId, ids);
  return await lockContacts(client, companyId, ids);
};

/** A person who is not a contact yet has addresses only, and only those move. */
export const mergeContacts = (pool: pg.Pool, { companyId, keptId, goneId, source }: Merge): Promise<Merged> =>
  inTransaction(pool, async (client) => {
    const found = await lockPeople(client, companyId, [keptId, goneId]);
    const isTurned = !found.has(keptId) && found.has(goneId);
    const [toId, fromId] = isTurned ? [goneId, keptId] : [keptId, goneId];
    const kept = found.get(toId);
    const gone = found.get(fromId);
    const id = newUuid();
    const moved = await moveBelongings(client, companyId, fromId, toId);
    if (kept && gone) {
      // First, because a number belongs to one contact at a time.
      await removeContact(client, companyId, fromId);
      await absorb(client, companyId, toId, gone.snapshot);
      await insertMerge(client, companyId, {
        id,
        kept_id: toId,
        gone_id: fromId,
        before: { kept: kept.snapshot, gone: gone.snapshot, ...moved },
        source,
      });
    }
    await alignConsent(client, companyId, toId);
    const isOptedOut = [kept, gone].some((contact) => contact?.row.consent === 'opted_out');
    return { id, contactId: toId, isOptedOut };
  });

export const canBeUndone = ({ before, undone_at: undoneAt, merged_at: mergedAt }: MergeRow): boolean =>
  before !== null && undoneAt === null && Date.now() - mergedAt.getTime() < undoDays * dayMilliseconds;

/** Undoes a merge and answers the contact that is back. A person who has opted out since stays opted out under both. */
export const undoMerge = (pool: pg.Pool, companyId: string, id: string): Promise<string> =>
  inTransaction(pool, async (client) => {
    const merge = await lockMerge(client, companyId, id);
    if (!merge) throw new AppError('contact_merge_not_found');
    const { before } = merge;
    if (!before || !canBeUndone(merge)) throw new AppError('contact_merge_final');
    const kept = (await lockContacts(client, companyId, [merge.kept_id])).get(merge.kept_id);
    if (!kept) throw new AppError('contact_merge_final');
    await restoreKept(client, companyId, before);
    await restoreContact(client, companyId, before.gone, kept.row.consent === 'opted_out');
    await moveBack(client, companyId, { ...merge, before });
    await alignConsent(client, companyId, merge.kept_id);
    await alignConsent(client, companyId, merge.gone_id);
    await markUndone(client, companyId, id);
    return merge.gone_id;
  });

/** Deletes the data for undoing a merge when its time is over. */
export const forgetOldMerges = (pool: pg.Pool): Promise<void> => forgetMerges(pool, undoDays);
