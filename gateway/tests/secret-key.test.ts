import { describe, expect, it } from 'vitest';
import { startGateway } from '../src/app/gateway.ts';
import { explainStartFailure } from '../src/app/start-failure.ts';
import { readConfig } from '../src/config/config.ts';
import { createLog } from '../src/platform/log.ts';
import { testEnvironment, useApiGateway } from './support/gateway.ts';

const startWith = (databaseUrl: string, secretKey: string) =>
  startGateway({
    config: readConfig({ ...testEnvironment(databaseUrl), SECRET_KEY: secretKey }),
    log: createLog('silent'),
    say: () => undefined,
  });

describe('SECRET_KEY', () => {
  it('that is not the one the database was made with stops the start, and says why', async () => {
    const gateway = await useApiGateway();
    const failure = await startWith(gateway.database.url, 'another key of at least 32 characters').catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ name: 'SecretKeyError' });
    expect(explainStartFailure(failure)).toEqual([expect.stringContaining('Put the original key back')]);
  });

  it('that is the same opens the same tokens again', async () => {
    const gateway = await useApiGateway();
    const company = await gateway.createCompany();
    await gateway.stop();
    const again = await useApiGateway({ database: gateway.database });
    expect((await again.adopt(company).get('/api/v1/me')).status).toBe(200);
  });

  it('that is refused leaves no connection behind', async () => {
    const gateway = await useApiGateway();
    const countConnections = async () => {
      const rows = await gateway.database.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and application_name like 'hudhud%'`,
      );
      return rows[0]?.count;
    };
    await gateway.stop();
    await startWith(gateway.database.url, 'another key of at least 32 characters').catch(() => undefined);
    expect(await countConnections()).toBe(0);
  });
});
