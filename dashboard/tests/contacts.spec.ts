import type { Page } from '@playwright/test';
import { expectFaultless } from './accessible.ts';
import { expect, test } from './journey.ts';

// Each of these looks at several pages with axe, which takes its time on a busy machine.
test.describe.configure({ timeout: 300_000 });

const rows = (page: Page) => page.locator('tbody tr');
/** A field to choose in. Its label is also that of the list that opens below it. */
const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

/** No two journeys share a person. */
const newNumber = () => `+9665${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
const localOf = (number: string) => number.replace('+966', '0');

/** From now on: what the page says while an import is under way, whenever that changes. */
async function listenWhileItRuns(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(globalThis, { heard });
    const listen = () => {
      const main = document.querySelector('main');
      const isRunning = main?.querySelector('[role="progressbar"][aria-label="Progress"]');
      if (main && isRunning && heard.at(-1) !== main.innerText) heard.push(main.innerText);
    };
    new MutationObserver(listen).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
}

test('a dirty file is mapped, checked, imported, and its bad row explained', async ({ signedIn: page }) => {
  const good = newNumber();
  const other = newNumber();
  const arabic = [...localOf(other)].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join('');
  const file = [
    '\ufeffرقم الجوال;Full name;Remarks',
    `${localOf(good)};"Huda; the first";"two`,
    'lines"',
    `${arabic};خالد;`,
    '9.66501E+11;Cut by Excel;',
  ].join('\r\n');
  await page.goto('/contacts/imports/new');
  await expectFaultless(page, 'choosing a file');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });

  await expect(page).toHaveURL(/\/contacts\/imports\/imp_\w+$/);
  await expect(choice(page, 'What "رقم الجوال" is')).toHaveValue('Phone number');
  await expect(choice(page, 'What "Full name" is')).toHaveValue('Name');
  await expectFaultless(page, 'mapping columns');
  await choice(page, 'What "Full name" is').click();
  await page.getByRole('option', { name: 'Leave it out' }).click();
  await choice(page, 'What "رقم الجوال" is').click();
  await page.getByRole('option', { name: 'Leave it out' }).click();
  await expect(page.getByText('Say which column is the phone number.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check the file' })).toBeDisabled();
  await choice(page, 'What "رقم الجوال" is').click();
  await page.getByRole('option', { name: 'Phone number' }).click();
  await choice(page, 'What "Full name" is').click();
  await page.getByRole('option', { name: 'Name', exact: true }).click();
  await choice(page, 'Default country').fill('Saudi');
  await page.getByRole('option', { name: /Saudi Arabia/ }).click();
  await choice(page, 'Tags for everybody in the file').fill('fair');
  await page.keyboard.press('Enter');
  const heardOfCheck = await listenWhileItRuns(page);
  await page.getByRole('button', { name: 'Check the file' }).click();

  const run = page.getByRole('button', { name: 'Import 2 rows' });
  await expect(run).toBeVisible();
  const checking = await heardOfCheck();
  expect(checking[0]).toContain('Checking the file');
  expect(checking.filter((text) => /checked|imported|what would happen/i.test(text))).toEqual([]);
  await expect(page.getByRole('table', { name: 'Refused rows' })).toContainText('its last digits are lost');
  await expectFaultless(page, 'the result of the check');
  // The address is all that is needed to go on.
  await page.reload();
  await expect(run).toBeVisible();
  const heardOfImport = await listenWhileItRuns(page);
  await run.click();
  await expect(page.getByText('The file is imported')).toBeVisible();
  const importing = await heardOfImport();
  expect(importing[0]).toContain('Importing the file');
  expect(importing.filter((text) => /checked|is imported/i.test(text))).toEqual([]);
  await expect(page.getByRole('heading', { name: '1 row is refused' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download refused rows' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('refused.csv');
  await expectFaultless(page, 'the result of the import');

  await page.getByRole('link', { name: 'Go to the contacts' }).click();
  await page.getByRole('textbox', { name: 'Search' }).fill('Huda');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/q=Huda/);
  await expect(rows(page)).toContainText(good);
  await expect(rows(page)).toContainText('fair');
  await page.getByRole('textbox', { name: 'Search' }).fill(other.slice(-6));
  await expect(rows(page)).toContainText('خالد');
});

test('a contact is added, refused twice, changed, tagged with others, and exported', async ({
  signedIn: page,
  askApi,
}) => {
  const number = newNumber();
  const name = `Noura ${number.slice(-4)}`;
  await page.goto('/contacts/new');
  const drawer = page.getByRole('dialog').first();
  await drawer.getByRole('button', { name: 'Add a contact' }).click();
  await expect(drawer.getByText('Enter a phone number.')).toBeVisible();
  await drawer.getByLabel('Phone number').fill(number);
  await expect(drawer.getByText('A number of Saudi Arabia.')).toBeVisible();
  await drawer.getByLabel('Name').fill(name);
  await drawer.getByLabel('This person has agreed to get messages').check();
  await drawer.getByRole('button', { name: 'Add a contact' }).click();
  await expect(drawer.getByText('somebody may ask for proof')).toBeVisible();
  await drawer.getByLabel('Where does the wish come from?').fill('order form');
  await drawer.getByRole('button', { name: 'Add a contact' }).click();
  await expect(page).toHaveURL(/\/contacts\/con_\w+$/);
  await expect(drawer.getByText('Opted in').first()).toBeVisible();
  await expectFaultless(page, 'a contact');

  const { data } = await askApi<{ data: { id: string }[] }>(
    'GET',
    `/contacts?q=${encodeURIComponent(number)}`,
  );
  await page.goto(`/contacts/${data[0]?.id}/edit`);
  await page.getByRole('dialog').getByLabel('Notes').fill('Prefers the evening');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog').getByText('Prefers the evening')).toBeVisible();

  await page.goto('/contacts/new');
  await page.getByRole('dialog').getByLabel('Phone number').fill(number);
  await page.getByRole('dialog').getByRole('button', { name: 'Add a contact' }).click();
  await expect(page.getByText('Another contact has this phone number')).toBeVisible();

  await page.goto(`/contacts?q=${encodeURIComponent(name)}`);
  await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
  await page.getByRole('button', { name: 'Add tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tags' });
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('evening');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Add tags' }).click();
  await expect(rows(page)).toContainText('evening');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('contacts.csv');
});

test('who opts out stays out: the history says why, and a message to them is refused with the reason', async ({
  signedIn: page,
  askApi,
}) => {
  const number = newNumber();
  const { id } = await askApi<{ id: string }>('POST', '/contacts', { phone_number: number, name: 'Samir' });
  await page.goto(`/contacts/${id}`);
  const drawer = page.getByRole('dialog').first();
  await drawer.getByRole('button', { name: 'Opt out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Opt this person out?' });
  await dialog.getByRole('button', { name: 'Opt out' }).click();
  await expect(dialog.getByText('somebody may ask for proof')).toBeVisible();
  await dialog.getByLabel('Where does the wish come from?').fill('phone call');
  await dialog.getByRole('button', { name: 'Opt out' }).click();
  await expect(drawer.getByText('Opted out').first()).toBeVisible();
  await drawer.getByRole('tab', { name: 'Consent' }).click();
  await expect(drawer.getByText('phone call')).toBeVisible();
  await expectFaultless(page, 'the history of a consent');

  await page.goto(`/send?to=${encodeURIComponent(number)}`);
  await page.getByLabel('Message', { exact: true }).fill('Hello Samir');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('The person does not want messages')).toBeVisible();
  await expect(page.getByText('The recipient has opted out', { exact: false }).first()).toBeVisible();

  await page.goto(`/contacts/${id}`);
  await drawer.getByRole('button', { name: 'Opt in' }).click();
  await page.getByLabel('Where does the wish come from?').fill('asked for it in the shop');
  await page
    .getByRole('dialog', { name: 'Opt this person in?' })
    .getByRole('button', { name: 'Opt in' })
    .click();
  await expect(drawer.getByText('Opted in').first()).toBeVisible();
});

test('the conversation shows both ways, and erasing a person asks for the number', async ({
  signedIn: page,
  askApi,
  sendByApi,
}) => {
  const number = newNumber();
  const { id } = await askApi<{ id: string }>('POST', '/contacts', { phone_number: number, name: 'Rami' });
  await sendByApi({ to: number, message: 'Your order is ready' });
  await page.goto(`/phone?person=${encodeURIComponent(number)}`);
  await page.getByRole('textbox', { name: 'Write a reply' }).fill('I am on my way');
  await page.keyboard.press('Enter');
  await page.goto(`/contacts/${id}`);
  const drawer = page.getByRole('dialog').first();
  await drawer.getByRole('tab', { name: 'Conversation' }).click();
  const chat = drawer.getByRole('list', { name: 'Conversation' });
  await expect(chat.getByText('Your order is ready')).toBeVisible();
  await expect(chat.getByText('I am on my way')).toBeVisible();
  await expectFaultless(page, 'a conversation');

  await drawer.getByRole('button', { name: 'More about this contact' }).click();
  await page.getByRole('menuitem', { name: 'Erase this person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase this person?' });
  await expect(dialog.getByRole('button', { name: 'Erase for good' })).toBeDisabled();
  await dialog.getByLabel('Type the last four digits of the number').fill(number.slice(-4));
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await expect(page).toHaveURL(/\/contacts$/);
  const { data } = await askApi<{ data: unknown[] }>('GET', `/contacts?q=${encodeURIComponent(number)}`);
  expect(data).toEqual([]);
});

test('a segment is built, counted while it is built, and used as a filter', async ({
  signedIn: page,
  askApi,
}) => {
  const tag = `t${Date.now()}`;
  const field = `seats_${Date.now()}`;
  await askApi('POST', '/contact-fields', { name: field, label: 'Seats', type: 'number' });
  await askApi('POST', '/contacts/bulk', {
    contacts: [1, 2, 3].map((seats) => ({
      phone_number: newNumber(),
      name: `Guest ${seats}`,
      tags: [tag],
      fields: { [field]: seats },
    })),
  });
  await page.goto('/contacts/segments/new');
  const drawer = page.getByRole('dialog').first();
  const count = drawer.getByRole('status', { name: 'People who belong to it now' });
  await drawer.getByLabel('Name').fill(`Guests ${tag}`);
  await choice(page, 'Tags').last().fill(tag);
  await page.keyboard.press('Enter');
  await expect(count).toContainText('3 people');
  await drawer.getByRole('button', { name: 'Add a condition' }).click();
  await drawer.getByRole('button', { name: 'Add a segment' }).click();
  await expect(drawer.getByText('Fill this in, or remove the condition.')).toBeVisible();
  await choice(page, 'What is asked').last().click();
  await page.getByRole('option', { name: 'A field of your own' }).click();
  await choice(page, 'Field').click();
  await page.getByRole('option', { name: 'Seats' }).last().click();
  await choice(page, 'How it is compared').click();
  await page.getByRole('option', { name: 'is at least' }).click();
  await drawer.getByLabel('Value', { exact: true }).fill('2');
  await expect(count).toContainText('2 people');
  await expectFaultless(page, 'building a segment');
  await drawer.getByRole('button', { name: 'Add a segment' }).click();

  await expect(page).toHaveURL(/\/contacts\/segments$/);
  const card = page.locator('.mantine-Paper-root', { hasText: `Guests ${tag}` });
  await expect(card).toContainText('2 people');
  await card.getByRole('link', { name: 'Show people' }).click();
  await expect(page).toHaveURL(/segment_id=seg_/);
  await expect(rows(page)).toHaveCount(2);
});

test('a field of your own is added, and words that stop messages are changed and restored', async ({
  signedIn: page,
}) => {
  await page.goto('/contacts/fields');
  await page.getByRole('button', { name: 'Add a field' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a field' });
  const label = `Membership ${Date.now()}`;
  await dialog.getByLabel('What people call it').fill(label);
  await dialog.getByLabel('Type', { exact: true }).click();
  await page.getByRole('option', { name: 'Choice' }).click();
  await dialog.getByRole('button', { name: 'Add a field' }).click();
  await expect(dialog.getByText('A choice needs something to choose from.')).toBeVisible();
  await dialog.getByLabel('Choices').fill('Gold');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Add a field' }).click();
  await expect(page.getByText(label)).toBeVisible();
  await expectFaultless(page, 'fields');

  await page.goto('/contacts/settings');
  await page.getByLabel('English').first().fill('enough');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('enough', { exact: true })).toBeVisible();
  await expectFaultless(page, 'settings');
  await page.getByRole('button', { name: "Use Hudhud's own words" }).first().click();
  await expect(page.getByText('enough', { exact: true })).toHaveCount(0);
});

test('two contacts become one person, with a preview, and are parted again', async ({
  signedIn: page,
  askApi,
}) => {
  const [kept, gone] = [newNumber(), newNumber()];
  const add = (phone_number: string, name: string, tag: string) =>
    askApi<{ id: string }>('POST', '/contacts', { phone_number, name, tags: [tag] });
  const first = await add(kept, `Huda ${kept.slice(-4)}`, 'kept');
  await add(gone, `Huda A. ${gone.slice(-4)}`, 'gone');
  await page.goto(`/contacts/${first.id}`);
  await page.getByRole('button', { name: 'More about this contact' }).click();
  await page.getByRole('menuitem', { name: 'Same person as …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two contacts, one person' });
  await expect(dialog.getByRole('button', { name: 'Make them one person' })).toBeDisabled();
  await dialog.getByLabel('The other contact').first().fill(gone.slice(-6));
  await page
    .getByRole('option', { name: new RegExp(gone.slice(-4)) })
    .first()
    .click();
  const preview = dialog.getByRole('region', { name: 'What the contact will look like' });
  await expect(preview).toContainText(gone);
  await expect(preview).toContainText('gone');
  await expectFaultless(page, 'the preview of a merge');
  await dialog.getByRole('button', { name: 'Make them one person' }).click();
  await expect(page.getByText('They are one person now.')).toBeVisible();
  const past = page.getByRole('region', { name: 'Merged contacts' });
  await expect(past).toContainText(gone);
  await expectFaultless(page, 'a contact with a merge');
  await past.getByRole('button', { name: 'Undo' }).click();
  const undo = page.getByRole('dialog', { name: 'Part the two contacts again?' });
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('They are two contacts again.')).toBeVisible();
  await expect(past.getByRole('link', { name: 'Undone' })).toBeVisible();
});
