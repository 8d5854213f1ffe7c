// The feed of events, for those who cannot be reached by webhook: pulled in order, waiting at its end for the next one.

import type { CallOptions, Request } from './request.ts';
import type { EventFeed, HudhudEvent } from './types/events.ts';

export interface EventOptions extends CallOptions {
  /** The last event you have handled. Left out: from the oldest that is kept. */
  readonly after?: string;
  /** Left out: all of them. */
  readonly types?: ReadonlyArray<HudhudEvent['event']>;
  /** Ends at the newest event, instead of waiting for more. */
  readonly stopsAtEnd?: boolean;
}

const waitSecondsMax = 25;
const path = '/api/v1/events';

export async function* readEvents(
  request: Request,
  { after, types, stopsAtEnd = false, timeoutSeconds = waitSecondsMax + 15, ...options }: EventOptions,
): AsyncGenerator<HudhudEvent, void, undefined> {
  // The gateway waits for us, so our own patience has to last longer.
  const wait = stopsAtEnd ? 0 : Math.min(waitSecondsMax, Math.floor(timeoutSeconds / 2));
  let last = after;
  for (;;) {
    const query = { after: last, types: types?.join(','), limit: 200, wait };
    const feed = await request<EventFeed>({ method: 'GET', path, query, timeoutSeconds, ...options });
    yield* feed.data;
    last = feed.next_after;
    if (stopsAtEnd && !feed.has_more) return;
  }
}
