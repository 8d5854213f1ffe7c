import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, settle, test } from './journey.ts';

const looks = [
  { name: 'light', scheme: 'light', language: 'en' },
  { name: 'dark', scheme: 'dark', language: 'en' },
  { name: 'Arabic', scheme: 'light', language: 'ar' },
] as const;

/** Of a company's Edit page. */
const sections = [
  'profile',
  'stores',
  'incoming-api',
  'outgoing-webhooks',
  'senders',
  'members',
  'audit',
  'danger',
];

// Hundreds of pages are looked at here, and recording each would take longer than looking.
test.use({ trace: 'off' });

async function expectAccessible(page: Page, where: string): Promise<void> {
  await settle(page);
  // Colours in the middle of a transition are not the colours people see.
  await page.waitForTimeout(350);
  const { violations } = await new AxeBuilder({ page })
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
    const newest = async (list: string) =>
      (await askApi<{ data: { id: string }[] }>('GET', `/${list}?limit=1`)).data[0]?.id;
    const paths = [
      '/',
      '/event-monitor',
      '/event-monitor?outcome=failed&code=invalid_phone_number&since=2026-01-01T00:00:00.000Z',
      `/event-monitor/${failed.requestId}`,
      '/messages',
      '/messages?status=played&time=1h',
      `/messages/${good.answer.message_id}`,
      `/messages/${undelivered.answer.message_id}`,
      '/send?to=0501234567',
      '/contacts',
      '/contacts?q=nobody-is-called-so&consent=opted_out',
      `/contacts/${person.id}`,
      `/contacts/${person.id}/edit`,
      '/contacts/new',
      '/contacts/segments',
      '/contacts/segments/new',
      '/contacts/imports',
      '/contacts/imports/new',
      '/contacts/fields',
      '/contacts/settings',
      '/phone?person=%2B966501234567',
      '/phone?person=%2B15550131026',
      '/calls',
      `/calls/${await newest('calls')}`,
      '/deliveries?state=failed',
      '/senders',
      `/senders/${await newest('senders')}`,
      '/senders/new',
      '/webhooks',
      '/webhooks/new',
      '/companies',
      '/companies/new',
      '/companies/all',
      `/companies/${gateway.companyId}`,
      ...sections.map((section) => `/companies/${gateway.companyId}/edit/${section}`),
      '/nothing-here',
      '/account',
      '/sign-in',
      '/sign-up',
      '/forgotten-password',
      '/reset-password#no-such-link',
      '/invitation#no-such-link',
      '/no-company',
    ];
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
  for (const section of sections) {
    await page.goto(`${edit}/${section}`);
    await expectAccessible(page, `${section} on a phone`);
  }
});
