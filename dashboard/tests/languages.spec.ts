import { expect, test } from './journey.ts';

test('Arabic turns the page around, stays after a reload, and English turns it back', async ({
  signedIn: page,
  sendByApi,
}) => {
  await sendByApi({ to: '+966501234567', message: 'مرحبًا' });
  await page.goto('/messages');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.getByRole('heading', { name: 'الرسائل' })).toBeVisible();
  await expect(page).toHaveTitle('الرسائل · هدهد');

  // Navigation moves to the right side, phone numbers keep their direction.
  const navigation = await page.getByRole('navigation').boundingBox();
  expect(navigation?.x).toBeGreaterThan(600);
  await expect(page.locator('bdi', { hasText: '+966501234567' }).first()).toHaveAttribute('dir', 'ltr');

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByRole('button', { name: 'اللغة' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();
});

test('times are on the clock of the company, whatever the clock of the browser', async ({
  signedIn: page,
  sendByApi,
  askApi,
}) => {
  const { answer } = await sendByApi({ to: '+966501234567', message: 'What time is it?' });
  await page.goto(`/messages/${answer.message_id}`);
  const me = await askApi<{ company: { timezone: string } }>('GET', '/me');
  const zone = me.company.timezone;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  await expect(
    page
      .getByRole('dialog')
      .getByText(clock.format(new Date(String(answer.timestamp))))
      .first(),
  ).toBeVisible();
});
