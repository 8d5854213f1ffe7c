import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { signIn, signUp } from './doors.ts';
import { carrySession, companyIdOf, expect, test } from './journey.ts';
import { goodPassword, newEmail } from './people.ts';
import { startReceiver } from './receiver.ts';

const run = promisify(execFile);

test('sign up, send with the shown line, see it on the phone, reply, and the webhook arrives', async ({
  page,
}) => {
  const receiver = await startReceiver();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Start a free trial' }).click();
  await page.getByRole('button', { name: 'Start the free trial' }).click();
  await expect(page.getByText('Enter your name.')).toBeVisible();
  await expect(page.getByText('Enter the name of the company.')).toBeVisible();

  await page.getByLabel('Your name').fill('Sara Aziz');
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill('password1234');
  await page.getByLabel('Company').fill('Rose Bakery');
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Riyadh');
  await page.getByRole('button', { name: 'Start the free trial' }).click();
  await expect(page.getByText('one of those that everybody tries first').first()).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await expect(page.getByRole('status')).toHaveText('Strong');
  await page.getByRole('button', { name: 'Start the free trial' }).click();

  await expect(page.getByRole('heading', { name: 'Rose Bakery is ready' })).toBeVisible();
  const line = (await page.locator('pre').last().textContent()) ?? '';
  expect(line).toMatch(/Authorization: Bearer hud_/);
  const { stdout } = await run('bash', ['-c', line.replace(/^curl /, 'curl --silent ')]);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'sent' });

  await page.getByRole('button', { name: 'Continue to the overview' }).click();
  await expect(page.getByRole('heading', { name: 'Rose Bakery' })).toBeVisible();
  await expect(page.getByRole('navigation').getByText('14 days left')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your first message' })).toBeVisible();
  await expect(page.getByText('Hello from Hudhud').first()).toBeVisible();
  await expect(page.getByText(/hud_/)).toHaveCount(0);

  await page.goto('/webhooks/new');
  await page.getByRole('dialog').getByLabel('Address').fill(receiver.url);
  await page.getByRole('dialog').getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click();

  await page.goto('/phone?person=%2B966501234567');
  const bubble = page.getByRole('log').getByRole('listitem').filter({ hasText: 'Hello from Hudhud' });
  await expect(bubble).toBeVisible();
  await page.getByRole('textbox', { name: 'Write a reply' }).fill('Hello from the phone');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => receiver.bodies.find((body) => body.includes('Hello from the phone')))
    .toMatch(/"event":"incoming_message"/);

  await page.goto('/deliveries');
  await expect(page.getByRole('row').filter({ hasText: 'Incoming message' }).first()).toBeVisible();
  receiver.close();
});

test('an e-mail address that is taken says so', async ({ page, newPerson }) => {
  const { email } = await newPerson();
  await signUp(page, email);
  await expect(page.getByRole('alert')).toContainText('The e-mail address is in use');
});

test('an invitation is taken with a new account, and with one that is there already', async ({
  page,
  newPerson,
  askAs,
  gateway,
  browser,
}) => {
  const owner = await newPerson('Date Palm Traders');
  const companyId = await companyIdOf(askAs, owner);
  const invite = async () => {
    const response = await fetch(`${gateway.url}/api/v1/invitations`, {
      method: 'POST',
      headers: {
        cookie: `hudhud_session=${owner.session}`,
        origin: gateway.url,
        'x-hudhud-client': 'dashboard',
        'x-company-id': companyId,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ role: 'viewer' }),
    });
    return new URL(((await response.json()) as { secret_link: string }).secret_link).hash;
  };

  await page.goto(`/invitation${await invite()}`);
  await expect(page.getByRole('heading', { name: 'Join Date Palm Traders' })).toBeVisible();
  await expect(page.getByText('Your role: Viewer.')).toBeVisible();
  await page.getByLabel('Your name').fill('Sara Aziz');
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Create my account and join' }).click();
  await expect(page.getByRole('heading', { name: 'Date Palm Traders' })).toBeVisible();

  const other = await newPerson('Blue Gate School');
  const context = await browser.newContext({ baseURL: gateway.url, locale: 'en-GB' });
  const second = await context.newPage();
  await second.goto(`/invitation${await invite()}`);
  await second.getByRole('button', { name: 'I have an account already' }).click();
  // Both pages have these fields.
  await expect(second.getByRole('heading', { name: 'Sign in to Hudhud' })).toBeVisible();
  await signIn(second, other);
  await second.getByRole('button', { name: 'Join the company' }).click();
  await expect(second.getByRole('heading', { name: 'Date Palm Traders' })).toBeVisible();

  await second.getByRole('button', { name: 'Switch company, now Date Palm Traders' }).click();
  await second.getByRole('menuitem', { name: 'Blue Gate School' }).click();
  await expect(second.getByRole('heading', { name: 'Blue Gate School' })).toBeVisible();
  await second.reload();
  await expect(second.getByRole('heading', { name: 'Blue Gate School' })).toBeVisible();
  await context.close();
});

test('a link that is no longer valid says so', async ({ page }) => {
  await page.goto('/invitation#no-such-link');
  await expect(page.getByRole('alert')).toContainText('The link is no longer valid');
  await page.getByRole('link', { name: 'I have an account already' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto('/invitation');
  await expect(page.getByRole('alert')).toContainText('This link is not complete');
});

test('a user who belongs to no company can start one', async ({ page, gateway, newPerson, askAs }) => {
  const person = await newPerson('Short Lived');
  const other = await newPerson('Another');
  const companyId = await companyIdOf(askAs, person);
  await carrySession(page, gateway.url, other.session);
  // What is left of an earlier visit names a company of another user.
  await page.addInitScript((id) => localStorage.setItem('hudhud.company', id), companyId);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Another' })).toBeVisible();

  await page.goto('/no-company');
  await page.getByLabel('Company').fill('Second Wind');
  await page.getByRole('button', { name: 'Start a company' }).click();
  await expect(page.getByRole('heading', { name: 'Second Wind is ready' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to the overview' }).click();
  await expect(page.getByText('Second Wind').first()).toBeVisible();
});
