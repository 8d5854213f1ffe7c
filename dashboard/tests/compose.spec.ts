import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { expectFaultless } from './accessible.ts';
import { expect, test } from './journey.ts';
import { makePng } from './picture.ts';

const chooseType = async (page: Page, type: string) => {
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: type, exact: true }).click();
};

const chooseFile = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await choosing).setFiles(file);
};

const preview = (page: Page) => page.getByRole('region', { name: 'Preview on a phone' });

test('buttons are composed with a preview, their limits are told, and they arrive on the phone', async ({
  signedIn: page,
}) => {
  await page.goto('/send?to=%2B966509990021');
  await chooseType(page, 'Buttons');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Write at least one character.').first()).toBeVisible();

  await page.getByLabel('Message', { exact: true }).fill('Does {{day|Tuesday}} suit you?');
  await expect(preview(page).getByText('Does Tuesday suit you?')).toBeVisible();
  await page.getByRole('textbox', { name: 'day' }).fill('Sunday');
  await expect(preview(page).getByText('Does Sunday suit you?')).toBeVisible();
  const first = page.getByRole('group', { name: 'Button 1' });
  await first.getByLabel('Title').fill('A title that is much too long');
  await expect(first.getByText('20 characters at most; this is 29.')).toBeVisible();
  await first.getByLabel('Title').fill('Yes');
  await page.getByRole('button', { name: 'Add a button' }).click();
  const second = page.getByRole('group', { name: 'Button 2' });
  await second.getByLabel('Title').fill('Yes');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(second.getByText('This is already used above.')).toBeVisible();
  await second.getByLabel('Title').fill('No');
  await expect(preview(page).getByText('No', { exact: true })).toBeVisible();
  await expectFaultless(page, 'the composer with buttons');

  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The person has opened it.' })).toBeVisible();
  await page.getByRole('link', { name: 'See it on the phone' }).click();
  await page.getByRole('log').getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('link', { name: /Yes/ }).first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('It came in from the person.')).toBeVisible();
});

test('a place, contact cards and a list are composed and shown with the message', async ({
  signedIn: page,
}) => {
  await page.goto('/send?to=%2B966509990022');
  await chooseType(page, 'Location');
  await page.getByLabel('Latitude').fill('24.71355');
  await page.getByLabel('Longitude').fill('46.67530');
  await page.getByLabel('Name of the place').fill('Al Noor Clinic');
  await expect(preview(page).getByRole('img', { name: 'Map of Al Noor Clinic' })).toBeVisible();
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible();
  await page.getByRole('link', { name: 'Open the message' }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Map of Al Noor Clinic' })).toBeVisible();
  await expectFaultless(page, 'a message with a place');

  await page.goto('/send?to=%2B966509990022');
  await chooseType(page, 'Contact cards');
  await page.getByLabel('Name', { exact: true }).fill('Dr. Haddad');
  await page.getByLabel('Phone number').fill('+966500000001');
  await expect(preview(page).getByText('+966500000001')).toBeVisible();

  await chooseType(page, 'List');
  await page.getByLabel('Message', { exact: true }).fill('Choose a time.');
  await page.getByLabel('Button that opens the list').fill('Times');
  await page.getByRole('group', { name: 'Row 1' }).getByLabel('Title').fill('09:00');
  await preview(page).getByRole('button', { name: 'Times' }).click();
  await expect(preview(page).getByText('09:00')).toBeVisible();
  await expectFaultless(page, 'the composer with a list');
});

test('an answer quotes the message that it answers', async ({ signedIn: page, askApi }) => {
  const to = '+966509990023';
  await page.goto(`/phone?person=${encodeURIComponent(to)}`);
  await page.getByRole('textbox', { name: 'Write a reply' }).fill('When are you open?');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'When are you open?' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Answer' }).click();
  await expect(page).toHaveURL(/reply_to=msg_/);
  // The drawer has the name of the field.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(preview(page).getByRole('blockquote')).toHaveCount(0);
  await page.getByLabel('Message', { exact: true }).fill('From 8 to 20.');
  await expect(preview(page).getByRole('blockquote')).toContainText('When are you open?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The person has opened it.' })).toBeVisible();
  await page.goto(`/phone?person=${encodeURIComponent(to)}`);
  const bubble = page.getByRole('log').getByRole('listitem').filter({ hasText: 'From 8 to 20.' });
  await expect(bubble.getByRole('blockquote')).toContainText('When are you open?');
  expect((await askApi<{ data: unknown[] }>('GET', '/messages?limit=2')).data).toHaveLength(2);
});

test('a picture is uploaded with its progress, previewed, sent, and opens from the message', async ({
  signedIn: page,
}) => {
  await page.goto('/send?to=%2B966509990024');
  await chooseType(page, 'Picture');
  await chooseFile(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByText('text/plain cannot be sent as this type.')).toBeVisible();
  // Only its bytes say that it is no picture: that is for the gateway to find.
  await chooseFile(page, { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.4 %%EOF') });
  await expect(page.getByRole('alert').first()).toBeVisible();
  await chooseFile(page, { name: 'shop.png', mimeType: 'image/png', buffer: makePng() });
  await expect(page.getByRole('status').filter({ hasText: 'uploaded' })).toBeVisible();
  await page.getByLabel('Caption').fill('New in our shop');
  await expect(preview(page).getByRole('button', { name: 'Open picture: New in our shop' })).toBeVisible();
  await expectFaultless(page, 'the composer with a picture');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The person has opened it.' })).toBeVisible();
  await page.getByRole('link', { name: 'Open the message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open picture: New in our shop' }).click();
  await expect(page.getByRole('img', { name: 'New in our shop' })).toBeVisible();
  await page.goto('/phone?person=%2B966509990024');
  await expect(
    page.getByRole('log').getByRole('button', { name: 'Open picture: New in our shop' }),
  ).toBeVisible();
});

test('a campaign carries a picture, which everybody gets with their own caption', async ({
  signedIn: page,
}) => {
  const [sara, omar] = ['+966509990025', '+966509990026'];
  const next = page.getByRole('button', { name: 'Next' });
  await page.goto('/campaigns/new');
  await page.getByLabel('Name').fill('New in our shop');
  await next.click();
  await page.getByRole('radio', { name: 'Pasted numbers' }).click();
  await page.getByLabel('Phone numbers').fill(`${sara}, Sara\n${omar}, Omar`);
  await next.click();
  await chooseType(page, 'Picture');
  await chooseFile(page, { name: 'shop.png', mimeType: 'image/png', buffer: makePng() });
  await expect(page.getByRole('status').filter({ hasText: 'uploaded' })).toBeVisible();
  await page.getByLabel('Caption').fill('For you, {{name}}');
  await expect(preview(page).getByRole('button', { name: 'Open picture: For you, Sara' })).toBeVisible();
  await expectFaultless(page, 'a campaign with a picture');
  await next.click();
  await next.click();
  await page.getByRole('button', { name: 'Start: send to 2 people' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start: send to 2 people' }).click();
  await page.goto(`/phone?person=${encodeURIComponent(omar)}`);
  const log = page.getByRole('log');
  await expect(log.getByRole('button', { name: 'Open picture: For you, Omar' })).toBeVisible({
    timeout: 60_000,
  });
});

test('a chat with pictures opens at its end, and stays where its reader scrolls to', async ({
  signedIn: page,
  sendByApi,
  gateway,
}) => {
  const to = '+966509990027';
  const upload = await fetch(`${gateway.url}/api/v1/media?filename=tall.png`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.token}`,
      'x-company-id': gateway.companyId,
      'content-type': 'image/png',
    },
    body: new Uint8Array(makePng(96, 128)),
  });
  const { id } = (await upload.json()) as { id: string };
  for (const message of ['One', 'Two', 'Three'])
    await sendByApi({ to, type: 'image', media: { id }, message });
  await page.goto(`/phone?person=${encodeURIComponent(to)}`);
  const log = page.getByRole('log');
  await expect(log.locator('img')).toHaveCount(3);
  const isAtEnd = () => log.evaluate((wall) => wall.scrollHeight - wall.scrollTop - wall.clientHeight < 2);
  await expect.poll(isAtEnd).toBe(true);
  expect(await log.evaluate((wall) => wall.scrollHeight > wall.clientHeight)).toBe(true);
  await log.evaluate((wall) => wall.scrollTo({ top: 0 }));
  // It must not jump back to the end, and nothing says when it would have.
  await page.waitForTimeout(500);
  expect(await log.evaluate((wall) => wall.scrollTop)).toBe(0);
});
