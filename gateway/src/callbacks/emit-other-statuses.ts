// Statuses of messages that another system sends from the same number, emitted as notices where the operator wants it,
// so that a company that moves from one system to another misses none.

import type pg from 'pg';
import { takeOtherStatuses } from '../messages/statuses/parked-statuses.ts';
import { inTransaction } from '../platform/database/database.ts';
import { digestUuid, newUuid } from '../platform/ids.ts';
import { type NoticeRow, storeNotices } from './queries.ts';

/** After this time a message of ours is known, however late its own outcome was written. */
const waitedSeconds = 3_600;
const rowsPerBite = 500;
const topic = 'other_status';

/** Answers how many were emitted. Taking them out and emitting them commit together. */
export const emitOtherStatuses = async (pool: pg.Pool, seconds = waitedSeconds): Promise<number> => {
  let emitted = 0;
  for (;;) {
    const bite = await inTransaction(pool, async (client) => {
      const statuses = await takeOtherStatuses(client, seconds, rowsPerBite);
      const notices = statuses.map(({ companyId, senderId, raw }): NoticeRow => {
        const data = `{"topic":"${topic}","raw":${raw ?? 'null'}}`;
        const digest = digestUuid(`notice ${senderId} ${data}`);
        return { companyId, senderId, type: 'provider_notice', digest, eventId: newUuid(), data };
      });
      const distinct = [...new Map(notices.map((notice) => [notice.digest, notice])).values()];
      if (distinct.length > 0) await storeNotices(client, distinct);
      return statuses.length;
    });
    emitted += bite;
    if (bite < rowsPerBite) return emitted;
  }
};
