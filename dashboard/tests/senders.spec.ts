import { expect, test } from './journey.ts';

test('a sender is added from the fields its provider asks for, tested, renamed and deleted', async ({
  signedIn: page,
  gateway,
}) => {
  await page.goto('/senders');
  await page.getByRole('link', { name: 'Add a sender' }).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByLabel('Name').fill('Front desk');
  await drawer.getByLabel('Phone number ID').fill('106540352242922');
  await drawer.getByRole('button', { name: 'Add a sender' }).click();
  // Which fields are needed only the gateway knows.
  // It stands at the field; the same sentence in the details of the alert is behind a fold.
  await expect(drawer.getByText('App secret ("app_secret") is required.').last()).toBeVisible();

  await drawer.getByLabel('Access token').first().fill('not-a-token-of-the-simulator');
  await drawer.getByLabel('App secret').first().fill('some-app-secret');
  await drawer.getByLabel('Verify token').first().fill('some-verify-token');
  await drawer.getByLabel('Base address').fill(`${gateway.url}/simulator`);
  await drawer.getByRole('button', { name: 'Add a sender' }).click();
  await expect(page).toHaveURL(/\/senders\/snd_\w+$/);
  await expect(drawer.getByText(/\/callbacks\/meta_cloud\/co_\w+\/snd_\w+/)).toBeVisible();
  await expect(drawer.getByText('No callback has arrived yet')).toBeVisible();
  await expect(page.getByText('some-app-secret')).toHaveCount(0);

  await drawer.getByRole('button', { name: 'Test connection' }).click();
  await expect(drawer.getByText('What to do:').first()).toBeVisible();
  // The same on every page, until a test works or a message goes out.
  await expect(drawer.getByText('Failing', { exact: true })).toBeVisible();
  await expect(drawer.getByText('Connected', { exact: true })).toHaveCount(0);
  const address = page.url();
  await page.goto('/senders');
  const card = page.locator('main').locator('.mantine-Paper-root', { hasText: 'Front desk' });
  await expect(card.getByText('Failing', { exact: true })).toBeVisible();
  await expect(card.getByText('Phone number ID: 106540352242922')).toBeVisible();
  await page.goto('/');
  const line = page.getByRole('listitem').filter({ hasText: 'Front desk' });
  await expect(line.getByText('Failing', { exact: true })).toBeVisible();
  await page.goto(address);

  await drawer.getByRole('link', { name: 'Edit' }).click();
  await expect(drawer.getByPlaceholder('Set. Leave empty to keep it.').first()).toBeVisible();
  await drawer.getByLabel('Name').fill('Reception');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog', { name: 'Reception' })).toBeVisible();

  await drawer.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the sender' }).click();
  await expect(page).toHaveURL(/\/senders$/);
  await expect(page.getByText('Reception')).toHaveCount(0);
});

test('a sender at Twilio shows what to paste where, and tells when Twilio refuses the address', async ({
  signedIn: page,
  gateway,
  askApi,
}) => {
  await page.goto('/senders/new');
  const drawer = page.getByRole('dialog').first();
  await drawer.getByLabel('Name').fill('Twilio desk');
  await drawer.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'Twilio' }).click();
  await drawer.getByLabel('Account SID').fill(`AC${'1'.repeat(32)}`);
  await drawer.getByLabel('Auth token').first().fill('not-a-token-of-the-simulator');
  await drawer.getByLabel('WhatsApp number').fill('+15550783883');
  await drawer.getByLabel('Base address').fill(`${gateway.url}/simulator/twilio`);
  await expect(drawer.getByLabel('Register the address at Twilio')).toBeChecked();
  await drawer.getByRole('button', { name: 'Add a sender' }).click();
  await expect(page).toHaveURL(/\/senders\/snd_\w+$/);
  await expect(drawer.getByText('Twilio has not accepted the address')).toBeVisible();
  await expect(drawer.getByText(/\/callbacks\/twilio\/co_\w+\/snd_\w+#rc=5&rp=all/).first()).toBeVisible();
  await expect(drawer.getByRole('img', { name: /Twilio: Messaging > Senders/ })).toBeVisible();
  await expect(drawer.getByText('Verify token')).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Register the address at Twilio' }).click();
  await expect(drawer.getByText('Twilio has not accepted the address')).toBeVisible();
  await askApi('DELETE', `/senders/${page.url().split('/').at(-1)}`);
});

test('a simulated sender works at once and can become the default', async ({ signedIn: page, askApi }) => {
  await page.goto('/senders/new?simulated=yes');
  const drawer = page.getByRole('dialog').first();
  await drawer.getByLabel('Name').fill('Second number');
  await drawer.getByRole('button', { name: 'Add a sender' }).click();
  await drawer.getByRole('button', { name: 'Test connection' }).click();
  await expect(drawer.getByText('The connection works')).toBeVisible();
  await drawer.getByRole('button', { name: 'Make default' }).click();
  await expect(drawer.getByRole('button', { name: 'Make default' })).toHaveCount(0);

  // The other journeys go on with the sender that was there first.
  const { data } = await askApi<{ data: { id: string; name: string }[] }>('GET', '/senders');
  const first = data.find(({ name }) => name === 'Simulator');
  const second = data.find(({ name }) => name === 'Second number');
  await askApi('PATCH', `/senders/${first?.id}`, { is_default: true });
  await askApi('DELETE', `/senders/${second?.id}`);
});

test('a sender sends for one store, which then cannot be deleted', async ({
  signedIn: page,
  gateway,
  askApi,
}) => {
  const store = await askApi<{ id: string }>('POST', '/stores', { name: 'Harbour branch' });
  const edit = `/companies/${gateway.companyId}/edit`;
  await page.goto(`${edit}/senders/new?simulated=yes`);
  const drawer = page.getByRole('dialog').first();
  await drawer.getByLabel('Name').fill('Harbour number');
  await drawer.getByRole('combobox', { name: 'Store' }).click();
  await page.getByRole('option', { name: 'Harbour branch' }).click();
  await drawer.getByRole('button', { name: 'Add a sender' }).click();
  await expect(page).toHaveURL(new RegExp(`${edit}/senders/snd_\\w+$`));
  await expect(drawer.getByText('Harbour branch')).toBeVisible();

  await page.goto(`${edit}/stores`);
  await expect(page.getByRole('link', { name: 'Harbour number' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Harbour branch' })).toBeDisabled();
  const { data } = await askApi<{ data: { id: string; name: string }[] }>('GET', '/senders');
  const sender = data.find(({ name }) => name === 'Harbour number');
  await askApi('DELETE', `/senders/${sender?.id}`);
  await askApi('DELETE', `/stores/${store.id}`);
});
