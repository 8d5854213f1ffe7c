// One line for an outage, with a count, instead of one for each request and round that failed because of it: a database that
// was away for 20 seconds under load had written 9,675.

export interface OutageLog {
  /** True when the line is left out, because the outage was reported already. */
  leavesOut(error: unknown): boolean;
}

export interface OutageLogOptions {
  readonly isOutage: (error: unknown) => boolean;
  readonly say: (fields: { failures: number; seconds: number }, text: string) => void;
}

/** Background work fails every second while the outage lasts, so that a pause this long is its end. */
const quietMilliseconds = 5_000;
const reminderMilliseconds = 60_000;

export const createOutageLog = ({ isOutage, say }: OutageLogOptions): OutageLog => {
  let begunAt: number | null = null;
  let lastAt = 0;
  let remindedAt = 0;
  let leftOut = 0;
  let timer: NodeJS.Timeout | undefined;

  const write = (until: number, text: string): void => {
    const seconds = Math.round((until - (begunAt ?? until)) / 1000);
    if (leftOut > 0) say({ failures: leftOut + 1, seconds }, text);
  };

  const look = (): void => {
    const now = performance.now();
    if (now - lastAt >= quietMilliseconds) {
      clearInterval(timer);
      write(lastAt, 'the database did not answer for a while; only the first of these failures was logged');
      begunAt = null;
    } else if (now - remindedAt >= reminderMilliseconds) {
      remindedAt = now;
      write(now, 'the database still does not answer');
    }
  };

  return {
    leavesOut(error) {
      if (!isOutage(error)) return false;
      lastAt = performance.now();
      if (begunAt !== null) {
        leftOut += 1;
        return true;
      }
      begunAt = lastAt;
      remindedAt = lastAt;
      leftOut = 0;
      timer = setInterval(look, 1_000).unref();
      return false;
    },
  };
};
