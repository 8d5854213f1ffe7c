// What the pages say is so: the same state on every page, counts that agree, and no time in the past for what is still to come.

import { carrySession, companyIdOf, expect, test } from './journey.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

test('a webhook that fails is Failing on every page, and its deliveries say which attempt comes next and when', async ({
  signedIn: page,
  askApi,
  sendByApi,
}) => {
  const { id } = await askApi<{ id: string }>('POST', '/webhooks', { url: receiver.url, statuses: ['sent'] });
  receiver.answer = 503;
  await sendByApi({ to: '+966501234567', message: 'Tell my system' });
  await expect
    .poll(async () => (await askApi<{ condition: string }>('GET', `/webhooks/${id}`)).condition)
    .toBe('failing');

  await page.goto('/webhooks');
  const card = page.locator('main').getByText('Failing', { exact: true });
  await expect(card.first()).toBeVisible();
  await page.goto(`/webhooks/${id}`);
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Failing', { exact: true })).toBeVisible();
  await expect(drawer.getByText('Events are delivered.')).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByText('Failing', { exact: true }).first()).toBeVisible();

  // What waits is counted alike in both places, also while it waits for a later attempt.
  const { waiting } = await askApi<{ waiting: number }>('GET', `/webhooks/${id}`);
  const overview = await askApi<{ webhooks: { id: string; waiting: number }[] }>('GET', '/overview');
  expect(overview.webhooks.find((one) => one.id === id)?.waiting).toBe(waiting);
  expect(waiting).toBeGreaterThan(0);
  const line = page.getByRole('listitem').filter({ has: page.locator(`a[href="/webhooks/${id}"]`) });
  await expect(line.getByRole('link', { name: `${waiting} waiting` })).toBeVisible();
  await page.goto(`/webhooks/${id}`);
  const pending = drawer.locator('dl > div').filter({ has: page.getByText('Pending', { exact: true }) });
  await expect(pending.locator('dd')).toHaveText(String(waiting));

  await page.goto(`/deliveries?webhook_id=${id}`);
  const row = page.getByRole('row').filter({ hasText: 'Message status' }).first();
  await expect(row.getByText('Retrying', { exact: true })).toBeVisible();
  await expect(row.getByText(/attempt \d of 10 · (?:next in|next now|any moment now)/)).toBeVisible();
  // An hour later by the clock of the page, nothing that is to come is in the past.
  await page.clock.setSystemTime(Date.now() + 3_600_000);
  await page.reload();
  await expect(row.getByText(/attempt \d of 10 · any moment now/)).toBeVisible();
  await page.clock.setSystemTime(Date.now());
  await page.reload();

  // It works again, and says so.
  receiver.answer = 200;
  await row.getByRole('link', { name: 'Message status' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('dialog').getByText('Delivered', { exact: true })).toBeVisible();
  await page.goto(`/webhooks/${id}`);
  await expect(drawer.getByText('Healthy', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: 'Pause' }).click();
  await expect(drawer.getByText('Paused', { exact: true })).toBeVisible();
});

test('a webhook that is gone is Disabled on every page; what came before is Failed, what comes after is Skipped', async ({
  signedIn: page,
  askApi,
  sendByApi,
}) => {
  const body = { url: receiver.url, events: ['message_status'], statuses: ['sent'] };
  const { id } = await askApi<{ id: string }>('POST', '/webhooks', body);
  const conditionOf = async () => (await askApi<{ condition: string }>('GET', `/webhooks/${id}`)).condition;
  receiver.answer = 410;
  await sendByApi({ to: '+966501234567', message: 'The last one' });
  await expect.poll(conditionOf).toBe('disabled');
  await sendByApi({ to: '+966501234567', message: 'One more' });
  const deliveries = `/deliveries?webhook_id=${id}`;
  await expect
    .poll(async () =>
      (await askApi<{ data: { condition: string }[] }>('GET', deliveries)).data.map((one) => one.condition),
    )
    .toEqual(['skipped', 'failed']);
  await page.goto('/webhooks');
  await expect(page.getByRole('main').getByText('Disabled', { exact: true }).first()).toBeVisible();
  await page.goto('/');
  await expect(page.getByText('Disabled', { exact: true }).first()).toBeVisible();
  await page.goto(deliveries);
  const states = page.locator('tbody [data-badge]');
  await expect(states.filter({ hasText: /^Failed$/ })).toHaveCount(1);
  await expect(states.filter({ hasText: /^Skipped$/ })).toHaveCount(1);
  await page.goto(`/webhooks/${id}`);
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Disabled', { exact: true })).toBeVisible();
  await expect(drawer.getByText('Events are delivered.')).toHaveCount(0);
  await askApi('DELETE', `/webhooks/${id}`);
});

test('a refusal that the caller can change is amber, a fault of the server is red', async ({
  signedIn: page,
  sendByApi,
  askApi,
}) => {
  const { requestId } = await sendByApi({ to: '12', message: 'x' });
  await page.goto(`/event-monitor/${requestId}`);
  const hasColor = (status: string, color: string) =>
    page
      .getByRole('dialog')
      .locator('[data-badge]', { hasText: status })
      .first()
      .evaluate((badge, wanted) => {
        // The colours that are really shown, beside those that the name stands for.
        const probe = document.createElement('span');
        probe.style.color = `var(--mantine-color-${wanted}-light-color, transparent)`;
        probe.style.backgroundColor = `var(--mantine-color-${wanted}-light, transparent)`;
        badge.append(probe);
        const [shown, meant] = [getComputedStyle(badge), getComputedStyle(probe)];
        const isSame = shown.color === meant.color && shown.backgroundColor === meant.backgroundColor;
        probe.remove();
        return isSame;
      }, color);
  await expect(page.getByRole('dialog').getByText('422').first()).toBeVisible();
  expect(await hasColor('422', 'yellow')).toBe(true);

  const { id } = await askApi<{ id: string }>('POST', '/webhooks', { url: receiver.url });
  receiver.answer = 500;
  await askApi('POST', `/webhooks/${id}/test`);
  const { data } = await askApi<{ data: { id: string }[] }>('GET', '/calls?kind=webhook&limit=1');
  await page.goto(`/calls/${data[0]?.id}`);
  await expect(page.getByRole('dialog').getByText('500').first()).toBeVisible();
  expect(await hasColor('500', 'red')).toBe(true);
});

test('a trial of 14 days has 14 days left on its first day', async ({ page, newPerson, gateway }) => {
  const person = await newPerson('First Day Clinic');
  await carrySession(page, gateway.url, person.session);
  await page.goto('/');
  await expect(page.getByText('14 days left').filter({ visible: true }).first()).toBeVisible();
});

test('a campaign asks once more before it starts, with the number of people, the sender and the first text', async ({
  signedIn: page,
  askApi,
}) => {
  await askApi('PUT', '/contacts/by-phone/966507770999', {
    name: 'Rana',
    tags: ['asked-once-more'],
    consent: { state: 'opted_in', source: 'test' },
  });
  const { id } = await askApi<{ id: string }>('POST', '/campaigns', {
    name: 'Asked once more',
    text: 'Dear {{name}}, we are open.',
    audience: { tags: ['asked-once-more'] },
  });
  await page.goto(`/campaigns/${id}/edit?step=check`);
  await page.getByRole('button', { name: 'Send me a test' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('+966507770998');
  await dialog.getByRole('button', { name: 'Send me a test' }).click();
  await expect(page.getByText('The test message is queued.')).toBeVisible();

  await page.getByRole('button', { name: 'Start: send to 1 person' }).click();
  await expect(dialog.getByText('Dear Rana, we are open.')).toBeVisible();
  const told = (name: string) =>
    dialog
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd');
  await expect(told('Recipients')).toHaveText('1');
  await expect(told('From')).toContainText('Simulator');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/step=check/);
  await page.getByRole('button', { name: 'Start: send to 1 person' }).click();
  await dialog.getByRole('button', { name: 'Start: send to 1 person' }).click();
  await expect(page).toHaveURL(new RegExp(`/campaigns/${id}$`));
});

test('requests with a wrong token are told above the Event Monitor, and the dashboard does not fill it itself', async ({
  page,
  newPerson,
  askAs,
  gateway,
}) => {
  const person = await newPerson('Wrong Token Clinic');
  const companyId = await companyIdOf(askAs, person);
  for (let index = 0; index < 3; index += 1) {
    const answer = await fetch(`${gateway.url}/api/v1/messages/send`, {
      method: 'POST',
      headers: { authorization: 'Bearer hud_wrong_token_of_an_old_system', 'x-company-id': companyId },
    });
    expect(answer.status).toBe(401);
  }
  await carrySession(page, gateway.url, person.session);
  // This page counts people with a POST.
  await page.goto('/contacts/segments/new');
  await expect(page.getByRole('dialog').getByText('0 people')).toBeVisible();
  await page.goto('/event-monitor');
  const notice = page.getByRole('alert', { name: /3 requests with a wrong token in the last hour/ });
  await expect(notice).toContainText(/the last .* ago from \u2066127\.0\.0\.1\u2069/);
  await expect(notice).toContainText('were refused with 401');
  // The pages of this person have asked for a good deal by now.
  await expect(page.getByText('No requests yet')).toBeVisible();
  await notice.getByRole('link', { name: 'See the tokens' }).click();
  await expect(page).toHaveURL(/\/edit\/incoming-api$/);
});

test('the check of a campaign says who can be written to freely, and who was never asked', async ({
  signedIn: page,
  askApi,
}) => {
  await askApi('PUT', '/contacts/by-phone/966507771999', { name: 'Salma', tags: ['never-asked'] });
  const { id } = await askApi<{ id: string }>('POST', '/campaigns', {
    name: 'Never asked',
    text: 'We are open.',
    audience: { tags: ['never-asked'] },
  });
  await page.goto(`/campaigns/${id}/edit?step=check`);
  await expect(page.getByText('0 inside, 1 outside')).toBeVisible();
  await expect(page.getByText('0 agreed, 1 not asked')).toBeVisible();
});
