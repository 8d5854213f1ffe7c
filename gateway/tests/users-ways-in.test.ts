// The facts that the sign-in page gets before the visitor is known.

import type { WaysIn } from '@hudhud/contract/users.ts';
import { describe, expect, it } from 'vitest';
import { openBrowser, signUpOwner } from './support/browser.ts';
import { useApiGateway } from './support/gateway.ts';

const read = async (environment: Record<string, string> = {}) => {
  const gateway = await useApiGateway({ environment });
  return { gateway, waysIn: (await openBrowser(gateway).get<WaysIn>('/api/v1/sign-in')).body };
};

describe('GET /api/v1/sign-in', () => {
  it('says whether anybody has an account', async () => {
    const { gateway, waysIn } = await read();
    expect(waysIn).toEqual({ sign_up: 'open', has_users: false, sends_mail: false });
    await signUpOwner(gateway);
    const { body } = await openBrowser(gateway).get<WaysIn>('/api/v1/sign-in');
    expect(body.has_users).toBe(true);
  });

  it('says whether signing up is open, and whether links are mailed', async () => {
    const { waysIn } = await read({ SIGN_UP: 'invited', SMTP_URL: 'smtp://127.0.0.1:25' });
    expect(waysIn).toMatchObject({ sign_up: 'invited', sends_mail: true });
  });
});
