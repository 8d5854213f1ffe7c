// What people meet on their first day: the company that a fresh gateway printed, the way from the token to the first message, and what
// helps them on.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { signIn, signUp } from './doors.ts';
import { carrySession, expect, setting, settle, test } from './journey.ts';
import { newEmail } from './people.ts';
import { launchGateway } from './start-gateway.ts';

const run = promisify(execFile);

/** With a database in which no one has signed up yet. */
const fresh = test.extend({
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const { url, greeting, stop } = await launchGateway();
      await use({ url, companyId: greeting.companyId, token: greeting.token, session: '' });
      await stop();
    },
    { scope: 'test', timeout: 150_000 },
  ],
});

/** Reached by its address instead of its name. */
const byAddress = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  gateway: async ({}, use) =>
    use({
      url: setting('HUDHUD_URL').replace('localhost', '127.0.0.1'),
      companyId: setting('HUDHUD_COMPANY_ID'),
      token: setting('HUDHUD_TOKEN'),
      session: setting('HUDHUD_SESSION'),
    }),
});

fresh(
  'signing up on a fresh gateway takes over the printed company; its page tells of the first message, also after a reload',
  async ({ page, gateway }) => {
    await signUp(page, newEmail());
    await expect(page.getByRole('heading', { name: 'Rose Bakery is ready' })).toBeVisible();
    await expect(page.locator('pre').first()).toHaveText(gateway.companyId);
    const line = (await page.locator('pre').last().textContent()) ?? '';
    await expect(page.getByText('Waiting for your first message')).toBeVisible();

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Rose Bakery is ready' })).toBeVisible();
    await expect(page.getByText('The token was shown before this page was loaded again')).toBeVisible();
    await expect(page.locator('pre').last()).toContainText('$HUDHUD_TOKEN');
    await expect(page.getByText('Waiting for your first message')).toBeVisible();
    await run('bash', ['-c', line.replace(/^curl /, 'curl --silent ')]);
    await expect(page.getByText('Your first message has arrived')).toBeVisible();

    await page.getByRole('button', { name: 'Continue to the overview' }).click();
    await expect(page.getByRole('heading', { name: 'Rose Bakery' })).toBeVisible();
    await page.goto('/companies');
    await settle(page);
    await expect(page.getByRole('main').getByText(gateway.companyId)).toBeVisible();
    await page.goto('/companies/all');
    await expect(page.getByRole('main').locator('tbody tr')).toHaveCount(1);
  },
);

byAddress(
  'at 127.0.0.1 people are led to localhost, where passkeys work',
  async ({ page, newPerson, gateway }) => {
    const named = gateway.url.replace('127.0.0.1', 'localhost');
    await page.goto('/sign-in');
    const link = page.getByRole('link', { name: 'Open this page at localhost, where passkeys work' });
    await expect(link).toHaveAttribute('href', `${named}/sign-in`);
    await expect(page.getByRole('button', { name: /passkey/i })).toHaveCount(0);
    await carrySession(page, gateway.url, (await newPerson()).session);
    await page.goto('/account');
    await expect(link).toHaveAttribute('href', `${named}/account`);
  },
);

test('signing in again in one tab lets the others go on where they were', async ({
  page,
  context,
  gateway,
  newPerson,
  askAs,
}) => {
  const person = await newPerson('Two Tabs Clinic');
  await carrySession(page, gateway.url, person.session);
  const other = await context.newPage();
  await page.goto('/messages');
  await other.goto('/contacts');
  await expect(other.getByRole('heading', { name: 'Contacts' })).toBeVisible();
  await askAs(person, 'POST', '/sign-out');
  await page.getByRole('link', { name: 'Webhook Logs', exact: true }).click();
  await other.getByRole('link', { name: 'Campaigns', exact: true }).click();
  for (const tab of [page, other]) await expect(tab.getByText('You were signed out')).toBeVisible();

  await signIn(page, person);
  await expect(page.getByRole('heading', { name: 'Webhook Logs' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Campaigns' })).toBeVisible();
});

test('help leads to the first steps and to what is new, and names the version', async ({
  signedIn: page,
}) => {
  await page.goto('/');
  const openHelp = () => page.getByRole('button', { name: 'Help', exact: true }).click();
  await openHelp();
  await expect(page.getByText(/^Version \S*\d+\.\d+\.\d+/)).toBeVisible();
  await page.getByRole('menuitem', { name: "What's new" }).click();
  await expect(page).toHaveURL(/\/developers\/guides\/whats-new$/);
  await openHelp();
  await page.getByRole('menuitem', { name: 'First steps' }).click();
  await expect(page).toHaveURL(/\/developers\/guides\/getting-started$/);
});

test('the palette finds people, campaigns, guides and what can be done', async ({
  signedIn: page,
  askApi,
}) => {
  const name = `Nadia ${Date.now()}`;
  await askApi('PUT', '/contacts/by-phone/966507772001', { name });
  await askApi('POST', '/campaigns', { name: `Spring of ${name}`, text: 'Hello' });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Right now' })).toBeVisible();
  const find = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search pages').fill(text);
  };
  const found = (label: string) => page.getByRole('dialog').getByRole('button', { name: label }).first();
  await find(name);
  await expect(found(`Spring of ${name}`)).toBeVisible();
  await found(name).click();
  await expect(page).toHaveURL(/\/contacts\/con_/);
  await page.keyboard.press('Escape');
  await find('Add a contact');
  await found('Add a contact').click();
  await expect(page).toHaveURL(/\/contacts\/new$/);
  await page.keyboard.press('Escape');
  await find('webhooks');
  await found('Webhooks and their signature').click();
  await expect(page).toHaveURL(/\/developers\/guides\/webhooks$/);
});

const next = (page: Page) => page.getByRole('button', { name: 'Next' });

test('a campaign goes to all contacts or to a segment that is made on the way, and marks a placeholder that no one has', async ({
  signedIn: page,
  askApi,
}) => {
  await askApi('PUT', '/contacts/by-phone/966507772002', { name: 'Rana', tags: ['first-day'] });
  const { id } = await askApi<{ id: string }>('POST', '/campaigns', { name: 'On the first day' });
  await page.goto(`/campaigns/${id}/edit?step=audience`);
  await page.getByRole('radio', { name: 'All contacts' }).click();
  await expect(page.getByRole('status', { name: 'People who belong to it now' })).toContainText(/\d/);
  await page.getByRole('radio', { name: 'A segment' }).click();
  await page.getByRole('link', { name: 'Make a segment' }).click();
  const drawer = page.getByRole('dialog').first();
  const name = `First day ${Date.now()}`;
  await drawer.getByLabel('Name').fill(name);
  await page.getByRole('combobox', { name: 'Tags', exact: true }).last().fill('first-day');
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('status', { name: 'People who belong to it now' })).toContainText('1 person');
  await drawer.getByRole('button', { name: 'Add a segment' }).click();

  await expect(page).toHaveURL(new RegExp(`/campaigns/${id}/edit\\?.*step=audience`));
  await expect(page.getByRole('combobox', { name: 'A segment' })).toHaveValue(name);
  await next(page).click();
  await page.getByLabel('Message', { exact: true }).fill('Dear {{nmae}}, hello.');
  await expect(page.getByText('No field is called \u2066{{nmae}}\u2069.')).toBeVisible();
  await page.getByLabel('Message', { exact: true }).fill('Dear {{name}}, hello.');
  await expect(page.getByText('No field is called')).toHaveCount(0);
});

test('a file whose headings say little is read by its content, for the country of its numbers, and its refusals are counted by reason', async ({
  signedIn: page,
}) => {
  const file = [
    'A,Cell',
    'Sara,+971501234567',
    'عمر 12,0501234568',
    'هدى,9.71501E+11',
    'Ziad,none',
    'Rami,+971501234567',
  ].join('\n');
  await page.goto('/contacts/imports/new');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await expect(page.getByRole('combobox', { name: 'What "Cell" is', exact: true })).toHaveValue(
    'Phone number',
  );
  await expect(page.getByRole('combobox', { name: 'Default country', exact: true })).toHaveValue(
    /United Arab Emirates/,
  );
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('button', { name: 'Import 2 rows' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '3 rows are refused' })).toBeVisible();
  const refused = page.getByRole('table', { name: 'Refused rows' });
  await expect(page.getByText('2 × This is no phone number that can be read.')).toBeVisible();
  await expect(page.getByText('1 × The same number stands further up in the file.')).toBeVisible();
  // Each cell reads in a direction of its own.
  await expect(refused.locator('bdi').filter({ hasText: /^هدى$/ })).toBeVisible();
});
