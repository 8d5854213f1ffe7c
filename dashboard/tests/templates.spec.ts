import { carrySession, expect, test } from './journey.ts';

test('a template is written in two languages side by side, reviewed, and changed', async ({
  signedIn: page,
}) => {
  const name = `opening_hours_${Date.now()}`;
  await page.goto('/templates/new');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'WhatsApp would not take it' })).toBeVisible();

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill('Dear {{name}}, we are open again from today.');
  await page.getByLabel('Sample for name').fill('Sara');
  await page.getByRole('button', { name: 'Write it in Arabic beside' }).click();
  const previews = page.getByRole('region', { name: 'Preview of the template' });
  await expect(previews).toHaveCount(2);
  await page
    .getByRole('textbox', { name: 'Text', exact: true })
    .nth(1)
    .fill('عزيزنا {{name}}، نستقبلكم من جديد ابتداءً من اليوم.');
  await page.getByLabel('Sample for name').nth(1).fill('سارة');
  await expect(previews.nth(1)).toContainText('عزيزنا سارة');
  await page.getByRole('button', { name: 'Submit for review' }).click();

  await expect(page).toHaveURL(/\/templates\/tpl_\w+$/);
  await expect(page.getByText('Approved').first()).toBeVisible();
  await page.goto('/templates');
  await expect(page.getByRole('link', { name })).toHaveCount(2);

  await page.getByRole('link', { name }).first().click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeDisabled();
  await page.getByLabel('Footer').fill('Al Noor');
  await page.getByRole('button', { name: 'Submit again' }).click();
  await expect(page.getByText('The content changed')).toBeVisible();
  await expect(previews).toContainText('Al Noor');
});

test('the company sends a template to the phone, whose buttons can be pressed', async ({
  signedIn: page,
  askApi,
}) => {
  await askApi('POST', '/templates/sync');
  await page.goto('/phone?person=%2B966508880001');
  await page.getByRole('radiogroup', { name: 'What the company sends' }).getByText('Template').click();
  await page.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'order_update (en_US)' }).click();
  await page.getByLabel(/^Variable: 1/).fill('Sara');
  await page.getByLabel(/^Variable: 2/).fill('1042');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Hello Sara, your order 1042 is on its way.').first()).toBeVisible();
});

test('the window is checked as the company wishes, and its clock says so', async ({
  page,
  gateway,
  newPerson,
}) => {
  const { session } = await newPerson('Al Noor Clinic');
  await carrySession(page, gateway.url, session);
  await page.goto('/companies');
  await page.getByRole('link', { name: 'View company Al Noor Clinic' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('combobox', { name: '24-hour window' }).click();
  await page.getByRole('option', { name: 'Refuse it for simulated numbers too' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The profile is saved.')).toBeVisible();

  await page.goto('/send?to=%2B966508880002');
  await expect(page.getByText('The 24-hour window is closed: only a template can be sent')).toBeVisible();
  await page.getByLabel('Message', { exact: true }).fill('Are you coming?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Send a template' }).first()).toBeVisible();
});
