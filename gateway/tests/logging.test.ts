import { describe, expect, it } from 'vitest';
import { useApiGateway } from './support/gateway.ts';
import { requestIdOf } from './support/request-rows.ts';

describe('the log', () => {
  it('has no line for requests that went well or were refused, unless it is asked for', async () => {
    const gateway = await useApiGateway({ environment: { LOG_LEVEL: 'info' } });
    const company = await gateway.createCompany();
    await company.send();
    await company.send({ to: '1' });
    await gateway.call('GET', '/api/v1/me');
    await gateway.stop();
    expect(gateway.logLines.filter((line) => line.includes('"msg":"request"'))).toEqual([]);
  });

  it('has one line for every request when it is asked for, and nothing confidential in it', async () => {
    const gateway = await useApiGateway({ environment: { LOG_LEVEL: 'info', LOG_REQUESTS: 'yes' } });
    const company = await gateway.createCompany();
    const answers = [
      await company.send({ message: 'confidential words' }),
      await company.send({ message: 'confidential words', to: '+966509999999x' }),
      await company.get('/api/v1/messages?phone_number=%2B966501234567'),
      await gateway.call('GET', '/api/v1/me', { headers: { authorization: 'Bearer confidential' } }),
    ];
    await gateway.stop();
    const lines = gateway.logLines
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => line.request_id)).toEqual(answers.map(requestIdOf));
    expect(lines[1]).toMatchObject({
      company: company.id,
      method: 'POST',
      route: '/api/v1/messages/send',
      status: 422,
      code: 'invalid_phone_number',
      ms: expect.any(Number),
    });
    expect(gateway.logLines.join()).not.toMatch(/confidential|96650/);
    expect(gateway.logLines.join()).not.toContain(company.token);
  });
});
