// Queries for new rows of one list, for as long as it is followed: one query for all followers of a company, and none
// when there are none. A commit wakes it; a slow poll finds rows without a notification. It reads the table, so rows
// that other processes wrote come like those of this one.

import { firstUuidAt, timeOfUuid } from '../ids.ts';
import type { Log } from '../log.ts';
import { toEvents } from './event-text.ts';
import type { LiveEvent, LiveList } from './live-list.ts';
import { createSeenIds } from './seen-ids.ts';
import type { LiveWakes } from './wakes.ts';

/** News of a list: rows, oldest first, and whether some were left out. */
export interface News {
  readonly events: readonly LiveEvent[];
  readonly isCut: boolean;
}

export interface Following {
  /** The newest row that was read, also when the filter did not let it through. */
  readonly mark: () => string;
  readonly leave: () => void;
}

export interface ListWatch<Filter> {
  /** Resolves when the watch stands: every row committed after that is emitted. */
  follow(companyId: string, filter: Filter, onNews: (news: News) => void): Promise<Following>;
  /** Rows since the one that a follower knows, and from a little before it. */
  catchUp(companyId: string, filter: Filter, after: string): Promise<News>;
}

/** For rows whose commit was not announced here: by a process that has just started, or over a connection that broke. */
const pollMilliseconds = 2_000;
/** Between two queries, so that a company that commits a thousand times in a second is not queried as often ... */
const pauseMilliseconds = 50;
/** ... and that a slow database is queried less. */
const pausePerLook = 4;
/** Nearly every row is committed within this time after its id was made ... */
const usualMilliseconds = 5_000;
/** ... and a call that times out, or a caller that waits, within this. Searched now and then. */
const lateMilliseconds = 90_000;
const lateEveryMilliseconds = 5_000;
/** Rows per query. A list that grows faster than this is too fast for people to read. */
const idsMax = 2_000;
const lateIdsMax = 20_000;
const rowsMax = 500;

export interface WatchOptions {
  readonly wakes: Pick<LiveWakes, 'follow'>;
  readonly log: Log;
}

interface Follower<Filter> {
  readonly filter: Filter;
  readonly onNews: (news: News) => void;
}

const agoUuid = (milliseconds: number): string => firstUuidAt(Date.now() - milliseconds);

/** Runs a query when it is woken and every now and then, one at a time, and not too often. */
const startLooks = (look: () => Promise<void>, onFailed: (error: unknown) => void) => {
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let isWoken = false;
  let isStopped = false;
  let restUntil = 0;

  const plan = (milliseconds: number): void => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(run, milliseconds).unref();
  };
  const run = async (): Promise<void> => {
    isLooking = true;
    isWoken = false;
    const begunAt = Date.now();
    await look().catch(onFailed);
    isLooking = false;
    const pause = Math.max(pauseMilliseconds, (Date.now() - begunAt) * pausePerLook);
    restUntil = Date.now() + Math.min(pause, pollMilliseconds);
    plan(isWoken ? restUntil - Date.now() : pollMilliseconds);
  };
  plan(pollMilliseconds);

  return {
    wake(): void {
      if (isWoken) return;
      isWoken = true;
      if (!isLooking) plan(Math.max(0, restUntil - Date.now()));
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

/** One company's followers of one list. */
const watchCompany = <Filter>(list: LiveList<Filter>, companyId: string, { wakes, log }: WatchOptions) => {
  const followers = new Set<Follower<Filter>>();
  const seen = createSeenIds();
  let mark = firstUuidAt(0);
  let lateLookAt = Date.now() + lateEveryMilliseconds;
  let stopLooks = (): void => undefined;

  const notifyFollowers = async (ids: readonly string[], hasGap: boolean): Promise<void> => {
    const newest = ids.slice(0, rowsMax);
    const isCut = hasGap || newest.length < ids.length;
    const groups = Map.groupBy(followers, ({ filter }) => JSON.stringify(filter));
    for (const group of groups.values()) {
      const rows = await list.readRows(companyId, newest, (group[0] as Follower<Filter>).filter);
      const events = toEvents(list.kind, rows, mark);
      for (const { onNews } of group) onNews({ events, isCut });
    }
    const [first = mark] = ids;
    if (first > mark) mark = first;
  };

  const look = async (): Promise<void> => {
    const isLate = Date.now() >= lateLookAt;
    if (isLate) lateLookAt = Date.now() + lateEveryMilliseconds;
    const limit = isLate ? lateIdsMax : idsMax;
    const ids = await list.readIds(companyId, agoUuid(isLate ? lateMilliseconds : usualMilliseconds), limit);
    const fresh = seen.takeNew(ids);
    if (isLate) seen.forgetBefore(agoUuid(lateMilliseconds + usualMilliseconds));
    if (fresh.length === 0) return;
    try {
      // A query that reaches its limit without one known row has missed the rows in between.
      await notifyFollowers(fresh, fresh.length === limit);
    } catch (error) {
      seen.giveBack(fresh);
      throw error;
    }
  };

  const begin = async (): Promise<void> => {
    let looks: ReturnType<typeof startLooks> | null = null;
    let isWoken = false;
    // From before the first read on, so that no commit falls between the two.
    const leave = wakes.follow(companyId, () => {
      isWoken = true;
      looks?.wake();
    });
    stopLooks = () => {
      leave();
      looks?.stop();
    };
    const ids = await list.readIds(companyId, agoUuid(lateMilliseconds), lateIdsMax);
    seen.takeNew(ids);
    mark = ids[0] ?? firstUuidAt(Date.now());
    if (followers.size === 0) return;
    looks = startLooks(look, (error) =>
      log.warn({ err: error, list: list.kind }, 'a live list could not be read'),
    );
    if (isWoken) looks.wake();
  };
  const standing = begin();

  return {
    standing,
    mark: () => mark,
    add: (follower: Follower<Filter>): void => void followers.add(follower),
    /** True when no follower is left; it then queries no more. */
    remove(follower: Follower<Filter>): boolean {
      followers.delete(follower);
      if (followers.size > 0) return false;
      stopLooks();
      return true;
    },
  };
};

export const createListWatch = <Filter>(list: LiveList<Filter>, options: WatchOptions): ListWatch<Filter> => {
  const companies = new Map<string, ReturnType<typeof watchCompany<Filter>>>();

  return {
    async follow(companyId, filter, onNews) {
      const watch = companies.get(companyId) ?? watchCompany(list, companyId, options);
      companies.set(companyId, watch);
      const follower = { filter, onNews };
      watch.add(follower);
      const leave = (): void => {
        if (watch.remove(follower) && companies.get(companyId) === watch) companies.delete(companyId);
      };
      try {
        await watch.standing;
      } catch (error) {
        leave();
        throw error;
      }
      return { leave, mark: watch.mark };
    },
    async catchUp(companyId, filter, after) {
      const from = firstUuidAt(timeOfUuid(after).getTime() - usualMilliseconds);
      const ids = await list.readIds(companyId, from, rowsMax + 1);
      const missed = ids.filter((id) => id !== after).slice(0, rowsMax);
      const rows = await list.readRows(companyId, missed, filter);
      return { events: toEvents(list.kind, rows, after), isCut: ids.length > rowsMax };
    },
  };
};
