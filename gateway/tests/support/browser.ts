// A browser with the dashboard in it: keeps the session cookie and sends what the dashboard sends.

import type { CompanyProfile } from '@hudhud/contract/companies.ts';
import type { MemberRole, SessionState } from '@hudhud/contract/users.ts';
import { expect } from 'vitest';
import { fromPublicId } from '../../src/platform/ids.ts';
import type { TestGateway } from './gateway.ts';
import type { Answer, CallOptions } from './http-client.ts';

export const goodPassword = 'violet-harbour-47';

export interface Browser {
  /** `name=value`, or null when no user is signed in. */
  cookie: string | null;
  /** Public id of the company that requests name. */
  companyId: string | null;
  call<Body = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer<Body>>;
  get<Body = unknown>(path: string): Promise<Answer<Body>>;
  post<Body = unknown>(path: string, body?: unknown): Promise<Answer<Body>>;
}

export interface SignedUpBody extends SessionState {
  readonly token: string | null;
}

export interface TestUser extends Browser {
  readonly email: string;
  readonly password: string;
  /** Public id. */
  readonly id: string;
  readonly uuid: string;
}

export interface TestOwner extends TestUser {
  companyId: string;
  readonly companyUuid: string;
  readonly token: string;
}

/** Headers that a dashboard of this gateway sends with every request. */
export const dashboardHeaders = (gateway: TestGateway): Record<string, string> => ({
  'x-hudhud-client': 'dashboard',
  origin: gateway.address,
  'sec-fetch-site': 'same-origin',
});

export const openBrowser = (gateway: TestGateway): Browser => {
  const browser: Browser = {
    cookie: null,
    companyId: null,
    async call<Body>(method: string, path: string, options: CallOptions = {}) {
      const answer = await gateway.call<Body>(method, path, {
        ...options,
        headers: {
          ...dashboardHeaders(gateway),
          ...(browser.cookie !== null && { cookie: browser.cookie }),
          ...(browser.companyId !== null && { 'x-company-id': browser.companyId }),
          ...options.headers,
        },
      });
      const set = /^([^=]+=)([^;]*)/.exec(answer.headers['set-cookie'] ?? '');
      if (set) browser.cookie = set[2] === '' ? null : set[0];
      return answer;
    },
    get: (path) => browser.call('GET', path),
    post: (path, body) => browser.call('POST', path, body === undefined ? {} : { body }),
  };
  return browser;
};

/** Per gateway: a file's first user is User 1, even if other tests ran in this process before. */
const userCounts = new WeakMap<TestGateway, number>();

const signUp = async (gateway: TestGateway, fields: object): Promise<[TestUser, SignedUpBody]> => {
  const users = (userCounts.get(gateway) ?? 0) + 1;
  userCounts.set(gateway, users);
  const email = `user-${users}-${Math.random().toString(36).slice(2)}@example.com`;
  const browser = openBrowser(gateway);
  const body = { name: `User ${users}`, email, password: goodPassword, ...fields };
  const answer = await browser.post<SignedUpBody>('/api/v1/sign-up', body);
  expect(answer.status, answer.text).toBe(201);
  const { id } = answer.body.user;
  const user = Object.assign(browser, {
    email,
    password: goodPassword,
    id,
    uuid: fromPublicId('user', id) ?? '',
  });
  user.companyId = answer.body.companies[0]?.id ?? null;
  return [user, answer.body];
};

/** A new user with a company of their own. */
export const signUpOwner = async (gateway: TestGateway, companyName = 'Test company'): Promise<TestOwner> => {
  const [user, body] = await signUp(gateway, { company_name: companyName, timezone: 'Asia/Riyadh' });
  const companyId = user.companyId ?? '';
  return Object.assign(user, {
    companyId,
    companyUuid: fromPublicId('company', companyId) ?? '',
    token: body.token ?? '',
  });
};

/** The secret part of an invitation into the owner's company. */
export const inviteInto = async (owner: Browser, role: MemberRole): Promise<string> => {
  const answer = await owner.post<{ secret_link: string }>('/api/v1/invitations', { role });
  expect(answer.status, answer.text).toBe(201);
  return new URL(answer.body.secret_link).hash.slice(1);
};

/** A new user who was invited into the owner's company. */
export const signUpMember = async (
  gateway: TestGateway,
  owner: TestOwner,
  role: MemberRole,
): Promise<TestUser> => {
  const [user] = await signUp(gateway, { invitation_token: await inviteInto(owner, role) });
  return user;
};

/** The same user in another browser. */
export const signInElsewhere = async (gateway: TestGateway, user: TestUser): Promise<Browser> => {
  const browser = openBrowser(gateway);
  const { email, password } = user;
  expect((await browser.post('/api/v1/sign-in', { email, password })).status).toBe(200);
  browser.companyId = user.companyId;
  return browser;
};

export const profileOf = async (browser: Browser): Promise<CompanyProfile> =>
  (await browser.get<CompanyProfile>('/api/v1/company')).body;
