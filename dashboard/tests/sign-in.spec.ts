import { expect, test } from './journey.ts';

test('wrong values are refused with an explanation, right ones open the overview', async ({
  page,
  gateway,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter the company id.')).toBeVisible();
  await expect(page.getByText('Enter the security token.')).toBeVisible();

  await page.getByLabel('Company ID').fill(gateway.companyId);
  await page.getByLabel('Security token').first().fill('not-the-token-of-this-company');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('The company id or token is wrong');

  await page.getByLabel('Security token').first().fill(gateway.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Plan' })).toBeVisible();
  await expect(page.getByText(gateway.companyId).first()).toBeVisible();
  await expect(page.getByText(/days left/).first()).toBeVisible();
});

test('the help says where the two values are found', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Where do I find these?' }).click();
  await expect(page.getByText('npm run hudhud -- token set')).toBeVisible();
});

test('a link is followed after signing in, and signing out forgets everything', async ({ page, gateway }) => {
  await page.goto('/event-monitor?outcome=failed&time=1h');
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByLabel('Company ID').fill(gateway.companyId);
  await page.getByLabel('Security token').first().fill(gateway.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/event-monitor\?outcome=failed&time=1h$/);
  await expect(page.getByRole('heading', { name: 'Event Monitor' })).toBeVisible();

  await page.getByRole('button', { name: 'Company and sign-out' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Hudhud' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('hudhud.session'))).toBeNull();
  await page.goto('/messages');
  await expect(page).toHaveURL(/\/sign-in/);
});

test('a session that the gateway no longer accepts leads back to the sign-in', async ({ page, gateway }) => {
  await page.goto('/sign-in');
  await page.evaluate(
    (session) => sessionStorage.setItem('hudhud.session', session),
    `${gateway.companyId}\nreplaced-in-the-meantime`,
  );
  await page.goto('/messages');
  await expect(page.getByText('You were signed out')).toBeVisible();
});
