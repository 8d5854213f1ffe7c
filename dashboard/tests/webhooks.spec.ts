import { expect, test } from './journey.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(async ({ askApi }) => {
  const { data } = await askApi<{ data: { id: string; url: string }[] }>('GET', '/webhooks');
  for (const { id, url } of data) if (url === receiver.url) await askApi('DELETE', `/webhooks/${id}`);
  receiver.close();
});

test('a webhook is added, its secret shown once, tested, narrowed down, paused and resumed', async ({
  signedIn: page,
}) => {
  await page.goto('/webhooks/new');
  const drawer = page.getByRole('dialog').first();
  await drawer.getByRole('button', { name: 'Add a webhook' }).click();
  await expect(drawer.getByText('Enter an address that begins with')).toBeVisible();
  await drawer.getByLabel('Address').fill(receiver.url);
  await drawer.getByRole('button', { name: 'Add a webhook' }).click();
  const shown = page.getByRole('dialog', { name: 'The secret of this webhook' });
  const secret = String(await shown.getByText(/^whsec_/).textContent());
  await page.keyboard.press('Escape');
  await expect(shown).toBeVisible();
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page).toHaveURL(/\/webhooks\/wh_\w+$/);
  await expect(page.getByText(secret)).toHaveCount(0);

  await drawer.getByRole('button', { name: 'Send a test event' }).click();
  await expect(drawer.getByText('Your webhook accepted the test event')).toBeVisible();
  expect(receiver.bodies.some((body) => body.includes('"event":"test"'))).toBe(true);

  await drawer.getByRole('link', { name: 'Edit' }).click();
  await drawer.getByRole('checkbox', { name: 'Incoming message' }).check();
  await expect(drawer.getByRole('checkbox', { name: 'Delivered' })).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Incoming message', { exact: true })).toBeVisible();

  await drawer.getByRole('button', { name: 'Pause' }).click();
  await expect(drawer.getByText('Events wait until it is resumed.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Resume' }).click();
  await expect(drawer.getByText('Events are delivered.')).toBeVisible();

  await drawer.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(shown.getByText(/^whsec_/)).not.toHaveText(secret);
  await shown.getByRole('button', { name: 'I have kept it' }).click();
});

test('a webhook within its company has headers and a pace, and keeps what is not shown', async ({
  signedIn: page,
  gateway,
}) => {
  const section = `/companies/${gateway.companyId}/edit/outgoing-webhooks`;
  await page.goto(section);
  await page.getByRole('link', { name: 'Add a webhook' }).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByLabel('Address').fill(receiver.url);
  await drawer.getByRole('button', { name: 'Add a header' }).click();
  await drawer.getByLabel('Name of the header').fill('X-Api-Key');
  await drawer.getByLabel('Value of the header').fill('violet');
  await drawer.getByLabel('Deliveries per second').fill('many');
  await drawer.getByRole('button', { name: 'Add a webhook' }).click();
  await expect(drawer.getByText('A whole number, up to 10,000.')).toBeVisible();
  await drawer.getByLabel('Deliveries per second').fill('5');
  await drawer.getByLabel('Deliveries at once').fill('2');
  await drawer.getByRole('button', { name: 'Add a webhook' }).click();
  const shown = page.getByRole('dialog', { name: 'The secret of this webhook' });
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page).toHaveURL(new RegExp(`${section}/wh_\\w+$`));

  await drawer.getByRole('button', { name: 'Send a test event' }).click();
  await expect(drawer.getByText('Your webhook accepted the test event')).toBeVisible();
  expect(receiver.keys.at(-1)).toBe('violet');
  await drawer.getByRole('link', { name: 'Edit' }).click();
  await expect(drawer.getByText('These stay as they are: x-api-key')).toBeVisible();
  await expect(drawer.getByLabel('Deliveries per second')).toHaveValue('5');
  await drawer.getByLabel('Description').fill('Clinic system');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText('Clinic system')).toBeVisible();
  await drawer.getByRole('button', { name: 'Send a test event' }).click();
  await expect(drawer.getByText('Your webhook accepted the test event')).toBeVisible();
  expect(receiver.keys.at(-1)).toBe('violet');
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(new RegExp(`${section}$`));
});

test('a delivery that the receiver refused is found, explained and sent again', async ({
  signedIn: page,
  askApi,
  sendByApi,
}) => {
  const { id } = await askApi<{ id: string }>('POST', '/webhooks', { url: receiver.url, statuses: ['sent'] });
  receiver.answer = 500;
  await sendByApi({ to: '+966501234567', message: 'Tell my system' });
  await page.goto(`/deliveries?webhook_id=${id}`);
  const row = page.getByRole('row').filter({ hasText: 'Message status' }).first();
  await expect(row.getByText('500')).toBeVisible();
  await row.getByRole('link', { name: 'Message status' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('What to do:').first()).toBeVisible();

  receiver.answer = 200;
  await drawer.getByRole('button', { name: 'Send again' }).click();
  await expect(drawer.getByText('Your webhook accepted it.')).toBeVisible();
  await drawer.getByRole('link', { name: 'Open the request' }).last().click();
  await expect(page).toHaveURL(/\/calls\/call_/);
  await expect(page.getByRole('dialog').getByText('"seen"')).toBeVisible();
});
