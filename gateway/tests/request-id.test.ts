import type { Problem } from '@hudhud/contract/problem.ts';
import { describe, expect, it } from 'vitest';
import { useApiGateway } from './support/gateway.ts';
import { waitForRequestLike } from './support/request-rows.ts';

const gateway = await useApiGateway();
const company = await gateway.createCompany();
const ours = /^req_[0-9a-z]{26}$/;

const withId = (id: string) =>
  company.call<Problem>('GET', '/api/v1/nowhere', { headers: { 'x-request-id': id } });

describe('X-Request-ID', () => {
  it.each([
    ['200', '/api/v1/me'],
    ['404', '/api/v1/nowhere'],
    ['404 outside the API', '/nowhere'],
  ])('is made by us on an answer of %s', async (_name, path) => {
    expect((await company.get(path)).headers['x-request-id']).toMatch(ours);
  });

  it('is made by us on a refusal of credentials', async () => {
    expect((await gateway.call('GET', '/api/v1/me')).headers['x-request-id']).toMatch(ours);
  });

  it('is the id in the problem when the caller chose none', async () => {
    const answer = await company.get<Problem>('/api/v1/nowhere');
    expect(answer.body.request_id).toBe(answer.headers['x-request-id']);
  });

  it.each(['order-7', '0f8fad5b-d9cb-469f-a165-70867728950e', 'a/b+c=d.e:f_g', 'x'.repeat(128)])(
    'of the caller comes back: %s',
    async (id) => {
      const answer = await withId(id);
      expect(answer.headers['x-request-id']).toBe(id);
      expect(answer.body.request_id).toMatch(ours);
    },
  );

  it.each([
    ['too long', 'x'.repeat(129)],
    ['with a space', 'a b'],
    ['with angle brackets', '<script>'],
    ['with other than ASCII', 'caf\u00e9'],
    ['empty', ''],
  ])('of the caller is replaced by ours when it is %s', async (_name, id) => {
    expect((await withId(id)).headers['x-request-id']).toMatch(ours);
  });

  it('of the caller is kept with the request', async () => {
    const answer = await company.call('GET', '/api/v1/me?kept', { headers: { 'x-request-id': 'kept-7' } });
    expect(answer.headers['x-request-id']).toBe('kept-7');
    const row = await waitForRequestLike(company, 'path=/api/v1/me?kept');
    const detail = await company.get(`/api/v1/requests/${row.id}`);
    expect(detail.body).toMatchObject({ caller_request_id: 'kept-7' });
  });
});
