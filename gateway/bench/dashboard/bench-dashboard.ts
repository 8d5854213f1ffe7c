// What the dashboard costs a browser: bytes until the sign-in and the overview are quiet, and how long the overview takes on a
// processor of a quarter of the speed. Bars: 200 and 260 KB, 2.5 s. And what a live list costs while 50 rows come in a second.

import { chromium, type Page } from '@playwright/test';
import { timeToInteractive, weighFirstLoad } from '../../../dashboard/tests/first-load.ts';
import { launchOptions } from '../../../dashboard/tests/launch-options.ts';
import { type LiveLoad, measureLiveLoad } from '../../../dashboard/tests/live-load.ts';
import { signUpByApi } from '../../../dashboard/tests/people.ts';
import { launchGateway } from '../../../dashboard/tests/start-gateway.ts';

const runs = 5;

const liveSeconds = 10;

interface Live {
  readonly list: LiveLoad;
  /** The same requests beside a page that does nothing: what the machine itself takes away. */
  readonly nothing: LiveLoad;
}

const measureLiveList = async (
  page: Page,
  gateway: { url: string; companyId: string; token: string },
): Promise<Live> => {
  await page.goto('/event-monitor');
  await page.locator('[data-stream="open"]').waitFor();
  // The first rows bring code and fonts along.
  await measureLiveLoad(page, gateway, 50, 2);
  const list = await measureLiveLoad(page, gateway, 50, liveSeconds);
  await page.goto('about:blank');
  return { list, nothing: await measureLiveLoad(page, gateway, 50, liveSeconds) };
};

const inWords = (load: LiveLoad): string =>
  `${load.framesPerSecond} frames/s (bar: 55), longest task ${load.longestTask} ms (bar: 100), ` +
  `script ${load.scriptMilliseconds} ms in ${liveSeconds} s (bar: 1500), ` +
  `processor ${load.processorMilliseconds} ms`;

export const benchDashboard = async (): Promise<object> => {
  const gateway = await launchGateway();
  const browser = await chromium.launch(launchOptions);
  try {
    const { url, greeting } = gateway;
    const session = await signUpByApi(url, {
      name: 'Layla Haddad',
      email: 'layla@example.com',
      invitation_token: greeting.invitation,
    });
    const page = await browser.newPage({ baseURL: url, locale: 'en-GB' });
    const signInBytes = await weighFirstLoad(page, '/sign-in', 'Sign in to Hudhud');
    const cookie = { name: 'hudhud_session', value: session, url, httpOnly: true, sameSite: 'Lax' } as const;
    await page.context().addCookies([cookie]);
    const overviewBytes = await weighFirstLoad(page, '/', 'Right now');
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) times.push(await timeToInteractive(page, '/', 'Right now'));
    const overviewMilliseconds = Math.round(times.toSorted((one, two) => one - two)[runs >> 1] ?? 0);
    const live = await measureLiveList(page, { url, ...greeting });
    console.log(`sign-in, first load    ${(signInBytes / 1_000).toFixed(1)} KB compressed (bar: 200)`);
    console.log(`overview, first load   ${(overviewBytes / 1_000).toFixed(1)} KB compressed (bar: 260)`);
    console.log(`overview, interactive  ${overviewMilliseconds} ms at a quarter of the speed (bar: 2500)`);
    console.log(`live list, 50 rows/s   ${inWords(live.list)}`);
    console.log(`beside an empty page   ${inWords(live.nothing)}`);
    return { signInBytes, overviewBytes, overviewMilliseconds, live };
  } finally {
    await browser.close();
    await gateway.stop();
  }
};
