// Deletes the remains of campaigns in short steps: the people of those that ended longer ago than messages are kept,
// and lists that no campaign names, such as those of uploads that broke off with their process. Numbers stay.

import type pg from 'pg';
import { firstUuidAt } from '../../platform/ids.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import { forgetList } from '../lists/read-list.ts';
import { deleteRecipients, findStrayLists, markForgotten } from './queries.ts';

/** A list of a million people is written within minutes, and its campaign right after it. */
const strayMilliseconds = dayMilliseconds;
const perRound = 20;
const rowsPerBite = 5_000;

export interface CampaignSweep {
  readonly retentionDays: number;
  readonly now?: number;
}

export const sweepCampaigns = async (
  pool: pg.Pool,
  { retentionDays, now = Date.now() }: CampaignSweep,
): Promise<void> => {
  const finishedBefore = new Date(now - retentionDays * dayMilliseconds);
  for (const key of await markForgotten(pool, finishedBefore, perRound)) {
    while ((await deleteRecipients(pool, key, rowsPerBite)) > 0);
  }
  for (const list of await findStrayLists(pool, firstUuidAt(now - strayMilliseconds), perRound)) {
    await forgetList(pool, list.companyId, list.listId);
  }
};
