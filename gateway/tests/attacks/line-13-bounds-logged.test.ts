// Issue 14, line 13: a bound that is reached is counted for Prometheus and logged in a line that a person can act on.
// Those of the inboxes, callbacks, imports and deadlines are tried where they are attacked (lines 1, 3, 5 and 10).

import { describe, expect, it } from 'vitest';
import { settings } from '../../src/config/settings.ts';
import { boundNames } from '../../src/http/bounds.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { useApiGateway } from '../support/gateway.ts';
import { readGuide } from '../support/guides.ts';
import { readFigure } from '../support/metrics.ts';

const gateway = await useApiGateway({
  environment: { REQUESTS_PER_MINUTE: '5', WEBHOOK_ALLOWED_NETWORKS: 'none' },
});

const expectLogged = async (bound: string, count: number, subject: object): Promise<void> => {
  expect(await readFigure(gateway, `hudhud_bounds_reached_total{bound="${bound}"}`)).toBe(count);
  const lines = gateway.logLines.map((text) => JSON.parse(text)).filter((line) => line.bound === bound);
  expect(lines).toMatchObject([{ level: 40, ...subject, advice: expect.stringMatching(/\w/) }]);
};

describe('a bound that is reached is counted each time, and logged once a minute with the company or address concerned:', () => {
  it('bodies that are too large, too deep or too full', async () => {
    const company = await gateway.createCompany();
    const call = (body: string) => company.call('POST', '/api/v1/messages/send', { body });
    expectProblem(await call(`"${'x'.repeat(1_048_577)}"`), 'body_too_large');
    expectProblem(await call('['.repeat(100)), 'json_too_deep');
    expectProblem(await call(`[${'[],'.repeat(100_000)}[]]`), 'body_too_large');
    await expectLogged('body', 3, { company: company.id, route: '/api/v1/messages/send' });
  });

  it('requests beyond the rate of a company', async () => {
    const company = await gateway.createCompany();
    for (let count = 0; count < 5; count += 1) await company.get('/api/v1/me');
    expectProblem(await company.get('/api/v1/me'), 'rate_limited');
    await expectLogged('rate', 1, { company: company.id });
  });

  it('addresses of customers inside the network of the operator', async () => {
    const company = await gateway.createCompany();
    const body = { url: 'https://127.0.0.1:1/hook', events: ['message_status'] };
    expectProblem(await company.call('POST', '/api/v1/webhooks', { body }), 'webhook_url_blocked');
    await expectLogged('private_address', 1, { host: '127.0.0.1' });
  });
});

describe('docs/security.md', () => {
  it('lists every bound by the name under which it is counted, and no other', () => {
    const { text } = readGuide('security.md');
    const table = text.slice(text.indexOf('| Bound |'), text.indexOf('**As much as is still free**'));
    const documented = [...table.matchAll(/\| `(\w+)` \|$/gm)].map(([, name]) => name);
    expect([...new Set(documented)].toSorted()).toEqual(boundNames.toSorted());
  });

  it('names only settings that exist', () => {
    const known = Object.values(settings).map(({ name }) => String(name));
    const named = [...readGuide('security.md').text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)\b/g)].map(
      ([, name]) => name,
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });
});
