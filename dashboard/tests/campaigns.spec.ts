import type { Locator, Page } from '@playwright/test';
import { expectFaultless } from './accessible.ts';
import { expect, test } from './journey.ts';

// A campaign takes its time: it is frozen, produced, sent, and its statuses come in.
test.describe.configure({ timeout: 180_000 });

/** No two journeys share a person. */
const newNumber = () => `+9665${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
const manyNumbers = (count: number) => Array.from({ length: count }, newNumber);

/** Always refused by the simulator: not on WhatsApp. */
const unreachable = '+15550131026';

const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const counts = (page: Page): Locator => page.getByRole('list', { name: 'People by state' });
const state = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('[data-badge]', { hasText: new RegExp(`^${name}$`) })
    .first();

/** The numbers beside the bar, by state. */
async function readCounts(page: Page): Promise<Record<string, number>> {
  const lines = await counts(page).getByRole('listitem').allInnerTexts();
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', number = ''] = line.split(/\s*\n\s*/);
      return [name, Number(number.replaceAll(',', ''))];
    }),
  );
}

async function expectToAddUp(page: Page, total: number): Promise<void> {
  const { Total, ...states } = await readCounts(page);
  expect(Total).toBe(total);
  expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(total);
}

/** Both lists as they are in one moment: each step of the funnel counts the people of the bar who came at least so far. */
async function expectBarAndFunnelToAgree(page: Page): Promise<void> {
  const read = await page.evaluate(() => {
    const numbersOf = (label: string): Record<string, number> => {
      const lines = [...document.querySelectorAll(`ul[aria-label="${label}"] > li`)] as HTMLElement[];
      return Object.fromEntries(
        lines.map((line) => {
          const [name = '', number = ''] = line.innerText.split(/\s*\n\s*/);
          return [name, Number.parseInt(number.replaceAll(',', ''), 10)];
        }),
      );
    };
    return { bar: numbersOf('People by state'), funnel: numbersOf('How far people came') };
  });
  const { Total, Sent = 0, Delivered = 0, Read = 0 } = read.bar;
  expect(read.funnel, JSON.stringify(read)).toMatchObject({
    Everybody: Total,
    Sent: Sent + Delivered + Read,
    Delivered: Delivered + Read,
    Read,
  });
}

interface Draft {
  readonly name: string;
  readonly pasted: string;
  readonly text: string;
}

async function makeDraft(page: Page, { name, pasted, text }: Draft): Promise<void> {
  await page.goto('/campaigns/new');
  await page.getByLabel('Name').fill(name);
  await next(page).click();
  await expect(page).toHaveURL(/\/campaigns\/cmp_\w+\/edit\?step=audience$/);
  await page.getByRole('radio', { name: 'Pasted numbers' }).click();
  await page.getByLabel('Phone numbers').fill(pasted);
  await expectFaultless(page, 'choosing people');
  await next(page).click();
  await page.getByLabel('Message', { exact: true }).fill(text);
}

test('a pasted list with a wrong number is checked, started and completed, and its numbers add up', async ({
  signedIn: page,
}) => {
  const [first = '', second = ''] = manyNumbers(2);
  const name = `Opening ${first.slice(-4)}`;
  await page.goto('/campaigns/new');
  await next(page).click();
  await expect(page.getByText('Give the campaign a name.')).toBeVisible();

  const list = [
    `${first}, Sara Ali`,
    `${second}, Omar`,
    `${unreachable}, Lina`,
    'not a number',
    `${first}, Sara`,
  ];
  await makeDraft(page, {
    name,
    pasted: list.join('\n'),
    text: 'Hello ',
  });
  await page.getByRole('button', { name: 'Insert a placeholder' }).click();
  await page.getByRole('menuitem', { name: /^Name/ }).click();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Hello {{name}}');
  const phone = page.getByRole('region', { name: 'Preview on a phone' });
  await expect(phone).toContainText('Hello Sara Ali');
  await expectFaultless(page, 'writing the message');
  await next(page).click();
  await next(page).click();

  const invalid = page.getByRole('group', { name: 'Not a phone number' });
  await expect(invalid).toContainText('not a number');
  await expect(phone).toContainText('Hello Sara Ali');
  const start = page.getByRole('button', { name: 'Start: send to 3 people' });
  await expect(start).toBeDisabled();
  await expectFaultless(page, 'the check');
  await invalid.getByRole('checkbox').check();
  await expect(start).toBeDisabled();
  await page.getByRole('group', { name: 'More than once in the list' }).getByRole('checkbox').check();
  // A reload keeps the draft, and excludes no one by itself.
  await page.reload();
  await expect(start).toBeDisabled();
  await invalid.getByRole('checkbox').check();
  await page.getByRole('group', { name: 'More than once in the list' }).getByRole('checkbox').check();
  await start.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start: send to 3 people' }).click();

  await expect(page).toHaveURL(/\/campaigns\/cmp_\w+$/);
  await expect(state(page, 'Completed')).toBeVisible({ timeout: 60_000 });
  await expect.poll(async () => (await readCounts(page)).Failed, { timeout: 60_000 }).toBe(1);
  // A person who is listed twice is one person.
  await expectToAddUp(page, 4);
  expect((await readCounts(page))['Left out']).toBe(1);

  await expectFaultless(page, 'a campaign');
  await expect(page.getByRole('list', { name: 'How far people came' })).toContainText('Everybody');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Not a phone number' })
    .getByRole('link', { name: '1 person' })
    .click();
  await expect(page).toHaveURL(/state=skipped&reason=invalid_phone_number/);
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.locator('tbody tr')).toHaveCount(1);
  await expect(people.locator('tbody tr')).toContainText('not a number');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    people.getByRole('button', { name: 'Export as CSV: Left out' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('recipients-skipped.csv');

  await page.getByRole('button', { name: 'Retry as a new campaign' }).click();
  await page.getByRole('button', { name: 'Make a draft for 1 person' }).click();
  await expect(page.getByRole('heading', { name: `${name} (retry)` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start: send to 1 person' })).toBeEnabled();

  await page.goto('/campaigns');
  const row = page.locator('tbody tr').filter({ has: page.getByRole('link', { name, exact: true }) });
  await expect(row).toContainText('4 of 4 done');
});

test('a running campaign is paused, stands still, goes on where it stopped, and completes', async ({
  signedIn: page,
}) => {
  const numbers = manyNumbers(14);
  await makeDraft(page, {
    name: `Slow ${numbers[0]?.slice(-4)}`,
    pasted: numbers.join('\n'),
    text: 'One after the other',
  });
  await next(page).click();
  await page.getByLabel('Speed limit, messages per second').fill('1');
  await page.getByRole('switch', { name: /^Pause by itself/ }).check();
  await next(page).click();
  await expect(page.getByText('Everybody in the audience can get it.')).toBeVisible();
  await page.getByRole('button', { name: 'Start: send to 14 people' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start: send to 14 people' }).click();

  const pause = page.getByRole('button', { name: 'Pause' });
  await expect(state(page, 'Running')).toBeVisible();
  await pause.click();
  await expect(page.getByText('Somebody paused it')).toBeVisible();
  await expect(state(page, 'Paused')).toBeVisible();
  await expectToAddUp(page, 14);
  const { Waiting: waiting = 0 } = await readCounts(page);
  expect(waiting).toBeGreaterThan(0);

  await page.reload();
  await expect(state(page, 'Paused')).toBeVisible();
  expect((await readCounts(page)).Waiting).toBe(waiting);
  await page.getByRole('button', { name: 'Resume' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await expect(state(page, 'Running')).toBeVisible();
  let looks = 0;
  while (await state(page, 'Running').isVisible()) {
    await expectBarAndFunnelToAgree(page);
    looks += 1;
    await page.waitForTimeout(250);
  }
  expect(looks).toBeGreaterThan(3);
  await expect(state(page, 'Completed')).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(async () => {
      const { Waiting, Queued } = await readCounts(page);
      return [Waiting, Queued];
    })
    .toEqual([undefined, undefined]);
  await expectToAddUp(page, 14);
});

test('a campaign says why it cannot start, and is cancelled, duplicated and deleted on the way', async ({
  signedIn: page,
}) => {
  const [number = ''] = manyNumbers(1);
  const name = `Later ${number.slice(-4)}`;
  await makeDraft(page, { name, pasted: number, text: 'See you soon' });
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('1 person on the list')).toBeVisible();
  await next(page).click();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('See you soon');
  await next(page).click();

  await page.getByRole('textbox', { name: 'Begin at' }).fill('2020-01-01T10:00');
  await next(page).click();
  await expect(page.getByText('Choose a time that is still to come.')).toBeVisible();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await page.getByRole('textbox', { name: 'Begin at' }).fill(`${tomorrow}T10:00`);
  await page.getByRole('switch', { name: /^Only in certain hours/ }).check();
  await page.getByLabel('Until').fill('12:00');
  await expectFaultless(page, 'when it is sent');
  await next(page).click();
  await page.getByRole('button', { name: 'Schedule it for 1 person' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule it for 1 person' }).click();
  await expect(state(page, 'Scheduled')).toBeVisible();
  await expect(page.getByText('It begins by itself at this time')).toBeVisible();

  await page.getByRole('button', { name: 'Cancel the campaign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the campaign' }).click();
  await expect(state(page, 'Cancelled')).toBeVisible();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { name: `${name} (2)` })).toBeVisible();
  await page.getByRole('button', { name: 'Delete the draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the draft' }).click();
  await expect(page).toHaveURL(/\/campaigns$/);

  await page.goto('/campaigns/new');
  await page.getByLabel('Name').fill(`Empty ${number.slice(-4)}`);
  await next(page).click();
  await expect(page).toHaveURL(/step=audience/);
  await page.getByRole('radio', { name: 'Tags' }).click();
  await next(page).click();
  await expect(page.getByText('Choose at least one tag.')).toBeVisible();
  await page.getByRole('button', { name: /Check$/ }).click();
  await expect(page.getByText('There is no text')).toBeVisible();
  await expect(page.getByText('No audience is chosen')).toBeVisible();
});
