import { carrySession, companyIdOf, expect, settle, test } from './journey.ts';
import { runCli } from './run-cli.ts';

test('when the trial is over, every page says so, sending is refused and reading goes on', async ({
  page,
  gateway,
  newPerson,
  askAs,
}) => {
  const owner = await newPerson('Rose Bakery');
  const companyId = await companyIdOf(askAs, owner);
  await carrySession(page, gateway.url, owner.session);
  await page.goto('/send?to=%2B966501234567');
  await page.getByLabel('Message', { exact: true }).fill('While the trial lasts');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible();

  await runCli('company', 'plan', '--company', companyId, '--plan', 'trial', '--days', '0');
  const over = page.getByRole('main').getByRole('alert').filter({ hasText: 'The free trial is over' });
  for (const path of ['/', '/messages', '/event-monitor', `/companies/${companyId}`]) {
    // The gateway looks at the plan every few seconds.
    await expect(async () => {
      await page.goto(path);
      const advice = 'Ask the operator of this gateway to make the company active.';
      await expect(over).toContainText(advice, { timeout: 3_000 });
    }).toPass();
  }
  await page.goto('/messages');
  await expect(page.getByText('While the trial lasts')).toBeVisible();

  await page.goto('/send?to=%2B966501234567');
  await page.getByLabel('Message', { exact: true }).fill('One more, please');
  await expect(async () => {
    await page.getByRole('button', { name: 'Send message' }).click();
    // The page says it once above and once at the form; its code is behind the fold for developers.
    await expect(page.getByRole('alert').getByText('trial_expired')).toBeAttached({ timeout: 1_000 });
  }).toPass();
  await page.goto('/event-monitor?outcome=failed');
  await expect(page.locator('tbody tr').first()).toContainText('trial_expired');

  await runCli('company', 'plan', '--company', companyId, '--plan', 'active');
  await page.goto('/send?to=%2B966501234567');
  await expect(async () => {
    await page.reload();
    await settle(page);
    await expect(over).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await page.getByLabel('Message', { exact: true }).fill('Here we are again');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible();
});

test('a suspended company shows why nothing can be seen, and the ways out', async ({
  page,
  gateway,
  newPerson,
  askAs,
}) => {
  const owner = await newPerson('Closed Shop');
  const companyId = await companyIdOf(askAs, owner);
  await askAs(owner, 'POST', '/companies', { name: 'Open Shop', timezone: 'Asia/Riyadh' });
  await runCli('company', 'plan', '--company', companyId, '--plan', 'suspended');

  await carrySession(page, gateway.url, owner.session);
  await page.addInitScript((id) => {
    if (localStorage.getItem('hudhud.company') === null) localStorage.setItem('hudhud.company', id);
  }, companyId);
  await expect(async () => {
    await page.goto('/messages');
    await expect(page.getByRole('alert')).toContainText('The company is suspended', { timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('alert')).toContainText('Ask the operator of this gateway why');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();

  await page.getByRole('button', { name: 'Open Shop' }).click();
  await expect(page.getByRole('heading', { name: 'Open Shop' })).toBeVisible();
});
