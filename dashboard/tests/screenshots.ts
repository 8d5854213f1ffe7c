// Photographs every page of a fresh gateway that is full of demo data, for looking at before a change is called
// finished: npm run screenshots. With --only phone or --look dark, only pages or looks whose name begins so; there are
// also looks for a phone and a wide screen, which are taken when they are asked for; several names
// are separated by commas. With --provider twilio, the demo is of a simulated number at that provider. With --docs, the pictures of the documentation.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { type Ask, askWith } from './demo/ask.ts';
import { fillWithDemo } from './demo/fill.ts';
import { writePastDays } from './demo/past-days.ts';
import { startReceivers } from './demo/receivers.ts';
import { shrinkPng } from './demo/shrink-png.ts';
import { carrySession, expect, setting, settle } from './journey.ts';
import { launchOptions } from './launch-options.ts';
import { developerPages, doorPages, memberPages, type NamedPage, type Shown } from './pages.ts';
import startGateway from './start-gateway.ts';

interface Look {
  readonly name: string;
  readonly scheme: 'light' | 'dark';
  readonly language: 'en' | 'ar';
  readonly width: number;
  readonly height: number;
}

const desk = { width: 1280, height: 800 };
const hand = { width: 390, height: 844 };
const looks: readonly Look[] = [
  { name: 'light', scheme: 'light', language: 'en', ...desk },
  { name: 'dark', scheme: 'dark', language: 'en', ...desk },
  { name: 'arabic', scheme: 'light', language: 'ar', ...desk },
];
const furtherLooks: readonly Look[] = [
  { name: 'wide', scheme: 'light', language: 'en', width: 1920, height: 1080 },
  { name: 'phone', scheme: 'light', language: 'en', ...hand },
  { name: 'phone-arabic-dark', scheme: 'dark', language: 'ar', ...hand },
];

/** What the documentation shows: page, look. */
const docsPictures = new Set([
  'overview-light',
  'messages-detail-light',
  'phone-light',
  'event-monitor-dark',
  'messages-detail-arabic',
]);

const repository = join(import.meta.dirname, '../..');
const { values: wanted } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    look: { type: 'string', default: '' },
    provider: { type: 'string' },
    docs: { type: 'boolean', default: false },
  },
});
const folder = join(repository, wanted.docs ? 'docs/images' : 'screenshots');

/** Whether a name begins like one of several, which are separated by commas. */
const beginsSo = (name: string, beginnings: string): boolean =>
  beginnings.split(',').some((beginning) => name.startsWith(beginning));

const isWanted = (page: string, look: string): boolean =>
  beginsSo(page, wanted.only) && (!wanted.docs || docsPictures.has(`${page}-${look}`));

/** The id of the newest row of a list; the demo has one in each. */
async function newest(ask: Ask, list: string): Promise<string> {
  const { data } = await ask.api<{ data: { id: string }[] }>('GET', `/${list}`);
  if (!data[0]) throw new Error(`The demo has nothing in ${list}.`);
  return data[0].id;
}

async function findShown(ask: Ask): Promise<Shown> {
  return {
    companyId: ask.companyId,
    failedRequestId: await newest(ask, 'requests?limit=1&outcome=failed&code=invalid_phone_number'),
    messageId: await newest(ask, 'messages?limit=1&status=read&phone_number=%2B966501234567'),
    failedMessageId: await newest(ask, 'messages?limit=1&status=failed'),
    waitingMessageId: await newest(ask, 'messages?limit=1&status=queued'),
    contactId: await newest(ask, 'contacts?limit=1&q=Sara'),
    segmentId: await newest(ask, 'segments?limit=1'),
    importId: await newest(ask, 'contact-imports?limit=1'),
    campaignId: await newest(ask, 'campaigns?limit=1&state=completed'),
    draftId: await newest(ask, 'campaigns?limit=1&state=draft'),
    templateId: await newest(ask, 'templates?limit=1&name=appointment_reminder'),
    callId: await newest(ask, 'calls?limit=1'),
    deliveryId: await newest(ask, 'deliveries?limit=1&state=waiting'),
    senderId: await newest(ask, 'senders?limit=1'),
    webhookId: await newest(ask, 'webhooks?limit=1'),
  };
}

/** What sticks out of the screen to the side; nothing should. */
const findOverhang = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return undefined;
    const beyond = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      // The closed navigation lies beyond the other side, where the page does not scroll.
      return document.dir === 'rtl' ? left < -1 : right > clientWidth + 1;
    });
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
    return `${scrollWidth} of ${clientWidth} pixels: ${beyond.slice(0, 6).map(name).join(', ')}`;
  });

async function photograph(page: Page, look: Look, { name, path }: NamedPage): Promise<void> {
  await page.goto(path);
  await settle(page);
  // Drawers slide in, skeletons fade, and bars grow.
  await page.waitForTimeout(900);
  const overhang = await findOverhang(page);
  if (overhang) console.log(`${name} is wider than the screen in ${look.name}: ${overhang}`);
  const hasDrawer = (await page.getByRole('dialog').count()) > 0;
  const file = join(folder, `${name}-${look.name}.png`);
  await page.screenshot({ path: file, fullPage: !hasDrawer && !wanted.docs });
  if (wanted.docs) await shrinkPng(file);
}

async function photographPalette(page: Page, look: Look): Promise<void> {
  if (!isWanted('palette', look.name)) return;
  await page.goto('/');
  await settle(page);
  // The palette is loaded after the page; keys pressed before are lost.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await page.locator('input.mantine-Spotlight-search').waitFor({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(folder, `palette-${look.name}.png`) });
}

async function openContext(browser: Browser, look: Look, url: string): Promise<BrowserContext> {
  const { scheme, language, width, height } = look;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: scheme,
    locale: 'en-GB',
    timezoneId: 'Asia/Riyadh',
  });
  await context.addInitScript((chosen) => {
    localStorage.setItem('hudhud.language', chosen);
    // The checklist of the first message is done with: the overview begins with what happens.
    localStorage.setItem('hudhud.opened.request', 'yes');
    localStorage.setItem('hudhud.opened.message', 'yes');
  }, language);
  return context;
}

async function photographAll(browser: Browser, look: Look, url: string, shown: Shown): Promise<void> {
  const context = await openContext(browser, look, url);
  const page = await context.newPage();
  const take = async (pages: readonly NamedPage[]) => {
    for (const one of pages) if (isWanted(one.name, look.name)) await photograph(page, look, one);
  };
  await take(doorPages);
  await carrySession(page, url, setting('HUDHUD_SESSION'));
  await take([...memberPages(shown), ...developerPages]);
  await photographPalette(page, look);
  await context.close();
}

/** The newest sender is the one of the demo, and the default carries its messages. */
async function moveToProvider(ask: Ask, provider: string): Promise<void> {
  const sender = { name: 'Reception', provider, fields: {}, is_simulated: true, is_default: true };
  await ask.api('POST', '/senders', sender);
}

async function run(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const receivers = await startReceivers();
  const stop = await startGateway();
  const browser = await chromium.launch(launchOptions);
  try {
    const url = setting('HUDHUD_URL');
    const ask = askWith({
      url,
      companyId: setting('HUDHUD_COMPANY_ID'),
      token: setting('HUDHUD_TOKEN'),
      session: setting('HUDHUD_SESSION'),
    });
    console.log('Filling a fresh gateway with demo data.');
    await writePastDays(setting('HUDHUD_DATA_DIR'));
    if (wanted.provider) await moveToProvider(ask, wanted.provider);
    await fillWithDemo(ask, receivers);
    const shown = await findShown(ask);
    const chosen = [...looks, ...(wanted.look ? furtherLooks : [])].filter(({ name }) =>
      beginsSo(name, wanted.look),
    );
    for (const look of chosen) {
      console.log(`Photographing in ${look.name}.`);
      await photographAll(browser, look, url, shown);
    }
    console.log(`The pictures are in ${folder}`);
  } finally {
    await browser.close();
    await stop?.();
    receivers.close();
  }
}

await run();
