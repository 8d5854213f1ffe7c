import type { Page } from '@playwright/test';
import { carrySession, expect, type Person, test } from './journey.ts';
import { goodPassword, newEmail, sessionCookieName, signUpByApi } from './people.ts';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

interface Owner extends Person {
  readonly companyId: string;
}

/** Asks the API as a person does who knows it as well as the dashboard: by their session. */
async function ask(
  url: string,
  { session, companyId }: { session: string; companyId: string },
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      cookie: `${sessionCookieName}=${session}`,
      origin: url,
      'x-hudhud-client': 'dashboard',
      'x-company-id': companyId,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

const meStatus = async (url: string, companyId: string, token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'x-company-id': companyId };
  return (await fetch(`${url}/api/v1/me`, { headers })).status;
};

async function companyOf(url: string, person: Person): Promise<Owner> {
  const { body } = await ask(url, { session: person.session, companyId: '' }, 'GET', '/session');
  const { companies } = body as { companies: { id: string }[] };
  return { ...person, companyId: companies[0]?.id ?? '' };
}

/** A user who was invited into the owner's company. */
async function signUpMember(url: string, owner: Owner, role: string): Promise<Owner> {
  const made = await ask(url, owner, 'POST', '/invitations', { role });
  const person = { name: 'Huda Saleh', email: newEmail() };
  const token = new URL(String(made.body.secret_link)).hash.slice(1);
  const session = await signUpByApi(url, { ...person, invitation_token: token });
  return { ...person, password: goodPassword, session, companyId: owner.companyId };
}

const editPath = (owner: Owner, section: string): string => `/companies/${owner.companyId}/edit/${section}`;

const choose = async (page: Page, label: string | RegExp, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

let owner: Owner;
test.beforeEach(async ({ page, gateway, newPerson }) => {
  owner = await companyOf(gateway.url, await newPerson('Al Noor Clinic'));
  await carrySession(page, gateway.url, owner.session);
});

test('the path Companies & Stores > View company > Edit > Incoming API is there, and a token is replaced by a chosen one', async ({
  page,
  gateway,
}) => {
  const { body } = await ask(gateway.url, owner, 'POST', '/company/token', {});
  const first = String(body.token);
  expect(await meStatus(gateway.url, owner.companyId, first)).toBe(200);

  await page.goto('/');
  await page.getByRole('link', { name: 'Companies & Stores' }).click();
  await page.getByRole('link', { name: 'View company Al Noor Clinic' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Al Noor Clinic' })).toBeVisible();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Incoming API' })
    .click();
  await expect(page).toHaveURL(new RegExp(`${editPath(owner, 'incoming-api')}$`));
  const crumbs = page.getByRole('navigation', { name: 'Where you are' });
  await expect(crumbs).toHaveText('Companies & StoresView companyEditIncoming API');
  await expect(page.getByText(`•••• ${first.slice(-4)}`)).toBeVisible();

  await page.getByRole('button', { name: 'Replace the token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace the security token' });
  await dialog.getByText('Choose my own').click();
  const replace = dialog.getByRole('button', { name: 'Replace the token' });
  await dialog.getByLabel('Your token', { exact: true }).fill('password-secret-token-123456');
  await expect(dialog.getByText('words that everybody tries first')).toBeVisible();
  await expect(replace).toBeDisabled();
  const chosen = 'kEBHGnmT72xy-purple-ostrich-47';
  await dialog.getByLabel('Your token', { exact: true }).fill(chosen);
  await expect(dialog.getByText('Good. Longer is better.')).toBeVisible();
  await replace.click();

  const shown = page.getByRole('dialog', { name: 'Your security token' });
  await expect(shown.getByText(chosen)).toBeVisible();
  await expect(shown.getByText('The old token has stopped working.')).toBeVisible();
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  expect(await meStatus(gateway.url, owner.companyId, chosen)).toBe(200);
  expect(await meStatus(gateway.url, owner.companyId, first)).toBe(401);

  for (const language of ['Node.js', 'Python', 'PHP', 'curl']) {
    await page.getByRole('tab', { name: language }).click();
    const code = page.locator('pre').last();
    await expect(code).toContainText(chosen);
    await expect(code).toContainText(owner.companyId);
  }
  await page.reload();
  await expect(page.locator('pre').last()).toContainText('HUDHUD_TOKEN');
  await expect(page.getByText(chosen)).toHaveCount(0);
});

test('the profile is changed, a store is added, renamed and deleted, and the audit log has it all', async ({
  page,
}) => {
  await page.goto(editPath(owner, 'profile'));
  await page.getByLabel('Company name').fill('Al Noor Hospital');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Cairo');
  await page.getByRole('option', { name: /Africa\/Cairo/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The profile is saved.')).toBeVisible();

  await page.goto(editPath(owner, 'stores'));
  await page.getByRole('button', { name: 'Add a store' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Jeddah branch');
  await dialog.getByRole('button', { name: 'Add a store' }).click();
  await expect(page.getByText('Jeddah branch')).toBeVisible();
  await page.getByRole('button', { name: 'Rename Jeddah branch' }).click();
  await dialog.getByLabel('Name').fill('Red Sea branch');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Red Sea branch')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Red Sea branch' }).click();
  await page.getByRole('button', { name: 'Delete the store' }).click();
  await expect(page.getByText('Red Sea branch')).toHaveCount(0);

  await page.goto(editPath(owner, 'audit'));
  for (const action of ['Store deleted', 'Store renamed', 'Store added', 'Profile changed']) {
    const row = page.getByRole('row').filter({ hasText: action });
    await expect(row.getByText(owner.name)).toBeVisible();
  }
  await expect(page.getByText('Name: Al Noor Clinic → Al Noor Hospital').first()).toBeVisible();
});

test('a member who deletes their account is signed out and gone from the company', async ({
  page,
  gateway,
}) => {
  const member = await signUpMember(gateway.url, owner, 'viewer');
  await page.context().clearCookies();
  await carrySession(page, gateway.url, member.session);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Password', { exact: true }).fill('not-the-password');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The password is wrong');
  await dialog.getByLabel('Password', { exact: true }).fill(member.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Hudhud' })).toBeVisible();
  const { body } = await ask(gateway.url, owner, 'GET', '/members');
  expect(JSON.stringify(body)).not.toContain(member.email);
});

test('a member is invited by a link, gets another role and is removed', async ({ page, gateway }) => {
  await page.goto(editPath(owner, 'members'));
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.getByLabel('Whom it is for').fill('Huda, reception');
  await dialog.getByRole('radio', { name: 'Viewer' }).check();
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const link = String(await dialog.locator('pre').textContent());
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByText('Huda, reception')).toBeVisible();

  const email = newEmail();
  await signUpByApi(gateway.url, {
    name: 'Huda Saleh',
    email,
    invitation_token: new URL(link).hash.slice(1),
  });
  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText('There are no open invitations.')).toBeVisible();
  await choose(page, 'Role of Huda Saleh', 'Operator');
  await expect(page.getByText('The role is changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Huda Saleh' }).click();
  await page.getByRole('button', { name: 'Remove them' }).click();
  await expect(page.getByText(email)).toHaveCount(0);
});

test('an invitation is withdrawn, and its link no longer works', async ({ page, gateway }) => {
  const made = await ask(gateway.url, owner, 'POST', '/invitations', {
    role: 'viewer',
    note: 'Wrong person',
  });
  await page.goto(editPath(owner, 'members'));
  await page.getByRole('button', { name: 'Withdraw the invitation of Wrong person' }).click();
  await expect(page.getByText('Wrong person')).toHaveCount(0);
  const token = new URL(String(made.body.secret_link)).hash.slice(1);
  const view = await ask(gateway.url, owner, 'POST', '/invitations/view', { token });
  expect(view.body.code).toBe('link_invalid');
});

test('a viewer sees everything and can change nothing, in the pages or by the API', async ({
  browser,
  gateway,
}) => {
  const viewer = await signUpMember(gateway.url, owner, 'viewer');
  const page = await (await browser.newContext({ baseURL: gateway.url })).newPage();
  await carrySession(page, gateway.url, viewer.session);
  const changes = /Save|Add a|Replace the token|Rename|Delete|Invite|Remove|Withdraw|Make default|Test/;
  for (const section of ['profile', 'stores', 'incoming-api', 'outgoing-webhooks', 'senders', 'members']) {
    await page.goto(editPath(owner, section));
    await expect(page.getByText('Your role lets you look at everything here.')).toBeVisible();
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    const main = page.getByRole('main');
    await expect(main.getByRole('button', { name: changes })).toHaveCount(0);
    await expect(main.getByRole('link', { name: changes })).toHaveCount(0);
  }
  await page.goto(editPath(owner, 'danger'));
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete the company' })).toHaveCount(0);
  await page.context().close();

  const tries: [string, string, object][] = [
    ['PATCH', '/company', { name: 'Mine now' }],
    ['POST', '/company/token', {}],
    ['POST', '/stores', { name: 'Mine' }],
    ['POST', '/webhooks', { url: 'https://example.com/mine' }],
    ['POST', '/invitations', { role: 'owner' }],
    ['POST', '/messages/send', { to: '+966501234567', message: 'Mine' }],
    ['POST', '/company/delete', { name: 'Al Noor Clinic', password: goodPassword }],
  ];
  for (const [method, path, body] of tries) {
    const answer = await ask(gateway.url, viewer, method, path, body);
    expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'role_too_low']);
  }
});

test('a viewer reads messages, requests and deliveries, and is offered nothing that changes them', async ({
  browser,
  gateway,
}) => {
  await ask(gateway.url, owner, 'POST', '/webhooks', { url: 'http://127.0.0.1:9/nobody-listens' });
  const body = { to: '+15550131026', message: 'Not on WhatsApp' };
  const { body: sent } = await ask(gateway.url, owner, 'POST', '/messages/send', body);
  const failed = await ask(gateway.url, owner, 'POST', '/messages/send', { to: '0501234567', message: 'No' });
  const viewer = await signUpMember(gateway.url, owner, 'viewer');
  const page = await (await browser.newContext({ baseURL: gateway.url })).newPage();
  await carrySession(page, gateway.url, viewer.session);

  const drawer = page.getByRole('dialog');
  await page.goto(`/messages/${sent.message_id}`);
  await expect(drawer.getByText('Not on WhatsApp').first()).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'See it on the phone' })).toBeVisible();
  await expect(drawer.getByRole('button', { name: /Send again|Cancel message/ })).toHaveCount(0);
  await expect(drawer.getByRole('link', { name: 'Send another' })).toHaveCount(0);

  await page.goto(`/event-monitor/${failed.body.request_id}`);
  await expect(drawer.getByText('The phone number cannot be reached').first()).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await page.goto('/event-monitor?outcome=failed');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Choose/ })).toHaveCount(0);

  await page.goto('/deliveries');
  await page.locator('tbody tr').first().getByRole('link').first().click();
  await expect(drawer.getByText('Message status').first()).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Send again' })).toHaveCount(0);

  for (const path of ['/send', '/phone?person=%2B15550131026']) {
    await page.goto(path);
    await expect(page.getByText('You are a viewer here')).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: /^Send/ })).toHaveCount(0);
  }
  await page.context().close();
});

test('another company is started, and opened by its address; the first one is deleted', async ({
  page,
  gateway,
}) => {
  await page.goto('/companies');
  await page.getByRole('link', { name: 'Start another company' }).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByLabel('Company name').fill('Second Clinic');
  await drawer.getByRole('button', { name: 'Start another company' }).click();
  const shown = page.getByRole('dialog', { name: 'Your security token' });
  const token = String(await shown.locator('pre').textContent());
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Second Clinic' })).toBeVisible();
  const second = /companies\/(co_\w+)/.exec(page.url())?.[1] ?? '';
  expect(await meStatus(gateway.url, second, token)).toBe(200);

  await page.goto(editPath(owner, 'danger'));
  await page.getByRole('button', { name: 'Delete the company' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Al Noor Clinic?' });
  const remove = dialog.getByRole('button', { name: 'Delete the company' });
  await dialog.getByLabel('Type the name of the company').fill('Second Clinic');
  await dialog.getByLabel('Your password', { exact: true }).fill('not-my-password');
  await remove.click();
  await expect(dialog.getByText('This is not the name of the company.')).toBeVisible();
  await dialog.getByLabel('Type the name of the company').fill('Al Noor Clinic');
  await remove.click();
  await expect(dialog.getByText('The password is wrong')).toBeVisible();
  await dialog.getByLabel('Your password', { exact: true }).fill(owner.password);
  await remove.click();
  await expect(page).toHaveURL(/\/companies$/);
  await expect(page.getByRole('link', { name: 'View company Second Clinic' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View company Al Noor Clinic' })).toHaveCount(0);
  expect((await ask(gateway.url, owner, 'GET', '/company')).status).toBe(403);

  await page.goto(`/companies/${owner.companyId}`);
  await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
});

test('the operator of the gateway sees all companies by name and plan', async ({ signedIn: page }) => {
  await page.goto('/companies');
  await page.getByRole('link', { name: 'All companies' }).click();
  await page.getByLabel('Name').fill('noor');
  await expect(page).toHaveURL(/name=noor/);
  await expect(page.getByRole('row').filter({ hasText: 'Al Noor Clinic' }).first()).toBeVisible();
  await choose(page, 'Plan', 'Suspended');
  await expect(page.getByText('No company has this name and plan.')).toBeVisible();
});
