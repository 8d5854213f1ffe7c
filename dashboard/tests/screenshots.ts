// Photographs every page in light, dark, Arabic and on a phone, for looking at before a change is called finished:
//   node dashboard/tests/screenshots.ts --url http://localhost:3000 --company co_... --token ... --email ... --password ...
// With --look dark or --only phone, only those whose name begins so.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { settle } from './journey.ts';
import { launchOptions } from './launch-options.ts';

interface Look {
  readonly name: string;
  readonly scheme: 'light' | 'dark';
  readonly language: 'en' | 'ar';
  readonly width: number;
  readonly height: number;
}

const looks: readonly Look[] = [
  { name: 'light', scheme: 'light', language: 'en', width: 1360, height: 860 },
  { name: 'dark', scheme: 'dark', language: 'en', width: 1360, height: 860 },
  { name: 'arabic', scheme: 'light', language: 'ar', width: 1360, height: 860 },
  { name: 'phone', scheme: 'light', language: 'en', width: 390, height: 844 },
  { name: 'phone-arabic-dark', scheme: 'dark', language: 'ar', width: 390, height: 844 },
];

/** Lists and drawers scroll; the rest is photographed from top to bottom. */
const wholePages = new Set([
  'account',
  'overview',
  'phone',
  'send',
  'senders',
  'sign-in',
  'sign-up',
  'webhooks',
]);

const folder = join(import.meta.dirname, '../../test-results/screenshots');

const { values: given } = parseArgs({
  options: {
    url: { type: 'string' },
    company: { type: 'string' },
    token: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    look: { type: 'string' },
    only: { type: 'string' },
  },
});
const { url, company, token, email, password, look: wantedLook, only } = given;
if (!url || !company || !token || !email || !password) {
  throw new Error('Give --url, --company and --token, and --email and --password of a member.');
}
const headers = { authorization: `Bearer ${token}`, 'x-company-id': company };

/** The id of the newest row of a list, so that its details can be photographed too. */
async function newest(list: string): Promise<string | null> {
  const response = await fetch(`${url}/api/v1/${list}`, { headers });
  const page = (await response.json()) as { data?: { id: string }[] };
  return page.data?.[0]?.id ?? null;
}

async function photograph(page: Page, look: Look, name: string, path: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await settle(page);
  // Drawers slide in, and skeletons fade.
  await page.waitForTimeout(600);
  await page.screenshot({
    path: join(folder, `${name}-${look.name}.png`),
    fullPage: wholePages.has(name),
  });
}

/** Pages that are seen before anybody is signed in. */
const doors = (
  [
    ['sign-in', '/sign-in'],
    ['sign-up', '/sign-up'],
    ['forgotten-password', '/forgotten-password'],
    ['reset-password', '/reset-password#a-link'],
  ] as const
).filter(([name]) => name.startsWith(only ?? ''));

async function photographAll(
  browser: Browser,
  look: Look,
  paths: readonly [string, string][],
): Promise<void> {
  const { scheme, language, width, height } = look;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
  await context.addInitScript((chosen) => localStorage.setItem('hudhud.language', chosen), language);
  const page = await context.newPage();
  for (const [name, path] of doors) await photograph(page, look, name, path);
  await context.request.post(`${url}/api/v1/sign-in`, { data: { email, password } });
  for (const [name, path] of paths) await photograph(page, look, name, path);
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `palette-${look.name}.png`) });
  await context.close();
}

/** Pages by name; a detail is photographed when there is something to show. */
async function findPaths(): Promise<[string, string][]> {
  const details: [string, string, string][] = [
    ['event-monitor-detail', '/event-monitor', 'requests?limit=1&outcome=failed&method=POST'],
    ['messages-detail', '/messages', 'messages?limit=1&status=read'],
    ['messages-failed', '/messages', 'messages?limit=1&status=failed'],
    ['messages-scheduled', '/messages', 'messages?limit=1&status=queued'],
    ['calls-detail', '/calls', 'calls?limit=1'],
    ['senders-detail', '/senders', 'senders?limit=1'],
    ['webhooks-detail', '/webhooks', 'webhooks?limit=1'],
    ['deliveries-detail', '/deliveries', 'deliveries?limit=1'],
  ];
  const found = await Promise.all(
    details.map(async ([name, page, list]): Promise<[string, string][]> => {
      const id = await newest(list);
      return id ? [[name, `${page}/${id}`]] : [];
    }),
  );
  return [
    ['overview', '/'],
    ['event-monitor', '/event-monitor?method=POST'],
    ['messages', '/messages'],
    ['send', '/send?to=%2B966501234567'],
    ['phone', '/phone?person=%2B966501234567'],
    ['calls', '/calls'],
    ['deliveries', '/deliveries'],
    ['senders', '/senders'],
    ['senders-new', '/senders/new'],
    ['webhooks', '/webhooks'],
    ['webhooks-new', '/webhooks/new'],
    ['account', '/account'],
    ...found.flat(),
  ];
}

await mkdir(folder, { recursive: true });
const paths = await findPaths();
const browser = await chromium.launch(launchOptions);
for (const look of looks.filter(({ name }) => name.startsWith(wantedLook ?? ''))) {
  await photographAll(
    browser,
    look,
    paths.filter(([name]) => name.startsWith(only ?? '')),
  );
}
await browser.close();
console.log(`Photographs are in ${folder}`);
