import { gzipSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import { expect, test } from './journey.ts';

const firstLoadBytesMax = 250_000;

test('the first load stays small', async ({ signedIn: page }) => {
  const scripts: Promise<number>[] = [];
  const weigh = (response: Response) => {
    // The command palette, the menus, the toasts and the charts come by themselves afterwards; they are lazy parts.
    if (
      !/\.js$/.test(response.url()) ||
      /command-palette|dialogs|menus|toasts|charts|message-(?:bars|counts)/.test(response.url())
    )
      return;
    scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  };
  page.on('response', weigh);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Plan' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  // What is asked for from here on is fetched ahead for later, and may be cut off by the end of this test.
  page.off('response', weigh);
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  console.log(`first load: ${bytes} bytes of JavaScript after gzip`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(firstLoadBytesMax);
});

test('the palette goes to pages, ids and phone numbers by keyboard alone', async ({
  signedIn: page,
  sendByApi,
  askApi,
}) => {
  const { answer } = await sendByApi({ to: '+966501234567', message: 'Find me' });
  const contact = await askApi<{ id: string }>('PUT', '/contacts/by-phone/966507770002', { name: 'Ziad' });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Plan' })).toBeVisible();
  const open = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search pages').fill(text);
    await page.keyboard.press('Enter');
  };
  await open('monitor');
  await expect(page).toHaveURL(/\/event-monitor$/);
  await open(String(answer.message_id));
  await expect(page.getByRole('dialog').getByText('Find me')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/messages$/);
  await open(contact.id);
  await expect(page.getByRole('dialog').getByText('Ziad').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await open('+966 50 123 4567');
  await expect(page).toHaveURL(/phone_number=%2B966501234567/);
});

test('on a phone the navigation opens, leads somewhere and closes', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('link', { name: 'Messages', exact: true }).click();
  await expect(page).toHaveURL(/\/messages$/);
  await expect(page.getByRole('link', { name: 'Overview', exact: true })).not.toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('dark stays dark after a reload', async ({ signedIn: page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Colours' }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('an address that does not exist says so and leads back', async ({ signedIn: page }) => {
  await page.goto('/nothing-here');
  await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await expect(page.getByRole('heading', { name: 'Plan' })).toBeVisible();
});

test('a gateway that does not answer is said so, what was read stays, and trying again helps', async ({
  signedIn: page,
  sendByApi,
  context,
}) => {
  await sendByApi({ to: '+966501234567', message: 'Still here' });
  await page.goto('/messages');
  await expect(page.getByText('Still here').first()).toBeVisible();
  await page.getByRole('switch', { name: 'Live' }).click();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('The gateway does not answer');
  await expect(page.getByText('Still here').first()).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
