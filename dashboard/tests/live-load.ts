// What a live list costs the browser while rows come in: frames, long tasks, and the time spent in scripts by its CPU profile.

import type { CDPSession, Page } from '@playwright/test';

interface Gateway {
  readonly url: string;
  readonly companyId: string;
  readonly token: string;
}

export interface LiveLoad {
  readonly rows: number;
  readonly framesPerSecond: number;
  /** In milliseconds. */
  readonly longestTask: number;
  readonly longTasks: number;
  readonly scriptMilliseconds: number;
  /**
   * Processor time of the page's thread: scripts, styles, layout and paint. Unlike the others it does not grow while other
   * programs have the processor.
   */
  readonly processorMilliseconds: number;
}

interface Profile {
  readonly nodes: { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples?: number[];
  readonly timeDeltas?: number[];
}

/** What the engine calls its time outside of scripts. */
const outside = new Set(['(idle)', '(program)', '(root)']);

/** Milliseconds in scripts and in clearing up behind them. */
function scriptTime({ nodes, samples = [], timeDeltas = [] }: Profile): number {
  const idle = new Set(
    nodes.filter(({ callFrame }) => outside.has(callFrame.functionName)).map(({ id }) => id),
  );
  // A delta is the time until its sample was taken, so it belongs to the sample before.
  const microseconds = samples.reduce(
    (sum, sample, index) => sum + (idle.has(sample) ? 0 : (timeDeltas[index + 1] ?? 0)),
    0,
  );
  return microseconds / 1_000;
}

/** Requests of a customer's system, evenly over the time; answers how many there were. */
export async function flood(gateway: Gateway, perSecond: number, seconds: number): Promise<number> {
  const total = perSecond * seconds;
  let sent = 0;
  for (const begun = Date.now(); sent < total; ) {
    const due = Math.min(total, Math.floor(((Date.now() - begun) / 1_000) * perSecond));
    const batch = Array.from({ length: due - sent }, (_, index) =>
      fetch(`${gateway.url}/api/v1/me?flood-${sent + index}`, {
        headers: { authorization: `Bearer ${gateway.token}`, 'x-company-id': gateway.companyId },
      }),
    );
    sent = due;
    await Promise.all(batch.map(async (answer) => (await answer).arrayBuffer()));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return sent;
}

interface Watched {
  readonly frames: number;
  readonly took: number;
  /** How long each task over 50 ms took. */
  readonly tasks: readonly number[];
}

/** A text, because the bench that uses it too is checked without the types of a browser. */
const watching = (milliseconds: number): string => `new Promise((resolve) => {
  const tasks = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ type: 'longtask' });
  const begun = performance.now();
  let frames = 0;
  const tick = (now) => {
    frames += 1;
    if (now - begun < ${milliseconds}) return requestAnimationFrame(tick);
    observer.disconnect();
    resolve({ frames, took: now - begun, tasks });
  };
  requestAnimationFrame(tick);
})`;

const watchPage = (page: Page, seconds: number): Promise<Watched> =>
  page.evaluate<Watched>(watching(seconds * 1_000));

async function profile(client: CDPSession, work: () => Promise<void>): Promise<number> {
  await client.send('Profiler.enable');
  await client.send('Profiler.setSamplingInterval', { interval: 1_000 });
  await client.send('Profiler.start');
  await work();
  const { profile: made } = await client.send('Profiler.stop');
  await client.send('Profiler.disable');
  return scriptTime(made);
}

/** What the page's thread has worked so far, in seconds. */
async function readProcessorTime(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** The list must be on screen and live. */
export async function measureLiveLoad(
  page: Page,
  gateway: Gateway,
  perSecond: number,
  seconds: number,
): Promise<LiveLoad> {
  const client = await page.context().newCDPSession(page);
  let watched: Watched = { frames: 0, took: 1, tasks: [] };
  let rows = 0;
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await readProcessorTime(client);
  const scriptMilliseconds = await profile(client, async () => {
    [watched, rows] = await Promise.all([watchPage(page, seconds), flood(gateway, perSecond, seconds)]);
  });
  const processorSeconds = (await readProcessorTime(client)) - before;
  await client.detach();
  return {
    rows,
    framesPerSecond: Math.round((watched.frames / watched.took) * 10_000) / 10,
    longestTask: Math.round(Math.max(0, ...watched.tasks)),
    longTasks: watched.tasks.filter((duration) => duration > 100).length,
    scriptMilliseconds: Math.round(scriptMilliseconds),
    processorMilliseconds: Math.round(processorSeconds * 1_000),
  };
}
