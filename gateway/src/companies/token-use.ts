// When a token was last used. Kept in memory, because a busy token is used thousands of times a second, and written at
// most once a minute for each.

import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import { markTokensUsed } from './queries.ts';

export interface TokenUse {
  note(companyId: string, tokenId: string, at: number): void;
  /** The last use that this process knows of. */
  lastOf(tokenId: string): Date | null;
}

interface Use {
  readonly companyId: string;
  at: number;
  writtenAt: number;
}

const writeMilliseconds = 60_000;
/** Uses that come together are written together. */
const gatherMilliseconds = 200;
/** More tokens than this in use at once, and the oldest memories go: the database has them to the minute. */
const tokensMax = 50_000;

export const createTokenUse = (pool: pg.Pool, log: Log): TokenUse => {
  const uses = new Map<string, Use>();
  let waiting = new Set<string>();

  const write = async (): Promise<void> => {
    const ids = [...waiting];
    waiting = new Set();
    const rows = ids.flatMap((tokenId) => {
      const use = uses.get(tokenId);
      return use ? [{ companyId: use.companyId, tokenId, at: new Date(use.at) }] : [];
    });
    try {
      await markTokensUsed(pool, rows);
    } catch (error) {
      // No message depends on it, and it is written again a minute later.
      log.debug({ err: error }, 'the last use of tokens could not be written');
    }
  };

  return {
    note(companyId, tokenId, at) {
      const use = uses.get(tokenId);
      if (use) use.at = at;
      if (use && at - use.writtenAt < writeMilliseconds) return;
      if (use) use.writtenAt = at;
      else {
        if (uses.size >= tokensMax) uses.clear();
        uses.set(tokenId, { companyId, at, writtenAt: at });
      }
      if (waiting.size === 0) setTimeout(() => void write(), gatherMilliseconds).unref();
      waiting.add(tokenId);
    },
    lastOf(tokenId) {
      const use = uses.get(tokenId);
      return use ? new Date(use.at) : null;
    },
  };
};
