// Requests with a wrong token: counted for the company they named, and shown to its people alone.

import { describe, expect, it } from 'vitest';
import { signUpOwner, type TestOwner } from './support/browser.ts';
import { useApiGateway } from './support/gateway.ts';

interface Refused {
  readonly count: number;
  readonly last_at: string | null;
  readonly last_source: string | null;
}

const gateway = await useApiGateway({ environment: { REQUESTS_PER_MINUTE: '100000' } });

const callWith = async (companyId: string, token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'x-company-id': companyId };
  return (await gateway.call('POST', '/api/v1/messages/send', { headers, body: '{}' })).status;
};

const wrong = 'hud_wrong_wrong_wrong_wrong_wrong_wrong';
const readRefused = async (owner: TestOwner): Promise<Refused> =>
  (await owner.get<Refused>('/api/v1/requests/refused-credentials')).body;

describe('a wrong token', () => {
  it('is counted for the company that was named, with when and from where the last one came', async () => {
    const [owner, other] = [await signUpOwner(gateway), await signUpOwner(gateway)];
    expect(await readRefused(owner)).toEqual({ count: 0, last_at: null, last_source: null });
    for (let index = 0; index < 3; index += 1) expect(await callWith(owner.companyId, wrong)).toBe(401);
    expect(await callWith(owner.companyId, other.token)).toBe(401);
    await expect.poll(async () => (await readRefused(owner)).count).toBe(4);
    const { last_at: lastAt, last_source: source } = await readRefused(owner);
    expect(source).toBe('127.0.0.1');
    expect(Date.now() - new Date(lastAt ?? 0).getTime()).toBeLessThan(120_000);
    // Not for the one whose token it was, which named another company.
    expect((await readRefused(other)).count).toBe(0);
  });

  it('makes no row of the Event Monitor, and the right token is not counted', async () => {
    const owner = await signUpOwner(gateway);
    expect(await callWith(owner.companyId, wrong)).toBe(401);
    expect(await callWith(owner.companyId, owner.token)).toBe(422);
    await expect.poll(async () => (await readRefused(owner)).count).toBe(1);
    const { body } = await owner.get<{ data: { status: number }[] }>('/api/v1/requests');
    expect(body.data.map(({ status }) => status)).toEqual([422]);
  });
});
