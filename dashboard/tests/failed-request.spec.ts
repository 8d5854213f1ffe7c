import { carrySession, expect, settle, test } from './journey.ts';
import { sessionCookieName } from './people.ts';

test('a failed request is found, explained and run again with a linked result', async ({
  signedIn: page,
  sendByApi,
}) => {
  const { status, requestId } = await sendByApi({ to: '0501234567', message: 'No country code' });
  expect(status).toBe(422);

  await page.goto('/');
  await page.getByRole('link', { name: 'Event Monitor', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Event Monitor' })).toBeVisible();
  await page.getByText('Failed', { exact: true }).first().click();
  await expect(page).toHaveURL(/outcome=failed/);
  await page.getByRole('combobox', { name: 'Error code' }).click();
  await page.getByRole('option', { name: 'invalid_phone_number' }).click();
  await expect(page).toHaveURL(/code=invalid_phone_number/);
  await page.getByRole('row').filter({ hasText: 'acme-erp/4.2' }).first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/event-monitor/${requestId}\\?.*code=invalid_phone_number`));

  const drawer = page.getByRole('dialog').first();
  await expect(drawer.getByRole('alert')).toContainText('The phone number cannot be reached');
  await expect(drawer.getByText('What to do:')).toBeVisible();
  await expect(drawer.getByText('"No country code"')).toBeVisible();

  await drawer.getByRole('button', { name: 'Retry' }).click();
  await page
    .getByRole('dialog', { name: 'Run this request again?' })
    .getByRole('button', { name: 'Run it again' })
    .click();
  await expect(drawer.getByText('It failed again, with status 422')).toBeVisible();
  await drawer.getByRole('link', { name: 'Open the new request' }).click();
  await expect(page).not.toHaveURL(new RegExp(requestId));
  await expect(page.getByRole('dialog').getByRole('link', { name: requestId })).toBeVisible();

  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/event-monitor\?.*outcome=failed/);
  await expect(page.getByRole('img', { name: 'Retry of another request' }).first()).toBeVisible();
});

test('a request that did not fail has no Retry button', async ({ signedIn: page, sendByApi }) => {
  const { requestId } = await sendByApi({ to: '+966501234567', message: 'All is well' });
  await page.goto(`/event-monitor/${requestId}`);
  await expect(page.getByRole('dialog').getByText('"All is well"')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});

test('the overview lists the failure and leads to it', async ({ signedIn: page, sendByApi }) => {
  const { requestId } = await sendByApi({ to: '+966501234567', message: ' ' });
  await page.goto('/');
  await settle(page);
  await page.getByRole('link', { name: 'The message text is empty' }).first().click();
  await expect(page).toHaveURL(new RegExp(requestId));
});

test('an id that does not exist says so', async ({ signedIn: page }) => {
  await page.goto('/event-monitor/req_01kagx5p9ne0ps4a2v7qk3m8dz');
  await expect(page.getByRole('dialog').getByText('No such request')).toBeVisible();
});

test('older requests come with the button below the list', async ({ signedIn: page, sendByApi }) => {
  // One person gets few messages in a minute; the test does not wait for the rest of them.
  for (let sent = 0; sent < 55; sent += 1)
    await sendByApi({ to: '+201001234567', message: `Number ${sent}` }, { prefer: 'respond-async' });
  await page.goto('/messages?phone_number=%2B201001234567');
  await expect(page.getByRole('row')).toHaveCount(51);
  await page.getByRole('button', { name: 'Load older' }).click();
  await expect(page.getByText('Number 0', { exact: true })).toBeVisible();
  await expect(page.getByText('End of list')).toBeVisible();
});

interface OwnCompany {
  readonly session: string;
  readonly id: string;
  ask: <Answer>(method: string, path: string, body?: object) => Promise<Answer>;
}

/** A company of its own for a journey that breaks something. */
async function findOwnCompany(url: string, session: string): Promise<OwnCompany> {
  const cookie = `${sessionCookieName}=${session}`;
  const call = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        cookie,
        origin: url,
        'x-hudhud-client': 'dashboard',
        ...headers,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return response.status === 204 ? null : await response.json();
  };
  const state = (await call('GET', '/session', {})) as { companies: { id: string }[] };
  const id = state.companies[0]?.id ?? '';
  return { session, id, ask: (method, path, body) => call(method, path, { 'x-company-id': id }, body) };
}

test('failed requests are chosen and run again after their cause was put right', async ({
  page,
  gateway,
  newPerson,
}) => {
  const { session } = await newPerson('Clinic without a sender');
  const company = await findOwnCompany(gateway.url, session);
  const { data: senders } = await company.ask<{ data: { id: string }[] }>('GET', '/senders');
  for (const { id } of senders) await company.ask('DELETE', `/senders/${id}`);
  for (const message of ['First of two', 'Second of two']) {
    await company.ask('POST', '/messages/send', { to: '+966501234567', message });
  }

  await carrySession(page, gateway.url, session);
  await page.goto('/event-monitor?outcome=failed&path=%2Fapi%2Fv1%2Fmessages&text=of%20two');
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await expect(page.locator('tbody tr').first()).toContainText('sender_missing');

  const body = { name: 'Front desk', provider: 'meta_cloud', is_simulated: true, fields: {} };
  await company.ask('POST', '/senders', body);
  await page.getByRole('checkbox', { name: 'Choose all failed requests' }).check();
  await expect(page.getByText('2 requests chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('button', { name: 'Run them again' }).click();

  const results = page.getByRole('dialog', { name: 'What came of it' });
  await expect(results.getByText('Worked: 2. Failed again: 0.')).toBeVisible();
  await expect(results.getByRole('listitem')).toHaveCount(2);
  await results.getByRole('link', { name: 'Open the message' }).first().click();
  await expect(page).toHaveURL(/\/messages\/msg_/);
  await expect(page.getByRole('dialog').getByText('First of two').first()).toBeVisible();
});

test('requests are found by a phone number and by a text in them', async ({ signedIn: page, sendByApi }) => {
  const { requestId } = await sendByApi({ to: '+96650 765-4321', message: 'Needle in 100% hay', typo: 1 });
  await page.goto('/event-monitor');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('+966507654321');
  await expect(page).toHaveURL(/phone_number=/);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('in 100% hay');
  await expect(page).toHaveURL(/text=/);
  await page.reload();
  await page.locator('tbody tr').first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(requestId));
});
