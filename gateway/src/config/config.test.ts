import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, describeConfig, readConfig } from './config.ts';
import { type Setting, settings } from './settings.ts';

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
};

const all = Object.values(settings) as Setting<unknown>[];
const goodKey = 'x'.repeat(32);
const url = 'postgres://user:pass@db.example.com/hudhud';

describe('the settings', () => {
  it('have defaults that need nothing to be set', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      dataDir: resolve('./data'),
      databaseUrl: null,
      secretKey: null,
      roles: ['api', 'dispatch', 'webhooks', 'campaigns'],
      logLevel: 'info',
      logRequests: false,
      trustProxy: false,
      bodyBytesMax: 1_048_576,
      idempotencyHours: 48,
    });
  });

  it.each(all.map((setting) => [setting.name, setting] as const))(
    '%s has a name for the environment and a meaning',
    (name, setting) => {
      expect(name).toMatch(/^[A-Z][A-Z_]+$/);
      expect(setting.meaning).toMatch(/^[A-Z`].*[.`]$/s);
    },
  );

  it('have a name each', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });
});

describe('a good value', () => {
  it.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: ' 8080 ' }, { port: 8080 }],
    [{ LOG_REQUESTS: 'true' }, { logRequests: true }],
    [{ LOG_REQUESTS: '0' }, { logRequests: false }],
    [{ ROLES: 'webhooks, api' }, { roles: ['api', 'webhooks'] }],
    [{ PUBLIC_URL: 'https://wa.example.com//' }, { publicUrl: 'https://wa.example.com' }],
    [
      { DATABASE_URL: url, SECRET_KEY: goodKey },
      { databaseUrl: url, secretKey: goodKey },
    ],
    [
      { DATABASE_URL: 'postgres://a:1,b:2/db', DIRECT_DATABASE_URL: url, SECRET_KEY: goodKey },
      { databaseUrl: 'postgres://a:1,b:2/db', directDatabaseUrl: url },
    ],
  ])('%j is read as %j', (environment, expected) => {
    expect(readConfig(environment as Record<string, string>)).toMatchObject(expected);
  });
});

describe('a bad value', () => {
  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['PORT', '0x50'],
    ['PORT', 'http'],
    ['PORT', ''],
    ['LOG_LEVEL', 'loud'],
    ['LOG_REQUESTS', 'perhaps'],
    ['ROLES', 'api,cook'],
    ['ROLES', ''],
    ['DATA_DIR', ' '],
    ['PUBLIC_URL', 'wa.example.com'],
    ['PUBLIC_URL', 'ftp://wa.example.com'],
    ['SECRET_KEY', 'short'],
    ['BODY_BYTES_MAX', '1'],
    ['DATABASE_WRITERS', '0'],
  ])('of %s, such as %j, is refused in one sentence that names it', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} .*\\.$`))]);
  });

  it('is named together with all the others', () => {
    const problems = problemsOf({ PORT: 'x', LOG_LEVEL: 'x', ROLES: 'x', DATABASE_URL: url });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'ROLES',
      'LOG_LEVEL',
      'SECRET_KEY',
    ]);
  });

  it('of a secret is not repeated', () => {
    expect(problemsOf({ SECRET_KEY: 'hush' }).join()).not.toContain('hush');
    expect(problemsOf({ DATABASE_URL: 'mysql://user:hush@db' }).join()).not.toContain('hush');
  });

  it('is a DATABASE_URL without a SECRET_KEY', () => {
    expect(problemsOf({ DATABASE_URL: url })).toEqual([expect.stringContaining('SECRET_KEY is required')]);
  });
});

describe('the table of settings in force', () => {
  const rowOf = (name: string, environment: Record<string, string>) =>
    describeConfig(environment).find((row) => row.name === name);

  it('has a row for every setting, with its default', () => {
    expect(describeConfig({}).map(({ name }) => name)).toEqual(all.map(({ name }) => name));
    expect(rowOf('PORT', {})).toMatchObject({ value: '3000', default: '3000' });
  });

  it('shows what was set', () => {
    expect(rowOf('PORT', { PORT: '8080' })).toMatchObject({ value: '8080', default: '3000' });
  });

  it.each(['SECRET_KEY', 'DATABASE_URL'])('says only that %s is set, and only when it is', (name) => {
    expect(rowOf(name, { [name]: 'hush' })).toMatchObject({ value: '(set)' });
    expect(rowOf(name, { [name]: '' })).toMatchObject({ value: '' });
    expect(rowOf(name, {})).toMatchObject({ value: '' });
  });
});
