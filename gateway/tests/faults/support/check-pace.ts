// What the witness's ledger says about pace and order. The clock of the ledger is that of a busy machine: a witness that
// was held up for a moment sees messages in a heap that were sent one after the other. So the times at which the calls
// began are judged strictly, and the ledger wherever the way from one to the other took the same time.

export interface Sending {
  readonly messageId: string;
  /** Milliseconds since 1970 at which the call began, and at which it was received. */
  readonly begunAt: number;
  readonly receivedAt: number;
}

export interface PaceReport {
  readonly peakByCalls: number;
  readonly peakByLedger: number;
  /** Windows of the ledger above the rate that the unevenness of the way explains. */
  readonly excused: number;
  readonly problems: string[];
}

const windowMilliseconds = 1_000;
/** With a steady share of 0.92 and a burst of 0.05, this much unevenness can bring a window up to its limit. */
const unevenMilliseconds = 25;

/** For every send, the sends within the second that begins with it. */
const windowsOf = (sendings: readonly Sending[], timeOf: (sending: Sending) => number): Sending[][] => {
  const sorted = sendings.toSorted((one, two) => timeOf(one) - timeOf(two));
  let end = 0;
  return sorted.map((first, start) => {
    while (end < sorted.length && timeOf(sorted[end] as Sending) < timeOf(first) + windowMilliseconds)
      end += 1;
    return sorted.slice(start, end);
  });
};

const unevenness = (sendings: readonly Sending[]): number => {
  const ways = sendings.map(({ begunAt, receivedAt }) => receivedAt - begunAt);
  return Math.max(...ways) - Math.min(...ways);
};

export const checkPace = (sendings: readonly Sending[], perSecond: number): PaceReport => {
  const byCalls = windowsOf(sendings, ({ begunAt }) => begunAt);
  const byLedger = windowsOf(sendings, ({ receivedAt }) => receivedAt);
  const above = byLedger.filter((window) => window.length > perSecond);
  const unexcused = above.filter((window) => unevenness(window) < unevenMilliseconds);
  const describe = (source: string) => (window: Sending[]) =>
    `${window.length} messages in the second from ${window[0]?.receivedAt}, by the ${source}`;
  return {
    peakByCalls: Math.max(...byCalls.map((window) => window.length)),
    peakByLedger: Math.max(...byLedger.map((window) => window.length)),
    excused: above.length - unexcused.length,
    problems: [
      ...byCalls.filter((window) => window.length > perSecond).map(describe('calls')),
      ...unexcused.map(describe('ledger')),
    ],
  };
};

/** How many places the worst of them came too late, in a list that should be sorted. */
export const worstOvertaking = (ids: readonly string[]): number => {
  const sorted = ids.toSorted();
  const places = new Map(sorted.map((id, index) => [id, index]));
  return Math.max(0, ...ids.map((id, index) => index - (places.get(id) ?? 0)));
};
