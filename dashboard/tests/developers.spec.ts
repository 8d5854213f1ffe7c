import { readFile } from 'node:fs/promises';
import { expectAccessible, expectAccessibleOnEveryScreen } from './accessible.ts';
import { goInside } from './go-inside.ts';
import { expect, test } from './journey.ts';
import { developerPages } from './pages.ts';

test('the pages for developers are accessible on a phone and on a large screen', async ({
  signedIn: page,
}) => {
  test.setTimeout(300_000);
  await page.goto('/');
  await expectAccessibleOnEveryScreen(
    page,
    developerPages.map(({ path }) => path),
    goInside,
  );
});

test('the pages for developers are accessible in Arabic and in dark', async ({ signedIn: page }) => {
  test.setTimeout(300_000);
  await page.addInitScript(() => localStorage.setItem('hudhud.language', 'ar'));
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const { path } of developerPages) {
    await page.goto(path);
    await expectAccessible(page, path);
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  }
});

test('a developer finds the reference, the collection and the guides', async ({
  signedIn: page,
  gateway,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Developers' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the reference' })).toHaveAttribute('href', '/docs');

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the collection' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('hudhud.postman_collection.json');
  const collection = JSON.parse(await readFile(await file.path(), 'utf8')) as { variable: { key: string }[] };
  // The gateway names its own address, even if the browser uses another name for it.
  expect(collection.variable).toContainEqual(
    expect.objectContaining({
      key: 'baseUrl',
      value: expect.stringMatching(`:${new URL(gateway.url).port}$`),
    }),
  );

  await page.getByRole('link', { name: 'How to connect n8n' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'n8n' })).toBeVisible();
});

test('a guide leads to other guides and to its own headings', async ({ signedIn: page }) => {
  await page.goto('/developers/guides');
  await expect(page).toHaveURL(/\/guides\/getting-started$/);
  await expect(page.getByRole('heading', { name: '2. Send a message' })).toBeVisible();
  await page
    .getByRole('article')
    .or(page.getByRole('main'))
    .getByRole('link', { name: 'Sending' })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: 'Never twice' })).toBeVisible();
  await page.goto('/developers/guides/sending#placeholders');
  await expect(page.getByRole('heading', { name: 'Placeholders' })).toBeInViewport();
  await page.goto('/developers/guides/no-such-guide');
  await expect(page).toHaveURL(/\/guides\/getting-started$/);
});

test('guides stay left to right for readers of Arabic', async ({ signedIn: page }) => {
  await page.addInitScript(() => localStorage.setItem('hudhud.language', 'ar'));
  await page.goto('/developers/guides/webhooks');
  await expect(page.getByText('الأدلة مكتوبة بالإنجليزية.')).toBeVisible();
  const direction = await page
    .getByText('The gateway calls your system when something happens.')
    .evaluate((element) => getComputedStyle(element).direction);
  expect(direction).toBe('ltr');
});

test('errors are found by code and by word, and the search stays in the address', async ({
  signedIn: page,
}) => {
  await page.goto('/developers/errors');
  await page.getByLabel('Search the errors').fill('placeholder');
  await expect(page.getByText('placeholder_unresolved', { exact: true })).toBeVisible();
  await expect(page.getByText('rate_limited', { exact: true })).toHaveCount(0);
  await expect(page).toHaveURL(/search=placeholder/);
  await page.getByLabel('Search the errors').fill('hippopotamus');
  await expect(page.getByText('No error matches')).toBeVisible();
});

test('the limits say how many requests are left', async ({ signedIn: page }) => {
  await page.goto('/developers/limits');
  await expect(page.getByText(/^[\d,]+ of 60,000 requests left$/)).toBeVisible();
});

test('every event is shown with a sample', async ({ signedIn: page }) => {
  await page.goto('/developers/events');
  await expect(page.getByText('"sender_phone"')).toBeVisible();
  await page.getByRole('button', { name: 'message_status' }).click();
  const sample = page.getByRole('region', { name: 'message_status' });
  await expect(sample.getByText('"recipient_phone"')).toBeVisible();
});

test('a message is sent from the API reference, which makes no request to another host', async ({
  page,
  gateway,
  asked,
  askApi,
}) => {
  // The reference draws the whole API at once, which a busy machine takes its time for.
  test.setTimeout(240_000);
  await page.goto('/docs');
  await page.getByPlaceholder('Token').first().fill(gateway.token);
  const companyId = page.getByText('Value:').locator('xpath=..').getByRole('textbox').first();
  await companyId.fill(gateway.companyId);
  await page
    .getByRole('button', { name: /Test Request.*\/api\/v1\/messages\/send\)/ })
    .first()
    .click();
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/v1/messages/send'));
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click();
  expect((await answer).status()).toBe(200);
  const { data } = await askApi<{ data: { message: string }[] }>('GET', '/messages?limit=1');
  expect(data[0]?.message).toBe('Your appointment is on Sunday at 10:00.');
  expect(asked.map((url) => new URL(url).pathname)).toContain('/docs/reference.js');
});
