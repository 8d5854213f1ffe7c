import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { useGateway } from './support/gateway.ts';

const gateway = await useGateway();

describe('GET /healthz', () => {
  it('answers 200 without credentials', async () => {
    const answer = await gateway.call('GET', '/healthz');
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } });
  });
});

describe('GET /readyz', () => {
  it('answers 200 while the database answers', async () => {
    const answer = await gateway.call('GET', '/readyz');
    expect(answer).toMatchObject({ status: 200, body: { status: 'ready' } });
  });
});

describe('an address outside the API', () => {
  it('is answered 404 with a problem and a request id', async () => {
    expectProblem(await gateway.call('GET', '/nowhere'), 'route_not_found');
  });
});
