// How fast an endpoint wants to be called. One number: the moment at which the next delivery may start.

export interface EndpointPace {
  /** Milliseconds until one more may go; 0 means now. */
  waitAt(now: number): number;
  take(now: number): void;
  /** Null: as fast as it goes. */
  setRate(perSecond: number | null): void;
}

/** So much may be caught up after a pause of the event loop: it keeps the rate true without a burst worth the name. */
const slackMilliseconds = 50;

export const createEndpointPace = (perSecond: number | null): EndpointPace => {
  let rate = perSecond;
  let nextAt = 0;
  return {
    waitAt: (now) => (rate === null ? 0 : Math.max(0, nextAt - now)),
    take(now) {
      if (rate !== null) nextAt = Math.max(nextAt, now - slackMilliseconds) + 1_000 / rate;
    },
    setRate(changed) {
      rate = changed;
      nextAt = 0;
    },
  };
};
