import type { Locator, Page } from '@playwright/test';
import { signIn, signOut } from './doors.ts';
import { carrySession, expect, test } from './journey.ts';
import { totp } from './totp.ts';

async function openAccount(page: Page): Promise<void> {
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();
}

/** Fills in a dialog that asks for the password, and presses its button. */
async function givePassword(dialog: Locator, password: string, button: string): Promise<void> {
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: button }).click();
}

async function signInWithCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** A device of the browser that says yes to everything. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('the second factor is set up, asked for, replaced by a recovery code, and turned off', async ({
  page,
  owner: person,
}) => {
  await openAccount(page);
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click();
  const dialog = page.getByRole('dialog');
  await givePassword(dialog, 'not-the-password', 'Continue');
  await expect(dialog.getByRole('alert')).toContainText('The password is wrong');
  await givePassword(dialog, person.password, 'Continue');

  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = (await dialog.locator('pre').textContent()) ?? '';
  await dialog.getByLabel('First code').fill('000000');
  await dialog.getByRole('button', { name: 'Turn it on' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The code is wrong');
  await dialog.getByLabel('First code').fill(totp(secret));
  await dialog.getByRole('button', { name: 'Turn it on' }).click();
  await expect(dialog.getByText('Shown this once')).toBeVisible();
  const codes = ((await dialog.locator('pre').textContent()) ?? '').trim().split('\n');
  expect(codes.length).toBeGreaterThanOrEqual(8);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText(`${codes.length} recovery codes are left.`)).toBeVisible();

  await signOut(page);
  await signIn(page, person);
  await signInWithCode(page, '123');
  await expect(page.getByRole('alert')).toContainText('The code is wrong');
  // The code of this half minute was used to turn it on, and none works twice.
  await signInWithCode(page, totp(secret, 1));
  await expect(page.getByRole('heading', { name: 'Right now' })).toBeVisible();

  await signOut(page);
  await signIn(page, person);
  await signInWithCode(page, codes[0] ?? '');
  await expect(page.getByRole('heading', { name: 'Right now' })).toBeVisible();

  await page.goto('/account');
  await expect(page.getByText(`${codes.length - 1} recovery codes are left.`)).toBeVisible();
  await page.getByRole('button', { name: 'Turn it off' }).click();
  await givePassword(dialog, person.password, 'Turn it off');
  await expect(dialog.getByRole('alert')).toContainText('A two-factor code is needed');
  await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Turn it off' }).click();
  await expect(page.getByRole('button', { name: 'Set up two-factor authentication' })).toBeVisible();
});

test('a passkey is added, signs in without a password, gets another name, and is removed', async ({
  page,
  owner: person,
}) => {
  await plugInAuthenticator(page);
  await openAccount(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Work phone');
  await givePassword(dialog, person.password, 'Continue');
  await expect(page.getByText('Work phone')).toBeVisible();
  await expect(page.getByText(/not used yet/)).toBeVisible();

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Right now' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText(/Last used/)).toBeVisible();

  // The same device has one already, and says so.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await givePassword(dialog, person.password, 'Continue');
  await expect(dialog.getByText('This device has a passkey for your account already.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Not now' }).click();

  await page.getByRole('button', { name: 'Rename Work phone' }).click();
  await dialog.getByLabel('Name').fill('Blue phone');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Remove Blue phone' }).click();
  await dialog.getByRole('button', { name: 'Remove the passkey' }).click();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The passkey was not accepted');
});

test('name, language and password are changed, and other browsers are signed out by a new password', async ({
  page,
  gateway,
  askAs,
  owner: person,
}) => {
  await openAccount(page);
  const signedIn = await fetch(`${gateway.url}/api/v1/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  const elsewhere = /hudhud_session=([^;]+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? '';

  await page.getByLabel('Your name').fill('Omar N. Nasser');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();

  await page.getByLabel('Current password').fill(person.password);
  await page.getByLabel('New password', { exact: true }).fill('copper-lantern-92');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The new password is in force.')).toBeVisible();
  expect(await askAs<{ code: string }>({ session: elsewhere }, 'GET', '/session')).toMatchObject({
    code: 'not_signed_in',
  });
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('Omar N. Nasser');
});

test('other browsers are listed and signed out, one by one and all at once', async ({
  page,
  gateway,
  owner: person,
}) => {
  const signInAs = (browser: string) =>
    fetch(`${gateway.url}/api/v1/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': browser },
      body: JSON.stringify({ email: person.email, password: person.password }),
    });
  await signInAs('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
  await signInAs('Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0');
  await openAccount(page);
  await expect(page.getByText('This browser')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out Firefox · Linux' }).click();
  await expect(page.getByText('Firefox · Linux')).toHaveCount(0);
  await expect(page.getByText('Edge · Windows')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await expect(page.getByText('Edge · Windows')).toHaveCount(0);
  await expect(page.getByText('This browser')).toBeVisible();
});

test('a passkey turns the second factor off in place of a code', async ({ page, askAs, owner: person }) => {
  const { password } = person;
  const { secret } = await askAs<{ secret: string }>(person, 'POST', '/second-factor', { password });
  await askAs(person, 'POST', '/second-factor/confirm', { code: totp(secret) });
  await plugInAuthenticator(page);
  await openAccount(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Turn it off' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Code', exact: true })).toBeVisible();
  await expect(dialog.getByText('Use a passkey instead of a code')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Not now' }).click();

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await givePassword(dialog, password, 'Continue');
  await expect(page.getByText(/not used yet/)).toBeVisible();

  await page.getByRole('button', { name: 'Turn it off' }).click();
  await dialog.getByRole('switch', { name: 'Use a passkey instead of a code' }).check();
  await expect(dialog.getByRole('textbox', { name: 'Code', exact: true })).toHaveCount(0);
  await givePassword(dialog, 'not-the-password', 'Turn it off');
  await expect(dialog.getByRole('alert')).toContainText('The password is wrong');
  await givePassword(dialog, password, 'Turn it off');
  await expect(page.getByRole('button', { name: 'Set up two-factor authentication' })).toBeVisible();
});

test('the only owner of a company cannot delete their account, and reads why', async ({
  page,
  gateway,
  newPerson,
  askAs,
}) => {
  const person = await newPerson('Short Lived');
  await carrySession(page, gateway.url, person.session);
  await openAccount(page);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await givePassword(dialog, person.password, 'Delete my account');
  await expect(dialog.getByRole('alert')).toContainText('A company needs an owner');
  expect(await askAs(person, 'GET', '/session')).toMatchObject({ user: { email: person.email } });
});
