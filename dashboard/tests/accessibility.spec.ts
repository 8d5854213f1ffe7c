import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, settle, test } from './journey.ts';

const looks = [
  { name: 'light', scheme: 'light', language: 'en' },
  { name: 'dark', scheme: 'dark', language: 'en' },
  { name: 'Arabic', scheme: 'light', language: 'ar' },
] as const;

async function expectAccessible(page: Page, where: string): Promise<void> {
  await settle(page);
  // Colours in the middle of a transition are not the colours people see.
  await page.waitForTimeout(350);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${where}: ${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  expect(serious).toEqual([]);
}

for (const { name, scheme, language } of looks) {
  test(`axe finds nothing serious on any page in ${name}`, async ({ signedIn: page, sendByApi, askApi }) => {
    test.setTimeout(600_000);
    await page.emulateMedia({ colorScheme: scheme });
    await page.addInitScript((chosen) => localStorage.setItem('hudhud.language', chosen), language);
    const failed = await sendByApi({ to: '0501234567', message: 'No country code' });
    const good = await sendByApi({ to: '+966501234567', message: 'All is well' });
    const undelivered = await sendByApi({ to: '+15550131026', message: 'Not on WhatsApp' });
    const newest = async (list: string) =>
      (await askApi<{ data: { id: string }[] }>('GET', `/${list}?limit=1`)).data[0]?.id;
    const paths = [
      '/',
      '/event-monitor',
      '/event-monitor?outcome=failed&code=invalid_phone_number&since=2026-01-01T00:00:00.000Z',
      `/event-monitor/${failed.requestId}`,
      '/messages',
      '/messages?status=played&time=1h',
      `/messages/${good.answer.message_id}`,
      `/messages/${undelivered.answer.message_id}`,
      '/send?to=0501234567',
      '/phone?person=%2B966501234567',
      '/phone?person=%2B15550131026',
      '/calls',
      `/calls/${await newest('calls')}`,
      '/deliveries?state=failed',
      '/senders',
      `/senders/${await newest('senders')}`,
      '/senders/new',
      '/webhooks',
      '/webhooks/new',
      '/nothing-here',
      '/sign-in',
    ];
    for (const path of paths) {
      await page.goto(path);
      await expectAccessible(page, path);
    }
  });
}

test('axe finds nothing serious with a dialog, the palette or a menu open, or on a phone', async ({
  signedIn: page,
  sendByApi,
}) => {
  test.setTimeout(300_000);
  const { requestId } = await sendByApi({ to: '0501234567', message: 'No country code' });
  await page.goto(`/event-monitor/${requestId}`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expectAccessible(page, 'retry dialog');
  await page.getByRole('button', { name: 'Run it again' }).click();
  await expect(page.getByRole('link', { name: 'Open the new request' })).toBeVisible();
  await expectAccessible(page, 'retry result');

  await page.goto('/');
  // Keys pressed before the page is there are nobody's.
  await expect(page.getByRole('heading', { name: 'Plan' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Search pages')).toBeVisible();
  await expectAccessible(page, 'palette');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Company and sign-out' }).click();
  await expectAccessible(page, 'company menu');

  await page.goto('/send');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expectAccessible(page, 'send form with errors');

  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/', '/event-monitor?outcome=failed', '/messages', '/calls', '/phone', '/senders']) {
    await page.goto(path);
    await expectAccessible(page, `${path} on a phone`);
  }
});
