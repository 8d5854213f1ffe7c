import { describe, expect, it } from 'vitest';
import { useEmptyDatabase } from './support/database.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway, useGateway } from './support/gateway.ts';
import { useOwnServer } from './support/own-server.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();
const elsewhere = await useEmptyDatabase();

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

describe('GET /readyz of a gateway whose server has too small settings', () => {
  it('answers 200 and names them, and nothing where they are large enough', async () => {
    const database = await useOwnServer({ max_connections: '25', autovacuum: 'off' });
    const other = await useApiGateway({ database });
    const answer = await other.call<{ warnings: string[] }>('GET', '/readyz');
    expect(answer).toMatchObject({ status: 200, body: { status: 'ready' } });
    expect(answer.body.warnings).toEqual([
      'max_connections is 25; this process alone opens up to 24.',
      'autovacuum is off: tables and indexes will grow without end.',
    ]);
    expect(other.logLines.filter((line) => line.includes('max_connections is 25'))).toHaveLength(1);
    expect((await gateway.call<object>('GET', '/readyz')).body).not.toHaveProperty('warnings');
  });
});

describe('GET /readyz without a database', () => {
  it('answers 503 with the reason and Retry-After, and 200 again when it is back', async () => {
    const other = await useApiGateway();
    const [row] = await other.database.query<{ name: string }>('select current_database() as name');
    const client = await elsewhere.connect();
    await client.query(`alter database ${row?.name} allow_connections false`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      row?.name,
    ]);
    const away = await waitUntil('it is not ready', async () => {
      const answer = await other.call<{ reason: string }>('GET', '/readyz');
      return answer.status === 503 && answer;
    });
    expect(away.headers['retry-after']).toBe('1');
    // The first connections to be tried are those that were cut; their end is described in the words of the system.
    expect(away.body.reason).toMatch(/^The database does not answer: ./);
    await waitUntil('the server itself says why', async () => {
      const answer = await other.call<{ reason: string }>('GET', '/readyz');
      return /not currently accepting connections/.test(answer.body.reason);
    });
    await client.query(`alter database ${row?.name} allow_connections true`);
    await client.end();
    await waitUntil('it is ready again', async () => (await other.call('GET', '/readyz')).status === 200);
  });
});

describe('a process without the role api', () => {
  it('answers health questions and nothing else', async () => {
    const other = await useGateway({ environment: { ROLES: 'dispatch' } });
    expect(await other.call('GET', '/readyz')).toMatchObject({ status: 200, body: { roles: ['dispatch'] } });
    expect((await other.call('GET', '/readyz?role=dispatch')).status).toBe(200);
    // A load balancer asks this before it sends requests and callbacks.
    expect(await other.call('GET', '/readyz?role=api')).toMatchObject({
      status: 503,
      body: { status: 'not ready', reason: 'This process does not have the role "api".' },
    });
    expect((await gateway.call('GET', '/readyz?role=api')).status).toBe(200);
    expectProblem(await other.call('GET', '/api/v1/me'), 'route_not_found');
    expect((await other.call('GET', '/', { headers: { accept: 'text/html' } })).status).toBe(404);
  });
});

describe('an address outside the API', () => {
  it('is answered 404 with a problem and a request id', async () => {
    expectProblem(await gateway.call('GET', '/nowhere'), 'route_not_found');
  });
});
