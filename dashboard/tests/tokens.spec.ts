import { expect, test } from './journey.ts';

test('a named token is made, shown once, used, limited and revoked, and the audit log tells it', async ({
  page,
  gateway,
  owner: person,
}) => {
  const { companyId } = person;
  const ask = async (token: string, path: string): Promise<number> =>
    (
      await fetch(`${gateway.url}/api/v1${path}`, {
        headers: { authorization: `Bearer ${token}`, 'x-company-id': companyId },
      })
    ).status;
  await page.goto('/developers');
  await page.getByRole('link', { name: 'Tokens', exact: true }).click();
  await expect(page.getByText('No named tokens yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a token' });
  await dialog.getByRole('button', { name: 'Add a token' }).click();
  await expect(dialog.getByText('Give the token a name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Clinic system');
  await dialog.getByRole('checkbox', { name: /^Send/ }).uncheck();
  await dialog.getByRole('checkbox', { name: /^Contacts/ }).check();
  await dialog.getByLabel('Allowed networks').fill('10.0.0.1/8');
  await dialog.getByLabel('Allowed networks').press('Enter');
  await dialog.getByRole('button', { name: 'Add a token' }).click();
  await expect(dialog.getByText('is neither an IP address nor a network').first()).toBeVisible();
  await dialog.getByLabel('Allowed networks').press('Backspace');
  await dialog.getByRole('button', { name: 'Add a token' }).click();
  const shown = page.getByRole('dialog', { name: 'Your security token' });
  const token = (await shown.locator('code, pre').first().innerText()).trim();
  expect(token).toMatch(/^hud_/);
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  expect([await ask(token, '/contacts'), await ask(token, '/webhooks')]).toEqual([200, 403]);

  const card = page.getByRole('group', { name: 'Clinic system' });
  await expect(card.getByText(`•••• ${token.slice(-4)}`)).toBeVisible();
  await card.getByRole('button', { name: 'Edit the token Clinic system' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit the token' });
  await edit.getByRole('checkbox', { name: /^Read/ }).check();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The token is saved.')).toBeVisible();
  expect(await ask(token, '/webhooks')).toBe(200);
  await card.getByRole('button', { name: 'Revoke the token Clinic system' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No named tokens yet')).toBeVisible();
  expect(await ask(token, '/webhooks')).toBe(401);

  await page.goto(`/companies/${companyId}/edit/audit`);
  await page.getByRole('combobox', { name: 'Person' }).click();
  await page.getByRole('option', { name: person.name }).click();
  await expect(page).toHaveURL(/user_id=usr_/);
  const changed = page.getByRole('row').filter({ hasText: 'Named token changed' });
  await expect(changed).toContainText('What it may do: Contacts → Contacts, Read');
  await expect(page.getByRole('row').filter({ hasText: 'Named token revoked' })).toBeVisible();
});
