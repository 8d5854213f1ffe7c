import { expect, test } from './journey.ts';

test('a message arrives on the phone without ticks, and a reply comes in with them', async ({
  signedIn: page,
  sendByApi,
}) => {
  await page.goto('/phone?person=%2B966509990001');
  const chat = page.getByRole('log');
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
  await expect(chat.getByText('Nothing here yet')).toBeVisible();

  // From the outside, while the page only listens.
  await sendByApi({ to: '+966509990001', message: 'Your order is *ready*' });
  const bubble = chat.getByRole('listitem').filter({ hasText: 'Your order is ready' });
  await expect(bubble).toBeVisible();
  await expect(bubble.getByRole('img', { name: 'Read' })).toHaveCount(0);

  const reply = `On my way ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Write a reply' }).fill(reply);
  await page.keyboard.press('Enter');
  await expect(chat.getByText(reply)).toBeVisible();
  await expect(
    chat.getByRole('listitem').filter({ hasText: reply }).getByRole('img', { name: 'Received' }),
  ).toBeVisible();
  await page.getByRole('link', { name: reply }).click();
  await expect(page).toHaveURL(/\/messages\/msg_/);
  await expect(page.getByRole('dialog').getByText('It came in from the person.')).toBeVisible();
});

test('a magic number says what will go wrong, and the reason shows beside the phone', async ({
  signedIn: page,
}) => {
  await page.goto('/phone');
  await page.getByRole('button', { name: /^Not on WhatsApp/ }).click();
  await expect(page).toHaveURL(/person=%2B15550131026/);
  await expect(page.getByRole('alert')).toContainText('Accepted, then failed with 131026.');
  await page.getByRole('textbox', { name: 'Message to this person' }).fill('Are you there?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Message undeliverable').first()).toBeVisible();
  await expect(page.getByRole('log').getByRole('img', { name: 'Failed' }).first()).toBeVisible();
});

test('any number can be opened, in the address too', async ({ signedIn: page }) => {
  await page.goto('/phone');
  await page.getByRole('textbox', { name: 'Another phone number' }).fill('12');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Start with + and the country code')).toBeVisible();
  await page.getByRole('textbox', { name: 'Another phone number' }).fill('+49 151 12345678');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/person=%2B4915112345678/);
});

test('a company without a simulated sender is told what the phone is for', async ({ signedIn: page }) => {
  await page.route('**/api/v1/senders?*', (route) =>
    route.fulfill({ json: { data: [], next_cursor: null } }),
  );
  await page.goto('/phone');
  await expect(page.getByText('No simulated sender')).toBeVisible();
  await page.getByRole('link', { name: 'Add a simulated sender' }).click();
  await expect(page.getByRole('switch', { name: 'Use the simulator' })).toBeChecked();
});
