import type { Locator } from '@playwright/test';
import { expect, test } from './journey.ts';

test.use({ viewport: { width: 1280, height: 560 } });

test('a drawer with a form opens with the focus in its first field', async ({ signedIn: page, gateway }) => {
  const edit = `/companies/${gateway.companyId}/edit`;
  const drawers = [
    ['/contacts/new', 'Phone number'],
    ['/contacts/segments/new', 'Name'],
    [`${edit}/senders/new`, 'Name'],
    [`${edit}/outgoing-webhooks/new`, 'Address'],
    ['/companies/new', 'Name'],
  ] as const;
  for (const [address, field] of drawers) {
    await page.goto(address);
    await expect(page.getByRole('dialog').getByLabel(field).first(), address).toBeFocused();
  }
});

test('what is wrong in a long form is focused and in sight, and its button never leaves the screen', async ({
  signedIn: page,
}) => {
  await page.goto('/contacts/new');
  const drawer = page.getByRole('dialog');
  const save = drawer.getByRole('button', { name: 'Add a contact' });
  await expect(save).toBeInViewport({ ratio: 1 });

  // The form itself knows that a number is needed.
  await drawer.getByLabel('Notes').focus();
  await save.click();
  await expect(drawer.getByRole('textbox', { name: 'Phone number' })).toBeFocused();
  await expect(drawer.getByRole('textbox', { name: 'Phone number' })).toBeInViewport();

  // That this is none, only the gateway knows.
  await drawer.getByRole('textbox', { name: 'Phone number' }).fill('12');
  await drawer.getByLabel('Notes').focus();
  await save.click();
  await expect(drawer.getByRole('textbox', { name: 'Phone number' })).toHaveAttribute('aria-invalid', 'true');
  await expect(drawer.getByRole('textbox', { name: 'Phone number' })).toBeFocused();
  await expect(drawer.getByRole('textbox', { name: 'Phone number' })).toBeInViewport();
  await expect(save).toBeInViewport({ ratio: 1 });
});

test('a number that another contact has leads to that contact; a person reads one sentence, a developer the details', async ({
  signedIn: page,
  askApi,
}) => {
  await askApi('PUT', '/contacts/by-phone/966507770311', { name: 'Huda Saleh' });
  await page.goto('/contacts/new');
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Phone number' }).fill('+966507770311');
  await drawer.getByLabel('Notes').focus();
  await drawer.getByRole('button', { name: 'Add a contact' }).click();
  const alert = drawer.getByRole('alert');
  await expect(alert).toBeInViewport();
  await expect(alert.locator('xpath=..')).toBeFocused();
  await expect(alert).toContainText('Another contact has this phone number');
  await expect(alert.getByText('PUT /api')).toBeHidden();
  await expect(alert.getByText('contact_exists')).toBeHidden();
  await alert.getByText('Details for developers').click();
  await expect(alert.getByText('contact_exists')).toBeVisible();
  await alert.getByRole('link', { name: 'Open Huda Saleh' }).click();
  await expect(page).toHaveURL(/\/contacts\/con_/);
  await expect(page.getByRole('dialog').getByText('Huda Saleh').first()).toBeVisible();
});

test('in Arabic a refusal is Arabic, at the field and above the form', async ({ signedIn: page }) => {
  await page.addInitScript(() => localStorage.setItem('hudhud.language', 'ar'));
  await page.goto('/contacts/new');
  const drawer = page.getByRole('dialog');
  await drawer.locator('input[type=tel]').fill('12');
  await drawer.locator('button[type=submit]').click();
  await expect(drawer.locator('input[type=tel]')).toHaveAttribute('aria-invalid', 'true');
  const alert = drawer.getByRole('alert');
  await expect(alert).toBeVisible();
  const seen = await drawer.innerText();
  expect(seen).not.toMatch(/[a-z]{3,} [a-z]{2,} [a-z]{2,}/i);
});

test('what the gateway refuses of the contact settings stands at its field', async ({ signedIn: page }) => {
  await page.goto('/contacts/settings');
  const words = page.getByLabel('English').first();
  // Longer than the field lets anybody write.
  await words.evaluate((input) => input.removeAttribute('maxlength'));
  await words.fill('x'.repeat(61));
  await words.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(words).toHaveAttribute('aria-invalid', 'true');
  await expect(words).toBeFocused();
  await expect(page.getByLabel('Arabic').first()).not.toHaveAttribute('aria-invalid', 'true');
  await words.press('Backspace');
  await expect(words).not.toHaveAttribute('aria-invalid', 'true');
});

test('an invitation is made only when the form is sent', async ({ signedIn: page, gateway }) => {
  const made: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/invitations')) made.push(request.url());
  });
  await page.goto(`/companies/${gateway.companyId}/edit/members`);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: 'Operator' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(dialog).toHaveCount(0);
  expect(made).toEqual([]);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  await expect(dialog.getByText('/invitation')).toBeVisible();
  expect(made).toHaveLength(1);
});

test('on a phone the button of a form stands at its end, also below a hint', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/account');
  const end = async (place: Locator) => {
    const box = await place.boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  const button = page.getByRole('button', { name: 'Change password' });
  await expect(button).toBeVisible();
  expect(await end(button)).toBe(await end(page.getByRole('button', { name: 'Save' })));
});

test('an e-mail address that cannot be changed does not look like a field', async ({ signedIn: page }) => {
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveCount(0);
  await expect(page.getByText('@', { exact: false }).first()).toBeVisible();
});

test('a day is chosen in a calendar of our own, by keys, in the language of the page', async ({
  signedIn: page,
  askApi,
}) => {
  const { id } = await askApi<{ id: string }>('POST', '/campaigns', { name: 'On a day', text: 'Hello' });
  await page.goto(`/campaigns/${id}/edit?step=sending`);
  const field = page.getByRole('textbox', { name: 'Begin at' });
  await page.getByRole('button', { name: 'Choose a day: Begin at' }).press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Begin at' });
  await calendar.getByRole('button', { name: 'Month after' }).press('Enter');
  const day = calendar.getByRole('button', { name: /\b15\b/ }).first();
  const name = (await day.getAttribute('aria-label')) ?? '';
  await day.press('Enter');
  await expect(day).toHaveAttribute('aria-pressed', 'true');
  const [, month = ''] = /([A-Z][a-z]+) \d{4}$/.exec(name) ?? [];
  expect(month, name).not.toBe('');
  await page.keyboard.press('Escape');
  await expect(calendar).toHaveCount(0);
  await expect(field).toHaveValue(new RegExp(`^15 ${month.slice(0, 3)}[a-z]* \\d{4}, 09:00$`));

  await page.addInitScript(() => localStorage.setItem('hudhud.language', 'ar'));
  await page.goto(`/campaigns/${id}/edit?step=sending`);
  await page.getByRole('button', { name: 'اختر يومًا: تبدأ في' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'الشهر التالي' }).press('Enter');
  const arabicDay = page
    .getByRole('dialog')
    .getByRole('button', { name: /\b15\b/ })
    .first();
  await expect(arabicDay).toHaveAttribute('aria-label', /[\u0621-\u064a]{3,}.* 15 [\u0621-\u064a]+ \d{4}/);
  await arabicDay.press('Enter');
  await expect(page.getByRole('textbox', { name: 'تبدأ في' })).toHaveValue(/^15 [\u0621-\u064a]+ \d{4}/);
});
