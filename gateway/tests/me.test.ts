import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway({ environment: { REQUESTS_PER_MINUTE: '500', BODY_BYTES_MAX: '20000' } });

describe('GET /api/v1/me', () => {
  it('200: shows who the token belongs to, and its limits', async () => {
    const company = await gateway.createCompany({ name: 'Al-Noor Clinic', plan: 'trial', trialDays: 14 });
    const { status, body } = await company.get<{ company: { trial_ends_at: string } }>('/api/v1/me');
    expect(status).toBe(200);
    expect(body).toEqual({
      company: {
        id: company.id,
        name: 'Al-Noor Clinic',
        timezone: 'Asia/Riyadh',
        plan: 'trial',
        trial_ends_at: expect.any(String),
      },
      limits: { requests_per_minute: 500, body_bytes_max: 20_000, text_characters_max: 4_096 },
      token: null,
    });
    const days = (Date.parse(body.company.trial_ends_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.99);
    expect(days).toBeLessThanOrEqual(14);
  });

  it('200: has no end of trial for an active company', async () => {
    const company = await gateway.createCompany({ plan: 'active' });
    expect((await company.get('/api/v1/me')).body).toMatchObject({
      company: { plan: 'active', trial_ends_at: null },
    });
  });

  it('200: shows the limit of a company that has one of its own', async () => {
    const company = await gateway.createCompany();
    await gateway.database.query('update companies set requests_per_minute = 77 where id = $1', [
      company.uuid,
    ]);
    expect((await company.get('/api/v1/me')).body).toMatchObject({ limits: { requests_per_minute: 77 } });
  });

  it('413: the limit it shows is the limit there is', async () => {
    const company = await gateway.createCompany();
    expectProblem(await company.send({ message: 'x'.repeat(20_000) }), 'body_too_large');
  });

  it('200: answers a HEAD request without a body', async () => {
    const company = await gateway.createCompany();
    expect(await company.call('HEAD', '/api/v1/me')).toMatchObject({ status: 200, text: '' });
  });
});
