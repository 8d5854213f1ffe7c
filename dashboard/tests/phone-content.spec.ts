import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { expectFaultless } from './accessible.ts';
import { expect, test } from './journey.ts';
import { makePng, pdf } from './picture.ts';

const openChat = async (page: Page, person: string) => {
  await page.goto(`/phone?person=${encodeURIComponent(person)}`);
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
  return page.getByRole('log', { name: 'Messages of this chat' });
};

/** Chooses what to send, and the file in the browser's own dialog. */
const attach = async (page: Page, kind: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
  await page.getByRole('button', { name: 'Attach' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
  await (await choosing).setFiles(file);
};

test('buttons are pressed, a row of a list is chosen, and the gateway knows what', async ({
  signedIn: page,
  sendByApi,
  askApi,
}) => {
  const to = '+966509990011';
  const chat = await openChat(page, to);
  await sendByApi({
    to,
    type: 'buttons',
    message: 'Does Tuesday suit you?',
    header: { text: 'Appointment' },
    footer: 'Al Noor Clinic',
    buttons: [
      { id: 'yes', title: 'Yes' },
      { id: 'no', title: 'Another day' },
    ],
  });
  const question = chat.getByRole('listitem').filter({ hasText: 'Does Tuesday suit you?' });
  await expect(question.getByText('Appointment')).toBeVisible();
  await question.getByRole('button', { name: 'Another day' }).click();
  const answer = chat.getByRole('listitem').filter({ hasText: 'Pressed' });
  await expect(answer.getByText('Another day')).toBeVisible();
  // What it answers is quoted above it.
  await expect(answer.getByText('Does Tuesday suit you?')).toBeVisible();
  // Providers tell the second of a message: two of the same second may stand in either order.
  const secondNow = () => Math.floor(Date.now() / 1_000);
  const pressedBy = secondNow();
  await expect.poll(secondNow).toBeGreaterThan(pressedBy);

  await sendByApi({
    to,
    type: 'list',
    message: 'Choose a time.',
    list: {
      button: 'Times',
      sections: [{ title: 'Morning', rows: [{ id: 't9', title: '09:00', description: 'Dr. Haddad' }] }],
    },
  });
  await chat.getByRole('button', { name: 'Times' }).click();
  await chat.getByRole('button', { name: '09:00' }).click();
  await expect(chat.getByRole('listitem').filter({ hasText: 'Chose' }).getByText('Dr. Haddad')).toBeVisible();
  await expect
    .poll(async () => {
      const query = `/messages?phone_number=${encodeURIComponent(to)}&direction=in`;
      const { data } = await askApi<{ data: { message: string }[] }>('GET', query);
      return data.map(({ message }) => message).join(' ');
    })
    .toMatch(/09:00.*Another day/);
  await expectFaultless(page, 'the phone with buttons and a list');
});

test('the person reacts, quotes and deletes', async ({ signedIn: page, sendByApi }) => {
  const to = '+966509990012';
  const chat = await openChat(page, to);
  await sendByApi({ to, message: 'Your order is ready.' });
  const bubble = chat.getByRole('listitem').filter({ hasText: 'Your order is ready.' }).first();
  await expect(bubble).toBeVisible();
  const tools = bubble.getByRole('button', { name: 'React, reply, delete' });
  await tools.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'React with 👍' }).click();
  await expect(bubble.getByText('👍')).toBeVisible();
  await tools.click();
  await page.getByRole('menuitem', { name: 'Take 👍 back' }).click();
  await expect(bubble.getByText('👍')).toHaveCount(0);

  await tools.click();
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  await page.getByRole('textbox', { name: 'Write a reply' }).fill('On my way');
  await page.keyboard.press('Enter');
  const reply = chat.getByRole('listitem').filter({ hasText: 'On my way' });
  await expect(reply.getByRole('blockquote')).toContainText('Your order is ready.');
  await reply.hover();
  await reply.getByRole('button', { name: 'React, reply, delete' }).click();
  await page.getByRole('menuitem', { name: 'Delete for everyone' }).click();
  await expect(chat.getByText('The person deleted this message.')).toBeVisible();
  await expect(chat.getByText('On my way')).toHaveCount(0);
});

test('the person sends a picture, a document, a place and a contact', async ({ signedIn: page }) => {
  const chat = await openChat(page, '+966509990013');
  await attach(page, 'Picture', { name: 'shop.png', mimeType: 'image/png', buffer: makePng() });
  const picture = chat.getByRole('button', { name: 'Open picture' });
  await picture.click();
  const viewer = page.getByRole('dialog');
  const shown = viewer.getByRole('img', { name: 'Picture' });
  await expect(shown).toBeVisible();
  const before = (await shown.boundingBox())?.width ?? 0;
  await page.keyboard.press('+');
  await expect.poll(async () => (await shown.boundingBox())?.width ?? 0).toBeGreaterThan(before * 1.2);
  await expectFaultless(page, 'the picture viewer');
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);

  await attach(page, 'Document', { name: 'result.pdf', mimeType: 'application/pdf', buffer: pdf });
  const saving = page.waitForEvent('download');
  await chat.getByRole('link', { name: 'Save result.pdf' }).click();
  expect((await saving).suggestedFilename()).toBe('result.pdf');

  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: 'Location' }).click();
  const place = page.getByRole('dialog', { name: 'Send a location' });
  await place.getByLabel('Latitude').fill('91');
  await place.getByRole('button', { name: 'Send' }).click();
  await expect(place.getByText('A number from -90 to 90.')).toBeVisible();
  await place.getByLabel('Latitude').fill('24.71355');
  await place.getByLabel('Name of the place').fill('Kingdom Centre');
  await place.getByRole('button', { name: 'Send' }).click();
  await expect(chat.getByRole('img', { name: 'Map of Kingdom Centre' })).toBeVisible();

  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: 'Contact' }).click();
  const card = page.getByRole('dialog', { name: 'Send a contact' });
  await card.getByLabel('Name').fill('Dr. Haddad');
  await card.getByLabel('Phone number').fill('+966500000001');
  await card.getByRole('button', { name: 'Send' }).click();
  await expect(chat.getByText('+966500000001')).toBeVisible();
  await expectFaultless(page, 'the phone with files');
});

test('a file that is too big is not sent, with both sizes', async ({ signedIn: page }) => {
  const chat = await openChat(page, '+966509990014');
  const buffer = Buffer.alloc(600 * 1_024);
  await attach(page, 'Sticker', { name: 'big.webp', mimeType: 'image/webp', buffer });
  await expect(page.getByRole('alert')).toContainText('600 KiB');
  await expect(page.getByRole('alert')).toContainText('500 KiB');
  await expect(chat.getByRole('listitem')).toHaveCount(0);
});
