// What every journey starts from: the gateway's address, a page that is signed in, and a watch that fails the test when
// a page asks another origin for anything, breaks, or is stopped by the Content-Security-Policy.

import { test as base, expect, type Page } from '@playwright/test';

export { expect };

interface Gateway {
  readonly url: string;
  readonly companyId: string;
  readonly token: string;
}

export interface Sent {
  readonly status: number;
  readonly requestId: string;
  readonly answer: Record<string, unknown>;
}

interface Fixtures {
  gateway: Gateway;
  /** Every address the page asked for so far. */
  asked: string[];
  signedIn: Page;
  /** Sends a message as a customer's system would: straight to the API. */
  sendByApi: (body: object, headers?: Record<string, string>) => Promise<Sent>;
  /** Any other request to the API, as a customer's system would make it. */
  askApi: <Answer>(method: string, path: string, body?: object) => Promise<Answer>;
}

const hasDrawer = /\/(?:[a-z]+_\w+|new)(?:\?|$)/;

/** Waits until a page shows what it has. Not for silence: live pages never stop asking. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' });
  if (hasDrawer.test(new URL(page.url()).pathname)) await page.getByRole('dialog').first().waitFor();
  await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0);
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; start-gateway.ts sets it.`);
  return value;
}

export const test = base.extend<Fixtures>({
  baseURL: async ({ gateway }, use) => use(gateway.url),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  gateway: async ({}, use) =>
    use({
      url: setting('HUDHUD_URL'),
      companyId: setting('HUDHUD_COMPANY_ID'),
      token: setting('HUDHUD_TOKEN'),
    }),

  asked: [
    async ({ page, gateway }, use) => {
      const asked: string[] = [];
      const faults: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      page.on('websocket', (socket) => asked.push(socket.url()));
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        // A refused request is what many journeys are about; the browser reports it as an error of its own.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          faults.push(message.text());
        }
      });
      await use(asked);
      expect(asked.filter((url) => new URL(url).origin !== gateway.url && !url.startsWith('data:'))).toEqual(
        [],
      );
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],

  signedIn: async ({ page, gateway }, use) => {
    await page.goto('/sign-in');
    await page.evaluate(
      (session) => sessionStorage.setItem('hudhud.session', session),
      `${gateway.companyId}\n${gateway.token}`,
    );
    await use(page);
  },

  sendByApi: async ({ gateway }, use) =>
    use(async (body, headers) => {
      const response = await fetch(`${gateway.url}/api/v1/messages/send`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${gateway.token}`,
          'x-company-id': gateway.companyId,
          'content-type': 'application/json',
          'user-agent': 'acme-erp/4.2',
          ...headers,
        },
        body: JSON.stringify(body),
      });
      return {
        status: response.status,
        requestId: response.headers.get('x-request-id') ?? '',
        answer: (await response.json()) as Record<string, unknown>,
      };
    }),

  askApi: async ({ gateway }, use) =>
    use(async (method, path, body) => {
      const response = await fetch(`${gateway.url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${gateway.token}`,
          'x-company-id': gateway.companyId,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return response.status === 204 ? null : await response.json();
    }),
});
