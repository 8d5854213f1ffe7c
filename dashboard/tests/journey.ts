// What every journey starts from: the gateway's address, a page that is signed in, and a watch that fails the test when
// a page asks another origin for anything, breaks, or is stopped by the Content-Security-Policy.

import { test as base, expect, type Page } from '@playwright/test';
import { goodPassword, newEmail, sessionCookieName, signUpByApi } from './people.ts';
import startGateway from './start-gateway.ts';

export { expect };

interface Gateway {
  readonly url: string;
  readonly companyId: string;
  readonly token: string;
  /** The session of the owner of the company. */
  readonly session: string;
}

/** A person with an account and a company of their own, signed in nowhere yet. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly session: string;
}

export interface Sent {
  readonly status: number;
  readonly requestId: string;
  readonly answer: Record<string, unknown>;
}

interface WorkerFixtures {
  /** A gateway for each worker: journeys that sign everybody out, or count what came in, do not meet another's. */
  ownGateway: undefined;
}

export interface Fixtures {
  gateway: Gateway;
  /** Whether things move on the page. They do for the journeys that watch how fast it draws. */
  hasMotion: boolean;
  /** Every address the page asked for so far. */
  asked: string[];
  /** A page of the owner of the company. */
  signedIn: Page;
  newPerson: (companyName?: string) => Promise<Person>;
  /** A new person whose session the page carries: what they do, and their company, is theirs alone. */
  owner: Person & { readonly companyId: string };
  /** Any request to the API as that person, by their session; where a company is asked, with its id. */
  askAs: <Answer>(
    person: Pick<Person, 'session'> & { readonly companyId?: string },
    method: string,
    path: string,
    body?: object,
  ) => Promise<Answer>;
  /** Sends a message as a customer's system would: straight to the API. */
  sendByApi: (body: object, headers?: Record<string, string>) => Promise<Sent>;
  /** Any other request to the API, as a customer's system would make it. */
  askApi: <Answer>(method: string, path: string, body?: object) => Promise<Answer>;
}

/** An id at the end of an address opens a drawer, but for a company, an import, a campaign and a template, which have pages. */
const hasDrawer = /\/(?:(?!co_|imp_|cmp_|tpl_)[a-z]+_\w+|(?<!(?:imports|campaigns|templates)\/)new)(?:\?|$)/;

/** Waits until a page shows what it has. Not for silence: live pages never stop asking. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor({ state: 'attached' });
  if (hasDrawer.test(new URL(page.url()).pathname)) await page.getByRole('dialog').first().waitFor();
  const waiting = page.locator('.mantine-Skeleton-root, .mantine-Loader-root');
  await expect(waiting).toHaveCount(0, { timeout: 30_000 });
}

/** Ends all movement. Without a graphics card, drawing it takes a tenth of the time, and no journey looks at it. */
async function holdStill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Signs a page in without its form. */
export async function carrySession(page: Page, url: string, session: string): Promise<void> {
  await page
    .context()
    .addCookies([{ name: sessionCookieName, value: session, url, httpOnly: true, sameSite: 'Lax' }]);
}

/** The id of the first company of a person. */
export async function companyIdOf(askAs: Fixtures['askAs'], person: Person): Promise<string> {
  const { companies } = await askAs<{ companies: { id: string }[] }>(person, 'GET', '/session');
  return companies[0]?.id ?? '';
}

/** What start-gateway.ts left for the journeys. */
export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; start-gateway.ts sets it.`);
  return value;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  ownGateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const stop = await startGateway();
      await use(undefined);
      await stop?.();
    },
    { scope: 'worker', auto: true, timeout: 240_000 },
  ],

  baseURL: async ({ gateway }, use) => use(gateway.url),

  hasMotion: [false, { option: true }],

  page: async ({ page, hasMotion }, use) => {
    if (!hasMotion) await holdStill(page);
    await use(page);
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  gateway: async ({}, use) =>
    use({
      url: setting('HUDHUD_URL'),
      companyId: setting('HUDHUD_COMPANY_ID'),
      token: setting('HUDHUD_TOKEN'),
      session: setting('HUDHUD_SESSION'),
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
      // A route that is still being answered would fail at the end of the page.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(asked.filter((url) => new URL(url).origin !== gateway.url && !url.startsWith('data:'))).toEqual(
        [],
      );
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],

  signedIn: async ({ page, gateway }, use) => {
    await carrySession(page, gateway.url, gateway.session);
    await use(page);
  },

  newPerson: async ({ gateway }, use) =>
    use(async (companyName = 'Al Noor Clinic') => {
      const person = { name: 'Omar Nasser', email: newEmail() };
      const session = await signUpByApi(gateway.url, {
        ...person,
        company_name: companyName,
        timezone: 'Asia/Riyadh',
      });
      return { ...person, password: goodPassword, session };
    }),

  owner: async ({ page, gateway, newPerson, askAs }, use) => {
    const person = await newPerson();
    await carrySession(page, gateway.url, person.session);
    await use({ ...person, companyId: await companyIdOf(askAs, person) });
  },

  askAs: async ({ gateway }, use) =>
    use(async ({ session, companyId }, method, path, body) => {
      const response = await fetch(`${gateway.url}/api/v1${path}`, {
        method,
        headers: {
          cookie: `${sessionCookieName}=${session}`,
          origin: gateway.url,
          'x-hudhud-client': 'dashboard',
          ...(companyId ? { 'x-company-id': companyId } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return response.status === 204 ? null : await response.json();
    }),

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
