import { expectAccessible, expectAccessibleOnEveryScreen } from './accessible.ts';
import { goInside } from './go-inside.ts';
import { expect, type Fixtures, test } from './journey.ts';
import { doorPages, memberPages, type NamedPage } from './pages.ts';
import { changedByWholeKit } from './whole-kit.ts';

// The longest of all: its parts go side by side.
test.describe.configure({ mode: 'parallel' });

/** Makes one of everything that has a page, and answers the pages of a signed-in user. */
async function fillPages({
  gateway,
  sendByApi,
  askApi,
}: Pick<Fixtures, 'gateway' | 'sendByApi' | 'askApi'>): Promise<readonly NamedPage[]> {
  const failed = await sendByApi({ to: '0501234567', message: 'No country code' });
  const good = await sendByApi({ to: '+966501234567', message: 'All is well' });
  const undelivered = await sendByApi({ to: '+15550131026', message: 'Not on WhatsApp' });
  const person = await askApi<{ id: string }>('PUT', '/contacts/by-phone/966501234567', {
    name: 'Sara',
    tags: ['vip'],
    notes: 'Prefers the evening',
  });
  const campaign = await askApi<{ id: string }>('POST', '/campaigns', {
    name: 'Opening hours',
    text: 'Hello {{name|there}}, we are open again.',
    audience: { tags: ['vip'] },
  });
  await askApi('POST', `/campaigns/${campaign.id}/start`, { exclude: ['opted_out'] });
  const draft = await askApi<{ id: string }>('POST', '/campaigns', {
    name: 'Not yet',
    text: 'Hello {{name|there}}.',
    audience: { tags: ['vip'] },
  });
  await askApi('POST', '/templates/sync');
  const newest = async (list: string) =>
    (await askApi<{ data: { id: string }[] }>('GET', `/${list}?limit=1`)).data[0]?.id;
  return memberPages({
    companyId: gateway.companyId,
    failedRequestId: failed.requestId,
    messageId: String(good.answer.message_id),
    failedMessageId: String(undelivered.answer.message_id),
    contactId: person.id,
    campaignId: campaign.id,
    draftId: draft.id,
    templateId: await newest('templates'),
    callId: await newest('calls'),
    senderId: await newest('senders'),
  });
}

test('axe finds nothing on any page, on a large screen or on a phone', async ({
  signedIn: page,
  gateway,
  sendByApi,
  askApi,
}) => {
  test.setTimeout(600_000);
  const pages = await fillPages({ gateway, sendByApi, askApi });
  await page.goto('/');
  // As people go from page to page. Each of them is loaded by its address in Arabic, below.
  await expectAccessibleOnEveryScreen(
    page,
    pages.map(({ path }) => path),
    goInside,
  );
  await expectAccessibleOnEveryScreen(
    page,
    doorPages.map(({ path }) => path),
    (_, path) => page.goto(path),
  );
});

test('any page opened by its address in Arabic and in dark is faultless, has all its styles, and asks no other origin', async ({
  signedIn: page,
  asked,
  gateway,
  sendByApi,
  askApi,
}) => {
  test.setTimeout(600_000);
  await page.addInitScript(() => localStorage.setItem('hudhud.language', 'ar'));
  await page.emulateMedia({ colorScheme: 'dark' });
  const changedByStyles: Record<string, string[]> = {};
  for (const { name, path } of [...(await fillPages({ gateway, sendByApi, askApi })), ...doorPages]) {
    await page.goto(path);
    await expectAccessible(page, path);
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    const changed = await changedByWholeKit(page);
    if (changed.length > 0) changedByStyles[name] = changed;
  }
  expect(changedByStyles).toEqual({});
  expect(asked.length).toBeGreaterThan(20);
  expect([...new Set(asked.map((url) => new URL(url).origin))]).toEqual([gateway.url]);
});

test('axe finds nothing with a dialog, the palette or a menu open', async ({ signedIn: page, sendByApi }) => {
  test.setTimeout(300_000);
  const { requestId } = await sendByApi({ to: '0501234567', message: 'No country code' });
  await page.goto(`/event-monitor/${requestId}`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expectAccessible(page, 'retry dialog');
  await page.getByRole('button', { name: 'Run it again' }).click();
  await expect(page.getByRole('link', { name: 'Open the new request' })).toBeVisible();
  await expectAccessible(page, 'retry result');

  await page.goto('/');
  // Keys pressed before the page is there are lost.
  await expect(page.getByRole('heading', { name: 'Right now' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Search pages')).toBeVisible();
  await expectAccessible(page, 'palette');
  await page.keyboard.press('Escape');
  await expect(page.getByPlaceholder('Search pages')).toHaveCount(0);
  await page.getByRole('button', { name: 'Company and sign-out' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'company menu');

  await page.goto('/send');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expectAccessible(page, 'send form with errors');
});

test('axe finds nothing in the dialogs of a company', async ({ signedIn: page, gateway }) => {
  test.setTimeout(300_000);
  const edit = `/companies/${gateway.companyId}/edit`;
  await page.goto(`${edit}/incoming-api`);
  await page.getByRole('button', { name: 'Replace the token' }).click();
  await page.getByText('Choose my own').click();
  await expectAccessible(page, 'token dialog');
  await page.goto(`${edit}/members`);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await expectAccessible(page, 'invitation dialog');
  await page.goto(`${edit}/danger`);
  await page.getByRole('button', { name: 'Delete the company' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the company' }).click();
  await expectAccessible(page, 'deletion dialog');
});
