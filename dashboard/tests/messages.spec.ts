import { expect, test } from './journey.ts';

test('a message tells its story, with links to the request and the call behind it', async ({
  signedIn: page,
  sendByApi,
}) => {
  const { answer, requestId } = await sendByApi({ to: '+966501234567', message: 'One message, one story' });
  await page.goto(`/messages/${answer.message_id}`);
  const story = page.getByRole('dialog').getByRole('region', { name: 'What happened' });
  await expect(story.getByText('Asked for by your system, answered 200')).toBeVisible();
  await expect(story.getByText('Attempt 1: WhatsApp accepted it')).toBeVisible();
  await expect(story.getByText('The person has opened it.')).toBeVisible();

  await story.getByRole('link', { name: 'Open the request' }).first().click();
  await expect(page).toHaveURL(/\/calls\/call_/);
  await expect(page.getByRole('dialog').getByText('"One message, one story"')).toBeVisible();
  await page.goBack();
  await story.getByRole('link', { name: 'POST /api/v1/messages/send' }).click();
  await expect(page).toHaveURL(new RegExp(requestId));
});

test('a failed message says why and what to do, and goes again', async ({ signedIn: page, sendByApi }) => {
  const { answer } = await sendByApi({ to: '+15550131026', message: 'Nobody there' });
  await page.goto(`/messages/${answer.message_id}`);
  const drawer = page.getByRole('dialog').first();
  await expect(drawer.getByRole('alert')).toContainText('131026');
  await expect(drawer.getByRole('alert')).toContainText('What to do:');

  await drawer.getByRole('button', { name: 'Send again' }).click();
  const question = page.getByRole('dialog', { name: 'Send this message again?' });
  await expect(question).toContainText('If the cause is still there, it fails again.');
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(drawer.getByText('Attempt 2: WhatsApp accepted it')).toBeVisible();
});

test('sending an unconfirmed message again is asked for with its risk', async ({
  signedIn: page,
  sendByApi,
}) => {
  const { answer } = await sendByApi({ to: '+966501234567', message: 'Perhaps' });
  // The simulator settles every message within seconds, so the one status is put in its place here.
  await page.route(`**/api/v1/messages/${answer.message_id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), status: 'unconfirmed' } });
  });
  await page.goto(`/messages/${answer.message_id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  const question = page.getByRole('dialog', { name: 'Send this message again?' });
  await expect(question).toContainText('The person may get it twice');
  await question.getByRole('button', { name: 'Send again all the same' }).click();
  // It was read long ago: the gateway has the last word.
  await expect(page.getByRole('dialog').getByRole('alert').first()).toContainText('cannot be sent again');
});

test('what failed is listed with its reason and found by its status', async ({
  signedIn: page,
  sendByApi,
}) => {
  await sendByApi({ to: '+15550131026', message: 'Not reachable' });
  await page.goto('/messages?status=failed');
  const row = page.getByRole('row').filter({ hasText: 'Not reachable' }).first();
  await expect(row.getByText('Failed')).toBeVisible();
  await expect(row.getByText('Message undeliverable')).toBeVisible();
});
