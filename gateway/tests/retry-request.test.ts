import type { Problem } from '@hudhud/contract/problem.ts';
import type { RetryAnswer } from '@hudhud/contract/requests.ts';
import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { expectProblem } from './support/expect-problem.ts';
import { goodSend, goodUnversionedSend, type TestCompany, useApiGateway } from './support/gateway.ts';
import type { Answer } from './support/http-client.ts';
import { requestIdOf, waitForRequest } from './support/request-rows.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();

/** A company whose sends fail until it is made active. */
const makeLateCompany = () => gateway.createCompany({ plan: 'trial', trialDays: 0 });

const makeActive = async (company: TestCompany): Promise<void> => {
  await gateway.database.query(`update companies set plan = 'active' where id = $1`, [company.uuid]);
  await waitUntil('the gateway knew that the company is active', async () => {
    const { body } = await company.get<{ company: { plan: string } }>('/api/v1/me');
    return body.company.plan === 'active';
  });
};

const retry = (company: TestCompany, id: string): Promise<Answer<RetryAnswer>> =>
  company.call<RetryAnswer>('POST', `/api/v1/requests/${id}/retry`);

const recordedIdOf = async (company: TestCompany, answer: Answer): Promise<string> =>
  (await waitForRequest(company, requestIdOf(answer))).id;

describe('200: a failed request', () => {
  it.each([
    ['/api/v1/messages/send', goodSend],
    ['/api/messages/send', goodUnversionedSend],
  ])('to %s runs again as a new request that is linked to the old one', async (path, body) => {
    const company = await makeLateCompany();
    const failed = await recordedIdOf(company, await company.call('POST', path, { body }));
    await makeActive(company);
    const { status, body: answer } = await retry(company, failed);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ retry_of: failed, status: 202, answer: { status: 'queued' } });
    expect(answer.request_id).not.toBe(failed);
    const again = await waitForRequest(company, answer.request_id);
    expect(again).toMatchObject({
      retry_of: failed,
      path,
      status: 202,
      source: '127.0.0.1',
      user_agent: 'hudhud retry',
    });
    const { message_id } = answer.answer as { message_id: string };
    expect(again.message_id).toBe(message_id);
    expect((await company.get(`/api/v1/messages/${message_id}`)).body).toMatchObject({
      message: goodSend.message,
      request_id: answer.request_id,
    });
    expect(await waitForRequest(company, failed)).toMatchObject({ status: 402 });
  });

  it('is found also while its row is still being written', async () => {
    const company = await makeLateCompany();
    const writer = await gateway.database.connect();
    await writer.query('begin; lock table requests in share mode');
    const failed = requestIdOf(await company.send());
    const reading = company.get(`/api/v1/requests/${failed}`);
    const retrying = retry(company, failed);
    await waitUntil('both wait for the row', async () => {
      const { text } = await gateway.call('GET', '/metrics');
      return /^hudhud_inbox_requests 2$/m.test(text);
    });
    await writer.query('commit');
    await writer.end();
    expect((await reading).status).toBe(200);
    expect((await retrying).body).toMatchObject({ retry_of: failed, status: 402 });
  });

  it('that fails once more says so, with the same code', async () => {
    const company = await gateway.createCompany();
    const failed = await recordedIdOf(company, await company.send({ to: '12' }));
    const { status, body } = await retry(company, failed);
    expect(status).toBe(200);
    expect(body.status).toBe(422);
    expect(body.answer).toMatchObject({ code: 'invalid_phone_number', request_id: body.request_id });
    expect(await waitForRequest(company, body.request_id)).toMatchObject({
      status: 422,
      error_code: 'invalid_phone_number',
      retry_of: failed,
    });
  });

  it('that was not JSON is answered so again', async () => {
    const company = await gateway.createCompany();
    const sent = await company.call('POST', '/api/v1/messages/send', { body: '{"to":' });
    const { body } = await retry(company, await recordedIdOf(company, sent));
    expect(body).toMatchObject({ status: 400, answer: { code: 'invalid_json' } });
  });

  it('keeps its Idempotency-Key, so that two retries make one message', async () => {
    const company = await makeLateCompany();
    const sent = await company.send({}, { 'idempotency-key': '"order-9"' });
    const failed = await recordedIdOf(company, sent);
    await makeActive(company);
    const [first, again] = [await retry(company, failed), await retry(company, failed)];
    expect(again.body.answer).toEqual(first.body.answer);
    const rows = await gateway.database.query('select 1 from messages where company_id = $1', [company.uuid]);
    expect(rows).toHaveLength(1);
  });

  it('may be retried on another process', async () => {
    const second = await useApiGateway({ database: gateway.database });
    const company = await makeLateCompany();
    const failed = await recordedIdOf(company, await company.send());
    await makeActive(company);
    const { body } = await retry(second.adopt(company), failed);
    expect(body).toMatchObject({ status: 202, retry_of: failed });
  });
});

describe('a request that cannot be run again', () => {
  it('409: did not fail', async () => {
    const company = await gateway.createCompany();
    const answer = await retry(company, requestIdOf(await company.send()));
    expect(expectProblem(answer, 'request_not_failed').detail).toContain('202');
  });

  it('409: only read', async () => {
    const company = await gateway.createCompany();
    const failed = await recordedIdOf(company, await company.get('/api/v1/messages/nonsense'));
    expect(expectProblem(await retry(company, failed), 'request_not_retryable').detail).toContain('read');
  });

  it.each(['', '/', '?x=1'])(
    '409: was itself a retry, also with %j at the end of its path',
    async (ending) => {
      const company = await gateway.createCompany();
      const fine = requestIdOf(await company.send());
      const refused = await company.call<Problem>('POST', `/api/v1/requests/${fine}/retry${ending}`);
      const failed = await recordedIdOf(company, refused);
      expect(expectProblem(await retry(company, failed), 'request_not_retryable').detail).toContain('retry');
    },
  );

  it('409: had a body too large to be kept whole', async () => {
    const company = await gateway.createCompany();
    const failed = await recordedIdOf(company, await company.send({ message: 'x'.repeat(70_000) }));
    expectProblem(await retry(company, failed), 'request_not_retryable');
  });

  it('409: held a secret that was removed', async () => {
    const company = await gateway.createCompany();
    const failed = await recordedIdOf(company, await company.send({ password: 'hush' }));
    expect(expectProblem(await retry(company, failed), 'request_not_retryable').detail).toContain('secret');
  });

  it('404: is not known', async () => {
    const company = await gateway.createCompany();
    expectProblem(await retry(company, toPublicId('request', newUuid())), 'request_not_found');
  });

  it("404: is another company's", async () => {
    const owner = await gateway.createCompany();
    const failed = await recordedIdOf(owner, await owner.send({ to: '12' }));
    expectProblem(await retry(await gateway.createCompany(), failed), 'request_not_found');
  });

  it('422: has no id of a request', async () => {
    const company = await gateway.createCompany();
    expectProblem(await retry(company, toPublicId('message', newUuid())), 'invalid_id');
  });
});

describe('the ticket that stands for the token inside the server', () => {
  it.each(['x', 'x'.repeat(43), ''])('cannot be guessed: %j opens nothing', async (ticket) => {
    const answer = await gateway.call('GET', '/api/v1/me', { headers: { 'x-hudhud-ticket': ticket } });
    expectProblem(answer, 'invalid_credentials');
  });
});
