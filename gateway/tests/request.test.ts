import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';
import { requestIdOf, waitForRequest } from './support/request-rows.ts';

const gateway = await useApiGateway();
const company = await gateway.createCompany();

describe('GET /api/v1/requests/{id}', () => {
  it('200: shows a request with its body and its answer', async () => {
    const answer = await company.send({ message: ' ' });
    const row = await waitForRequest(company, requestIdOf(answer));
    expect(row).toMatchObject({
      id: requestIdOf(answer),
      status: 422,
      error_code: 'text_empty',
      answer: answer.text,
    });
    expect(JSON.parse(row.body ?? '')).toMatchObject({ message: ' ' });
    expect(row.duration_ms).toBeGreaterThan(0);
    expect(Math.abs(Date.parse(row.received_at) - Date.now())).toBeLessThan(60_000);
  });

  it('404: does not know an id that was never given', async () => {
    expectProblem(
      await company.get(`/api/v1/requests/${toPublicId('request', newUuid())}`),
      'request_not_found',
    );
  });

  it("404: does not know another company's request", async () => {
    const other = await gateway.createCompany();
    const theirs = requestIdOf(await other.send());
    expectProblem(await company.get(`/api/v1/requests/${theirs}`), 'request_not_found');
  });

  it('404: does not find a request by the id that its caller chose', async () => {
    await company.send({}, { 'x-request-id': toPublicId('request', newUuid()) });
    expectProblem(
      await company.get(`/api/v1/requests/${toPublicId('request', newUuid())}`),
      'request_not_found',
    );
  });

  it.each(['7', toPublicId('message', newUuid()), newUuid(), 'req_'])(
    '422: refuses the id %s',
    async (id) => {
      expectProblem(await company.get(`/api/v1/requests/${id}`), 'invalid_id');
    },
  );
});
