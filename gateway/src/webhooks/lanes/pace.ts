// Keeps to the rate that a webhook asks for. One number: the moment at which the next delivery may start.

export interface WebhookPace {
  /** Milliseconds until one more may go; 0 means now. */
  waitAt(now: number): number;
  take(now: number): void;
  /** Null: as fast as it goes. */
  setRate(perSecond: number | null): void;
}

/** Catches up this much after a pause of the event loop: the rate stays true, without a noticeable burst. */
const slackMilliseconds = 50;

export const createWebhookPace = (perSecond: number | null): WebhookPace => {
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
