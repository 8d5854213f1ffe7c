// Sign-up where the gateway sends mail: no account exists before the link in the mail and the password come together.

import { type Mailbox, startMailbox } from '../../gateway/tests/support/mailbox.ts';
import { signUp } from './doors.ts';
import { test as base, expect } from './journey.ts';
import { goodPassword, newEmail } from './people.ts';
import { launchGateway } from './start-gateway.ts';

const test = base.extend<{ mailbox: Mailbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  mailbox: async ({}, use) => use(await startMailbox()),
  gateway: [
    async ({ mailbox }, use) => {
      const { url, greeting, stop } = await launchGateway({ SMTP_URL: `smtp://${mailbox.address}` });
      await use({ url, companyId: greeting.companyId, token: greeting.token, session: '' });
      await stop();
    },
    { scope: 'test', timeout: 120_000 },
  ],
});

/** The link to a page of the dashboard in the newest mail to an address, without its host. */
async function linkIn(mailbox: Mailbox, email: string, page: string): Promise<string> {
  const { text } = await mailbox.wait(email, `/${page}#`);
  return new RegExp(`/${page}#[\\w-]+`).exec(text)?.[0] ?? '';
}

test('the address is proven by the mailed link, a colleague is invited by mail, and a second sign-up says the same', async ({
  page,
  mailbox,
}) => {
  const email = newEmail();
  const askForTrial = async () => {
    await signUp(page, email);
    await expect(page.getByRole('alert')).toContainText('Look into your mailbox');
  };
  await askForTrial();

  await page.goto(await linkIn(mailbox, email, 'confirm-sign-up'));
  await page.getByRole('button', { name: 'Complete the sign-up' }).click();
  await expect(page.getByText('Enter the password.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Complete the sign-up' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Complete the sign-up' }).click();
  await expect(page.getByRole('heading', { name: 'Rose Bakery is ready' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to the overview' }).click();
  await expect(page.getByRole('heading', { name: 'Rose Bakery', exact: true })).toBeVisible();

  const colleague = newEmail();
  const chosen = await page.waitForFunction(() => localStorage.getItem('hudhud.company'));
  const id = await chosen.jsonValue();
  await page.goto(`/companies/${id}/edit/members`);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail (optional)').fill(colleague);
  await dialog.getByRole('button', { name: 'Mail the link' }).click();
  await expect(dialog.getByText('The invitation is mailed')).toBeVisible();
  expect(await linkIn(mailbox, colleague, 'invitation')).not.toBe('');

  await page.context().clearCookies();
  await askForTrial();
  await mailbox.wait(email, 'has an account already');
});
