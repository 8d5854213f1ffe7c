// What a browser loads until a page is quiet: scripts, styles, fonts and pictures as the gateway sends them, compressed.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Response } from '@playwright/test';

const dist = join(import.meta.dirname, '../dist');

/** The gateway sends the brotli file where there is one (fonts are compressed already). */
const sizeOf = async (path: string): Promise<number> => {
  const compressed = await stat(join(dist, `${path}.br`)).catch(() => null);
  return (compressed ?? (await stat(join(dist, path)))).size;
};

/** Bytes; answers of the API are not among them. */
export async function weighFirstLoad(page: Page, address: string, ready: string): Promise<number> {
  const paths = new Set<string>(['index.html']);
  const note = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/') || pathname === '/favicon.svg') paths.add(pathname.slice(1));
  };
  page.on('response', note);
  await page.goto(address);
  await page.getByRole('heading', { name: ready }).waitFor();
  await page.waitForLoadState('networkidle');
  page.off('response', note);
  const sizes = await Promise.all([...paths].map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** From the first byte until the page says what it is about, on a processor of a quarter of the speed. */
export async function timeToInteractive(page: Page, address: string, ready: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(address);
  await page.getByRole('heading', { name: ready }).waitFor();
  const milliseconds = await page.evaluate(() => performance.now());
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.detach();
  return milliseconds;
}
