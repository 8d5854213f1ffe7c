import { expect, settle, test } from './journey.ts';
import { sessionCookieName } from './people.ts';
import { startReceiver } from './receiver.ts';

test('a webhook that is gone rings the bell, which leads to it; rules and quiet hours are set', async ({
  page,
  gateway,
  owner: person,
}) => {
  const { companyId } = person;
  const receiver = await startReceiver();
  await page.goto(`/companies/${companyId}/edit/alerts`);
  await expect(page.getByText('All is well', { exact: true })).toBeVisible();

  // 410: it is gone for good, and is disabled at once.
  receiver.answer = 410;
  const ask = (path: string, body?: object): Promise<Response> =>
    fetch(`${gateway.url}/api/v1${path}`, {
      headers: {
        cookie: `${sessionCookieName}=${person.session}`,
        origin: gateway.url,
        'x-hudhud-client': 'dashboard',
        'x-company-id': companyId,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  expect((await ask('/webhooks', { url: receiver.url })).status).toBe(201);
  const sent = await ask('/messages/send', { to: '+966501234567', message: 'Hello' });
  expect([200, 202]).toContain(sent.status);
  const bell = page.getByRole('button', { name: /^Alerts: \d+ unread$/ });
  await expect
    .poll(async () => ((await (await ask('/alerts/summary')).json()) as { unread: number }).unread)
    .toBeGreaterThan(0);
  await page.reload();
  await expect(bell).toBeVisible();
  await bell.click();
  const list = page.getByRole('dialog', { name: 'Alerts' });
  await expect(list.getByText('A webhook was disabled')).toBeVisible();
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: 'Alerts', exact: true })).toBeVisible();
  await list.getByRole('link', { name: /A webhook was disabled/ }).click();
  await expect(page).toHaveURL(/\/webhooks\/wh_/);

  await page.goto(`/companies/${companyId}/edit/alerts`);
  await settle(page);
  const rule = page.getByRole('group', { name: 'Many messages fail', exact: true });
  await rule.getByLabel('Share for Many messages fail').fill('35');
  await rule.getByRole('checkbox', { name: 'WhatsApp' }).check();
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByText('The alerts are saved.')).toBeVisible();
  await page.getByLabel('WhatsApp number of the owner').fill('12');
  await page.getByRole('switch', { name: 'Quiet hours' }).check();
  await page.getByRole('textbox', { name: 'From' }).fill('23.30');
  await page.getByRole('button', { name: 'Save' }).last().click();
  await expect(page.getByText('Write the number in international format').first()).toBeVisible();
  await page.getByLabel('WhatsApp number of the owner').fill('+966501234567');
  await page.getByRole('button', { name: 'Save' }).last().click();
  await expect(page.getByRole('button', { name: 'Send a test by WhatsApp' })).toBeEnabled();
  await page.reload();
  await expect(rule.getByLabel('Share for Many messages fail')).toHaveValue('35 %');
  await expect(page.getByRole('switch', { name: 'Quiet hours' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue('23:30');
  await page.getByRole('button', { name: 'Send a test by WhatsApp' }).click();
  await expect(page.getByText('This is a test of your alerts')).toBeVisible();
  receiver.close();
});
