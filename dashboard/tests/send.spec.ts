import { expect, test } from './journey.ts';

test('a message is composed, sent, and found in Messages and in the Event Monitor', async ({
  signedIn: page,
}) => {
  const text = `Your table is booked, ${Date.now()}`;
  await page.goto('/send');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Enter a phone number.')).toBeVisible();
  await expect(page.getByText('Write at least one character.')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('0501234567');
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Start with + and the country code')).toBeVisible();

  await page.getByLabel('To', { exact: true }).fill('+966 50 123 4567');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: /^(?:Stored, and on its way|Sent)$/ })).toBeVisible();
  const messageId = await page.getByText(/^msg_\w+$/).textContent();

  await page.getByRole('link', { name: 'Messages', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: text });
  await row.getByRole('link', { name: '+966501234567' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText(String(messageId))).toBeVisible();
  await expect(drawer.getByText(text)).toBeVisible();

  await drawer.getByRole('link', { name: /^req_/ }).click();
  await expect(page).toHaveURL(/\/event-monitor\/req_/);
  await expect(page.getByRole('dialog').getByText('POST /api/v1/messages/send')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('link', { name: String(messageId) })).toBeVisible();
});

test('what the gateway refuses is explained at the field and above the form', async ({ signedIn: page }) => {
  await page.goto('/send');
  // The right length, but no such country code: only the gateway knows.
  await page.getByLabel('To', { exact: true }).fill('+99999999999');
  await page.getByLabel('Message', { exact: true }).fill('Hello');
  await page.getByRole('button', { name: 'Send message' }).click();
  const alert = page.getByRole('alert').first();
  await expect(alert).toContainText('The phone number cannot be reached');
  await expect(alert).toContainText('What to do');
  await alert.getByRole('link', { name: /^req_/ }).click();
  await expect(page.getByRole('dialog').getByText('invalid_phone_number').first()).toBeVisible();
});

test('the message list is filtered by phone number and status, in the address too', async ({
  signedIn: page,
  sendByApi,
}) => {
  await sendByApi({ to: '+4915112345678', message: 'Guten Tag' });
  await sendByApi({ to: '+12025550143', message: 'Good morning' });
  await page.goto('/messages');
  await page.getByLabel('Phone number').fill('+49 151 12345678');
  await expect(page).toHaveURL(/phone_number=%2B4915112345678/);
  await expect(page.getByRole('row').filter({ hasText: 'Guten Tag' }).first()).toBeVisible();
  await expect(page.getByText('Good morning')).toHaveCount(0);

  await page.goto('/messages?phone_number=%2B4915112345678&status=read');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('Good morning').first()).toBeVisible();
});
