import { expectFaultless } from './accessible.ts';
import { expect, test } from './journey.ts';
import { startReceiver } from './receiver.ts';

test('a failure is found in the histogram, edited, sent, and compared with its original', async ({
  signedIn: page,
  sendByApi,
}) => {
  await sendByApi({ to: '12', message: 'Your order is ready.' });
  await page.goto('/event-monitor');
  const glance = page.getByRole('region', { name: 'Requests at a glance' });
  const group = glance.getByRole('button', { name: /invalid_phone_number POST .*messages\/send/ });
  await expect(group).toBeVisible();
  await expect(glance.getByText('Error rate')).toBeVisible();
  await expectFaultless(page, 'the histogram');

  // The newest bar, by keys: its time becomes the filter of the list.
  const bars = glance.getByRole('slider', { name: 'Requests over time' });
  await bars.press('ArrowLeft');
  await expect(bars).toHaveAttribute('aria-valuetext', /in all/);
  await bars.press('Enter');
  await expect(page).toHaveURL(/since=.*until=/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await group.click();
  await expect(page).toHaveURL(/code=invalid_phone_number/);

  await page.locator('tbody tr').first().getByRole('link').click();
  await page.getByRole('button', { name: 'Edit and send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit and send' });
  await expect(dialog.getByRole('region', { name: 'Fields of this request' })).toBeVisible();
  const body = dialog.getByRole('textbox', { name: 'Body' });
  await body.fill('{\n  "to" "+966501234567"\n}');
  await expect(dialog.getByText('Line 2: This is not JSON.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await body.fill('{\n  "to": "+966501234567",\n  "message": "Edited"\n}');
  await expectFaultless(page, 'the editor');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog.getByText(/It was accepted with status 20/)).toBeVisible();
  await dialog.getByRole('link', { name: /new request/i }).click();

  const compared = page.getByRole('region', { name: 'Compared with the original' });
  await expect(compared.getByText('+966501234567')).toBeVisible();
  await page.getByRole('button', { name: 'Copy as code' }).click();
  await page.getByRole('tab', { name: 'Python' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Python' })).toContainText('urllib.request');
});

test('filters are saved, columns chosen, and a list exported', async ({ signedIn: page, sendByApi }) => {
  await sendByApi({ to: '+966501234567', message: 'Kept for the export' });
  await page.goto('/messages?text=Kept+for');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByLabel('Save these filters as').fill('Exports');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.goto('/messages');
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('button', { name: 'Exports', exact: true }).click();
  await expect(page).toHaveURL(/text=Kept/);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Status' }).uncheck();
  await expect(page.getByRole('columnheader', { name: 'Status' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  // A day of next month, in the calendar of our own, within the popover that it must not close.
  await page.getByRole('button', { name: 'Jump to a time' }).click();
  await page.getByRole('button', { name: 'Choose a day: Show rows up to' }).click();
  const calendar = page.getByRole('dialog', { name: 'Show rows up to' });
  await calendar.getByRole('button', { name: 'Month after' }).click();
  await calendar
    .getByRole('button', { name: /\b15\b/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(calendar).toHaveCount(0);
  await expect(page).toHaveURL(/until=\d{4}-\d\d-1[45]T/);
  await expect(page.locator('tbody tr')).toHaveCount(1);

  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  expect((await download).suggestedFilename()).toBe('messages.csv');
});

test('a stretch of bars is dragged over to filter, and a retry of many leaves out what cannot succeed', async ({
  signedIn: page,
  sendByApi,
}) => {
  for (const to of ['12', '13']) await sendByApi({ to, message: 'Cannot succeed' });
  await page.goto('/event-monitor?code=invalid_phone_number&text=Cannot+succeed');
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Choose all failed requests' }).check();
  await page.getByRole('button', { name: 'Retry' }).click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText('2 requests are left out: they would be refused again as they are.'),
  ).toBeVisible();
  await expect(dialog.getByText('invalid_phone_number').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Run them again' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const bars = page.getByRole('slider', { name: 'Requests over time' });
  await bars.scrollIntoViewIfNeeded();
  const box = await bars.boundingBox();
  if (!box) throw new Error('There are no bars.');
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.6, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, middle, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/since=.*until=/);
  await expect(page.locator('tbody tr')).toHaveCount(2);
});

test('deliveries and outgoing requests are found by their text, and deliveries are sent again together', async ({
  page,
  askAs,
  owner,
}) => {
  // A company of its own: what another journey left behind would be told to this webhook too.
  const receiver = await startReceiver();
  const webhook = { url: receiver.url, statuses: ['sent'] };
  const { id } = await askAs<{ id: string }>(owner, 'POST', '/webhooks', webhook);
  const needle = `Needle ${Date.now()}`;
  for (const message of [needle, `${needle} again`]) {
    await askAs(owner, 'POST', '/messages/send', { to: '+966501234567', message });
  }
  await expect.poll(() => receiver.bodies.length).toBe(2);

  await page.goto(`/deliveries?webhook_id=${id}`);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(`${needle} again`);
  await expect(page).toHaveURL(/text=/);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await page.locator('tbody tr').getByRole('link').first().click();
  // What was sent, right here.
  await expect(page.getByRole('dialog').getByText('"message_status"')).toBeVisible();

  await page.goto('/calls');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(needle);
  await expect(page.locator('tbody tr')).toHaveCount(2);

  await page.goto(`/deliveries?webhook_id=${id}`);
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Choose all deliveries' }).check();
  await expect(page.getByText('2 deliveries chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send them again' }).click();
  await expect(page.getByText('Sent again: 2. Not sent: 0.')).toBeVisible();
  await expect.poll(() => receiver.bodies.length).toBe(4);

  // The same at a glance, for this webhook alone.
  await page.goto(`/webhooks/${id}`);
  const glance = page.getByRole('dialog').getByRole('region', { name: 'Outgoing requests at a glance' });
  await expect(glance.getByRole('slider')).toBeVisible();
  await expect(glance.locator('dd').first()).toHaveText('4');
  receiver.close();
});
