import { expect, test } from './journey.ts';

test('a refused call is found by its outcome, and shown with request, answer and explanation', async ({
  signedIn: page,
  sendByApi,
}) => {
  // A fault that makes this one person wait; one that slows the sender down would hold up the other journeys.
  const { answer } = await sendByApi(
    { to: '+15550131056', message: 'Too many' },
    { prefer: 'respond-async' },
  );
  await page.goto('/');
  await page.getByRole('link', { name: 'Webhook Logs', exact: true }).click();
  await page.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: 'Goes again' }).click();
  await expect(page).toHaveURL(/outcome=retry/);
  await page.getByLabel('Message ID').fill(String(answer.message_id));
  await expect(page).toHaveURL(new RegExp(`message_id=${answer.message_id}`));
  await page.getByRole('row').filter({ hasText: '131056' }).first().getByRole('link').click();

  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('"Too many"')).toBeVisible();
  await expect(drawer.getByText('131056').first()).toBeVisible();
  await expect(drawer.getByText('It goes again by itself.').first()).toBeVisible();
  await expect(drawer.getByRole('alert')).toContainText('What to do:');
  await drawer.getByRole('link', { name: String(answer.message_id) }).click();
  await expect(page).toHaveURL(new RegExp(`/messages/${answer.message_id}`));
});

test('half an id is not asked for', async ({ signedIn: page, asked }) => {
  await page.goto('/calls');
  await page.getByLabel('Message ID').fill('msg_01');
  await expect(page.getByText('A whole id, starting with')).toBeVisible();
  expect(asked.some((url) => url.includes('message_id='))).toBe(false);
});
