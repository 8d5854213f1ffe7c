import { signIn, signOut } from './doors.ts';
import { expect, test } from './journey.ts';
import { newEmail } from './people.ts';
import { runCli } from './run-cli.ts';

test('wrong values are refused with an explanation, right ones open the overview', async ({
  page,
  newPerson,
}) => {
  const person = await newPerson('Al Noor Clinic');
  await page.goto('/');
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Enter an e-mail address.')).toBeVisible();
  await expect(page.getByText('Enter the password.')).toBeVisible();

  await signIn(page, { ...person, password: 'not-the-password' });
  await expect(page.getByRole('alert')).toContainText('The e-mail or password is wrong');

  await signIn(page, person);
  await expect(page.getByRole('heading', { name: 'Al Noor Clinic' })).toBeVisible();
  await expect(page.getByRole('navigation').getByText(/days left/)).toBeVisible();
});

test('a link is followed after signing in, and signing out ends the session', async ({
  page,
  newPerson,
  askAs,
}) => {
  const person = await newPerson();
  await page.goto('/event-monitor?outcome=failed&time=1h');
  await expect(page).toHaveURL(/\/sign-in/);
  await signIn(page, person);
  await expect(page).toHaveURL(/\/event-monitor\?outcome=failed&time=1h$/);
  await expect(page.getByRole('heading', { name: 'Event Monitor' })).toBeVisible();

  const session = (await page.context().cookies()).find(({ name }) => name === 'hudhud_session')?.value ?? '';
  await signOut(page);
  await page.goto('/messages');
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await askAs<{ code: string }>({ session }, 'GET', '/session')).toMatchObject({
    code: 'not_signed_in',
  });
});

test('no script can read the session', async ({ signedIn: page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Right now' })).toBeVisible();
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('a session that is ended elsewhere leads to the sign-in, says why, and comes back', async ({
  page,
  askAs,
  owner: person,
}) => {
  await page.goto('/messages');
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible();

  await askAs(person, 'POST', '/sign-out');
  await page.getByRole('link', { name: 'Webhook Logs', exact: true }).click();
  await expect(page.getByText('You were signed out')).toBeVisible();
  await signIn(page, person);
  await expect(page.getByRole('heading', { name: 'Webhook Logs' })).toBeVisible();
});

test('a forgotten password is replaced by a link that the operator prints', async ({
  page,
  gateway,
  newPerson,
}) => {
  const person = await newPerson();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgotten password?' }).click();
  await expect(page.getByText('npm run hudhud -- user reset-link')).toBeVisible();

  const printed = await runCli('user', 'reset-link', '--email', person.email, '--json');
  const { hash } = new URL((JSON.parse(printed) as { link: string }).link);

  await page.goto(`${gateway.url}/reset-password${hash}`);
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByText('Too short').first()).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('copper-lantern-92');
  await expect(page.getByRole('status')).toHaveText('Strong');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByText('The new password is in force')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();

  await signIn(page, person);
  await expect(page.getByRole('alert')).toContainText('The e-mail or password is wrong');
  await signIn(page, { ...person, password: 'copper-lantern-92' });
  await expect(page.getByRole('heading', { name: 'Right now' })).toBeVisible();

  await page.goto(`${gateway.url}/reset-password${hash}`);
  await page.getByLabel('New password', { exact: true }).fill('silver-window-13');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await expect(page.getByRole('alert')).toContainText('The link is no longer valid');
});

test('the language goes with the person, into another browser too', async ({
  page,
  newPerson,
  browser,
  gateway,
}) => {
  const person = await newPerson();
  await page.goto('/sign-in');
  await signIn(page, person);
  await expect(page.getByRole('heading', { name: 'Right now' })).toBeVisible();
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/v1/user'));
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await saved;

  const context = await browser.newContext({ baseURL: gateway.url, locale: 'en-GB' });
  const elsewhere = await context.newPage();
  await elsewhere.goto('/sign-in');
  await expect(elsewhere.locator('html')).toHaveAttribute('dir', 'ltr');
  await signIn(elsewhere, person);
  await expect(elsewhere.locator('html')).toHaveAttribute('dir', 'rtl');
  await elsewhere.reload();
  await expect(elsewhere.locator('html')).toHaveAttribute('dir', 'rtl');
  await context.close();
});

test('an e-mail address without an account is refused like a wrong password', async ({ page }) => {
  await page.goto('/sign-in');
  await signIn(page, { email: newEmail(), password: 'violet-harbour-47' });
  await expect(page.getByRole('alert')).toContainText('The e-mail or password is wrong');
});
