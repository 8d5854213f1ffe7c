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
  await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'The person has opened it.' })).toBeVisible();
  const messageId = await page.getByText(/^msg_\w+$/).textContent();

  await page.getByRole('link', { name: 'Messages', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: text });
  await row.getByRole('link', { name: '+966501234567' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText(String(messageId))).toBeVisible();
  await expect(drawer.getByText(text)).toBeVisible();

  await drawer.getByRole('link', { name: 'POST /api/v1/messages/send' }).click();
  await expect(page).toHaveURL(/\/event-monitor\/req_/);
  await expect(page.getByRole('dialog').getByText('POST /api/v1/messages/send')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('link', { name: String(messageId) })).toBeVisible();
});

test('somebody who has opted out is only written to for a reason, which is kept with the message', async ({
  signedIn: page,
  askApi,
}) => {
  const contact = await askApi<{ id: string }>('PUT', '/contacts/by-phone/966507770001', {
    name: 'Reem Salman',
    consent: { state: 'opted_out', source: 'Reception desk' },
  });
  await page.goto('/send?to=%2B966507770001');
  await page.getByLabel('Message', { exact: true }).fill('Your code is 4711');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('alert')).toContainText('The person does not want messages');

  await page.getByRole('button', { name: 'They need it all the same' }).click();
  await expect(page.getByRole('switch', { name: 'The person needs it' })).toBeChecked();
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Say why the person needs it.')).toBeVisible();
  await page.getByLabel('Why do they need it?').fill('one-time code');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible();

  await page.getByRole('link', { name: 'Open the message' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('one-time code')).toBeVisible();
  await drawer.getByRole('link', { name: 'Reem Salman' }).click();
  await expect(page).toHaveURL(new RegExp(`/contacts/${contact.id}$`));
});

test('placeholders get values as they are written, and a later time is on the clock of the company', async ({
  signedIn: page,
  askApi,
}) => {
  await page.goto('/send?to=%2B966501112223');
  await page.getByLabel('Message', { exact: true }).fill('Hello {{name}}, see you {{day|soon}}');
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('Sara');
  await expect(page.getByText('Hello Sara, see you soon')).toBeVisible();

  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByLabel('Reference').fill('order-77');
  const { company } = await askApi<{ company: { timezone: string } }>('GET', '/me');
  const tomorrow = new Date(Date.now() + 86_400_000);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: company.timezone }).format(tomorrow);
  await page.getByLabel('Send at', { exact: true }).fill(`${day} 09:30`);
  await page.getByRole('button', { name: 'Schedule message' }).click();
  await expect(page.getByText('Stored, and waiting for its turn.')).toBeVisible();
  await page.getByRole('link', { name: 'Open the message' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Hello Sara, see you soon')).toBeVisible();
  await expect(drawer.getByText(/09:30:00/).first()).toBeVisible();
  await expect(drawer.getByText('order-77')).toBeVisible();

  await drawer.getByRole('button', { name: 'Cancel message' }).click();
  await page.getByRole('button', { name: 'Cancel the message' }).click();
  await expect(drawer.getByText('It was stopped before it went out.').first()).toBeVisible();
});

test('what the gateway refuses is explained at the field and above the form', async ({ signedIn: page }) => {
  await page.goto('/send');
  // The right length, but no such country code: only the gateway knows.
  await page.getByLabel('To', { exact: true }).fill('+99999999999');
  await page.getByLabel('Message', { exact: true }).fill('Hello');
  await page.getByRole('button', { name: 'Send message' }).click();
  const alert = page.getByRole('alert').first();
  await expect(alert).toContainText('The phone number cannot be reached');
  await alert.getByText('Details for developers').click();
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

  await page.goto('/messages?phone_number=%2B4915112345678&status=played');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('Good morning').first()).toBeVisible();
});
