// A user with an authenticator app.

import { expect } from 'vitest';
import { codeAt, fromBase32, stepAt } from '../../src/users/second-factor/totp.ts';
import { type Browser, goodPassword } from './browser.ts';

export const codeOf = (secret: string, offset = 0): string =>
  codeAt(fromBase32(secret), stepAt(Date.now()) + offset);

export const startSecondFactor = async (browser: Browser): Promise<string> => {
  const { status, body } = await browser.post<{ secret: string }>('/api/v1/second-factor', {
    password: goodPassword,
  });
  expect(status).toBe(200);
  return body.secret;
};

/** Answers the secret and the recovery codes. The code of the step before is used up by it. */
export const turnOnSecondFactor = async (browser: Browser): Promise<{ secret: string; codes: string[] }> => {
  const secret = await startSecondFactor(browser);
  const { status, body } = await browser.post<{ recovery_codes: string[] }>('/api/v1/second-factor/confirm', {
    code: codeOf(secret, -1),
  });
  expect(status).toBe(200);
  return { secret, codes: body.recovery_codes };
};
