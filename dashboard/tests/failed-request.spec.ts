import { expect, test } from './journey.ts';

test('a failed request is found, explained and run again with a linked result', async ({
  signedIn: page,
  sendByApi,
}) => {
  const { status, requestId } = await sendByApi({ to: '0501234567', message: 'No country code' });
  expect(status).toBe(422);

  await page.goto('/');
  await page.getByRole('link', { name: 'Event Monitor', exact: true }).click();
  await page.getByText('Failed', { exact: true }).first().click();
  await expect(page).toHaveURL(/outcome=failed/);
  await page.getByRole('combobox', { name: 'Error code' }).click();
  await page.getByRole('option', { name: 'invalid_phone_number' }).click();
  await expect(page).toHaveURL(/code=invalid_phone_number/);
  await page.getByRole('row').filter({ hasText: 'acme-erp/4.2' }).first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/event-monitor/${requestId}\\?.*code=invalid_phone_number`));

  const drawer = page.getByRole('dialog').first();
  await expect(drawer.getByRole('alert')).toContainText('The phone number cannot be reached');
  await expect(drawer.getByText('What to do:')).toBeVisible();
  await expect(drawer.getByText('"No country code"')).toBeVisible();

  await drawer.getByRole('button', { name: 'Retry' }).click();
  await page
    .getByRole('dialog', { name: 'Run this request again?' })
    .getByRole('button', { name: 'Run it again' })
    .click();
  await expect(drawer.getByText('It failed again, with status 422')).toBeVisible();
  await drawer.getByRole('link', { name: 'Open the new request' }).click();
  await expect(page).not.toHaveURL(new RegExp(requestId));
  await expect(page.getByRole('dialog').getByRole('link', { name: requestId })).toBeVisible();

  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/event-monitor\?.*outcome=failed/);
  await expect(page.getByRole('img', { name: 'Retry of another request' }).first()).toBeVisible();
});

test('a request that did not fail has no Retry button', async ({ signedIn: page, sendByApi }) => {
  const { requestId } = await sendByApi({ to: '+966501234567', message: 'All is well' });
  await page.goto(`/event-monitor/${requestId}`);
  await expect(page.getByRole('dialog').getByText('"All is well"')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});

test('the overview lists the failure and leads to it', async ({ signedIn: page, sendByApi }) => {
  const { requestId } = await sendByApi({ to: '+966501234567', message: ' ' });
  await page.goto('/');
  await page.getByRole('link', { name: 'The message text is empty' }).first().click();
  await expect(page).toHaveURL(new RegExp(requestId));
});

test('an id that does not exist says so', async ({ signedIn: page }) => {
  await page.goto('/event-monitor/req_01kagx5p9ne0ps4a2v7qk3m8dz');
  await expect(page.getByRole('dialog').getByText('No such request')).toBeVisible();
});

test('older requests come with the button below the list', async ({ signedIn: page, sendByApi }) => {
  // One person gets few messages in a minute; nobody waits for the rest of them.
  for (let sent = 0; sent < 55; sent += 1)
    await sendByApi({ to: '+201001234567', message: `Number ${sent}` }, { prefer: 'respond-async' });
  await page.goto('/messages?phone_number=%2B201001234567');
  await expect(page.getByRole('row')).toHaveCount(51);
  await page.getByRole('button', { name: 'Load older' }).click();
  await expect(page.getByText('Number 0', { exact: true })).toBeVisible();
  await expect(page.getByText('That is all there is.')).toBeVisible();
});
