import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, settle, test } from './journey.ts';
import { companySections, doorPages, memberPages } from './pages.ts';

const looks = [
  { name: 'light', scheme: 'light', language: 'en' },
  { name: 'dark', scheme: 'dark', language: 'en' },
  { name: 'Arabic', scheme: 'light', language: 'ar' },
] as const;

// The longest of all: its parts go side by side.
test.describe.configure({ mode: 'parallel' });

/** Colours in the middle of a transition are not the colours people see. None takes longer than this. */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations === 1)
      .map(({ finished }) => finished.catch(() => undefined));
    await Promise.race([Promise.all(passing), new Promise((resolve) => setTimeout(resolve, 350))]);
  });
}

async function expectAccessible(page: Page, where: string): Promise<void> {
  await settle(page);
  await endTransitions(page);
  const { violations } = await new AxeBuilder({ page })
    // Without frames there is nothing that would need the second page which axe otherwise opens each time.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${where}: ${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  expect(serious).toEqual([]);
}

for (const { name, scheme, language } of looks) {
  test(`axe finds nothing serious on any page in ${name}`, async ({
    signedIn: page,
    gateway,
    sendByApi,
    askApi,
  }) => {
    test.setTimeout(600_000);
    await page.emulateMedia({ colorScheme: scheme });
    await page.addInitScript((chosen) => localStorage.setItem('hudhud.language', chosen), language);
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
    const newest = async (list: string) =>
      (await askApi<{ data: { id: string }[] }>('GET', `/${list}?limit=1`)).data[0]?.id;
    const shown = {
      companyId: gateway.companyId,
      failedRequestId: failed.requestId,
      messageId: String(good.answer.message_id),
      failedMessageId: String(undelivered.answer.message_id),
      contactId: person.id,
      campaignId: campaign.id,
      callId: await newest('calls'),
      senderId: await newest('senders'),
    };
    const paths = [...memberPages(shown), ...doorPages].map(({ path }) => path);
    for (const path of paths) {
      await page.goto(path);
      await expectAccessible(page, path);
    }
  });
}

test('axe finds nothing serious with a dialog, the palette or a menu open, or on a phone', async ({
  signedIn: page,
  sendByApi,
}) => {
  test.setTimeout(300_000);
  const { requestId } = await sendByApi({ to: '0501234567', message: 'No country code' });
  await page.goto(`/event-monitor/${requestId}`);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expectAccessible(page, 'retry dialog');
  await page.getByRole('button', { name: 'Run it again' }).click();
  await expect(page.getByRole('link', { name: 'Open the new request' })).toBeVisible();
  await expectAccessible(page, 'retry result');

  await page.goto('/');
  // Keys pressed before the page is there are nobody's.
  await expect(page.getByRole('heading', { name: 'Plan' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Search pages')).toBeVisible();
  await expectAccessible(page, 'palette');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Company and sign-out' }).click();
  await expectAccessible(page, 'company menu');

  await page.goto('/send');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expectAccessible(page, 'send form with errors');

  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [
    '/',
    '/event-monitor?outcome=failed',
    '/messages',
    '/calls',
    '/phone',
    '/senders',
    '/contacts',
    '/contacts/segments/new',
  ]) {
    await page.goto(path);
    await expectAccessible(page, `${path} on a phone`);
  }
});

test('axe finds nothing serious in the dialogs of a company, or on its pages on a phone', async ({
  signedIn: page,
  gateway,
}) => {
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
  await page.setViewportSize({ width: 390, height: 844 });
  for (const section of companySections) {
    await page.goto(`${edit}/${section}`);
    await expectAccessible(page, `${section} on a phone`);
  }
});
