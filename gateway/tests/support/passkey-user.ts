// A user with a passkey in software.

import { expect } from 'vitest';
import { type Browser, goodPassword, openBrowser } from './browser.ts';
import type { TestGateway } from './gateway.ts';
import type { Answer } from './http-client.ts';
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from './software-authenticator.ts';

interface Options {
  readonly options: { readonly challenge: string };
}

/** Adds a passkey called Phone. */
export const addPasskey = async (browser: Browser, origin: string): Promise<SoftwareAuthenticator> => {
  const key = createSoftwareAuthenticator();
  const { body } = await browser.post<Options>('/api/v1/passkeys/options', { password: goodPassword });
  const credential = key.create(body.options.challenge, { origin });
  const added = await browser.post('/api/v1/passkeys', { name: 'Phone', credential });
  expect(added.status, added.text).toBe(201);
  return key;
};

/** What the key signs to get in, or to prove that it is there. */
export const provePasskey = async (
  browser: Browser,
  key: SoftwareAuthenticator,
  origin: string,
): Promise<Record<string, unknown>> => {
  const { body } = await browser.post<Options>('/api/v1/sign-in/passkey/options');
  return key.get(body.options.challenge, { origin });
};

export const signInByPasskey = async (
  gateway: TestGateway,
  key: SoftwareAuthenticator,
  origin: string,
): Promise<Answer<unknown>> => {
  const browser = openBrowser(gateway);
  const credential = await provePasskey(browser, key, origin);
  return await browser.post('/api/v1/sign-in/passkey', { credential });
};
