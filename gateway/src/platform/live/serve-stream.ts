// Follows a list on behalf of one caller: what was missed first, then what happens, with a heartbeat now and then. It
// ends by itself before a proxy in between takes it for dead, and ends when the caller is no longer allowed.

import type { Readable } from 'node:stream';
import type { IdKind } from '@hudhud/contract/ids.ts';
import { heartbeatText } from './event-text.ts';
import type { LiveList } from './live-list.ts';
import { createRowStream, type RowStream } from './row-stream.ts';
import type { StreamPlaces } from './stream-places.ts';
import type { Following, ListWatch, News } from './watch-list.ts';

export interface StreamTimes {
  readonly heartbeatMilliseconds: number;
  /** How often it is asked whether the caller is still welcome. */
  readonly checkMilliseconds: number;
  /** The caller comes back right after and gets what it missed. */
  readonly lifeMilliseconds: number;
}

export interface Streams {
  readonly places: StreamPlaces;
  readonly times: StreamTimes;
  /** Ends all of them: the gateway stops. */
  endAll(): void;
  readonly open: Set<RowStream>;
}

export interface StreamAsk<Filter> {
  readonly list: LiveList<Filter>;
  readonly watch: ListWatch<Filter>;
  readonly companyId: string;
  readonly filter: Filter;
  /** UUID of the newest row that the caller knows. */
  readonly after: string | null;
  /** False: only what is there already, then the end. */
  readonly isFollowing: boolean;
  readonly isWelcome: () => Promise<boolean>;
}

const usualTimes: StreamTimes = {
  heartbeatMilliseconds: 15_000,
  checkMilliseconds: 10_000,
  lifeMilliseconds: 50_000,
};

export const createStreams = (places: StreamPlaces, times: StreamTimes = usualTimes): Streams => {
  const open = new Set<RowStream>();
  return {
    places,
    times,
    open,
    endAll() {
      for (const stream of open) stream.end();
    },
  };
};

const pass = (stream: RowStream, { events, isCut }: News): void => {
  stream.add(events);
  if (isCut) stream.skip(null);
};

/** Rows that were caught up with may come from the watch as well; the follower must not get them twice. */
const withoutSent = (news: News, sentIds: ReadonlySet<string>): News =>
  sentIds.size === 0 ? news : { ...news, events: news.events.filter(({ id }) => !sentIds.has(id)) };

const keepAlive = (
  stream: RowStream,
  streams: Streams,
  following: Following,
  { list, isWelcome }: Pick<StreamAsk<unknown>, 'isWelcome'> & { readonly list: { readonly kind: IdKind } },
): void => {
  const { heartbeatMilliseconds, checkMilliseconds, lifeMilliseconds } = streams.times;
  let wasStuck = false;
  const beat = (): void => {
    // It has not read what waits since the last heartbeat: it is disconnected, and may come back where it left off.
    if (wasStuck && stream.isStuck) stream.end();
    wasStuck = stream.isStuck;
    stream.beat(heartbeatText(list.kind, following.mark()));
  };
  const check = (): void =>
    void isWelcome().then(
      (isStill) => {
        if (!isStill) stream.end();
      },
      // The check failed: it is repeated next time.
      () => undefined,
    );
  const timers = [setInterval(beat, heartbeatMilliseconds), setInterval(check, checkMilliseconds)];
  const end = setTimeout(() => {
    beat();
    stream.end();
  }, lifeMilliseconds);
  for (const timer of [...timers, end]) timer.unref();
  stream.readable.once('close', () => {
    for (const timer of timers) clearInterval(timer);
    clearTimeout(end);
  });
};

/** Resolves when the stream stands; from then on nothing is missed. */
export const serveStream = async <Filter>(streams: Streams, ask: StreamAsk<Filter>): Promise<Readable> => {
  const { watch, companyId, filter, after } = ask;
  const leavePlace = streams.places.take(companyId);
  const stream = createRowStream();
  const sentIds = new Set<string>();
  let early: News[] | null = [];
  try {
    const following = await watch.follow(companyId, filter, (news) => {
      if (early) early.push(news);
      else pass(stream, withoutSent(news, sentIds));
    });
    streams.open.add(stream);
    stream.readable.once('close', () => {
      following.leave();
      leavePlace();
      streams.open.delete(stream);
    });
    if (after !== null) {
      const missed = await watch.catchUp(companyId, filter, after);
      for (const { id } of missed.events) sentIds.add(id);
      pass(stream, missed);
    }
    for (const news of early) pass(stream, withoutSent(news, sentIds));
    early = null;
    if (ask.isFollowing) keepAlive(stream, streams, following, ask);
    else stream.end();
  } catch (error) {
    if (streams.open.has(stream)) stream.readable.destroy();
    else leavePlace();
    throw error;
  }
  return stream.readable;
};
