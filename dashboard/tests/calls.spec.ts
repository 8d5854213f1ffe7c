import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  await page.getByRole('option', { name: 'Will retry' }).click();
  await expect(page).toHaveURL(/outcome=retry/);
  await page.getByLabel('Message ID').fill(String(answer.message_id));
  await expect(page).toHaveURL(new RegExp(`message_id=${answer.message_id}`));
  await page.getByRole('row').filter({ hasText: '131056' }).first().getByRole('link').click();

  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('"Too many"')).toBeVisible();
  await expect(drawer.getByText('131056').first()).toBeVisible();
  await expect(drawer.getByText('Hudhud will retry.').first()).toBeVisible();
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

test('a call to a webhook shows its attempts and both sides, and its delivery is sent again from there', async ({
  signedIn: page,
  askApi,
  sendByApi,
}) => {
  let status = 500;
  const server = createServer((request, response) => {
    request.resume();
    response.statusCode = status;
    response.end('{"seen":"by the receiver"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const { id } = await askApi<{ id: string }>('POST', '/webhooks', { url, statuses: ['sent'] });
  try {
    await sendByApi({ to: '+966501234567', message: 'Tell my system' });
    await page.goto(`/calls?webhook_id=${id}&attempt=1&outcome=failed`);
    await page.locator('tbody tr').first().getByRole('link').click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('alert')).toContainText('The receiver answered with an error');
    await expect(drawer.getByRole('region', { name: 'Request', exact: true })).toContainText(
      'webhook-signature',
    );
    await expect(drawer.getByRole('region', { name: 'Response', exact: true })).toContainText(
      'by the receiver',
    );
    await expect(drawer.getByText(/attempt \d of 10/)).toBeVisible();

    status = 200;
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await expect(drawer.getByText('Your webhook accepted it.')).toBeVisible();
    await drawer
      .getByRole('link', { name: /^Attempt/ })
      .last()
      .click();
    await expect(drawer.locator('[aria-current]')).toContainText('200');
    await expect(drawer.getByRole('alert')).toHaveCount(0);
  } finally {
    await askApi('DELETE', `/webhooks/${id}`);
    server.close();
  }
});

test('a failure is explained in Arabic on Arabic pages', async ({ signedIn: page, sendByApi }) => {
  await page.addInitScript(() => localStorage.setItem('hudhud.language', 'ar'));
  const { answer } = await sendByApi({ to: '+15550131026', message: 'Not on WhatsApp' });
  await page.goto(`/messages/${answer.message_id}`);
  const alert = page.getByRole('dialog').getByRole('alert').first();
  await expect(alert).toContainText('الرقم ليس على واتساب');
  await expect(alert).toContainText('تحقق من الرقم مع صاحبه');
  await expect(alert).not.toContainText('The message cannot be delivered');
});
