// The `hudhud` command line beside a running gateway; every group of commands once as a process of its own.

import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { type CommandOutcome, callCommand, spawnCommand } from './support/command-line.ts';
import { useEmptyDatabase } from './support/database.ts';
import { credentials, testEnvironment, useApiGateway } from './support/gateway.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();

interface RunChoices {
  readonly databaseUrl?: string;
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** As scripts call it. Left out: in this process. */
  readonly isSpawned?: boolean;
}

const run = (words: readonly string[], choices: RunChoices = {}): Promise<CommandOutcome> => {
  const { databaseUrl = gateway.database.url, input = '', isSpawned = false } = choices;
  const environment = { ...testEnvironment(databaseUrl), ...choices.environment };
  return (isSpawned ? spawnCommand : callCommand)({ words, environment, input });
};

const createCompany = async (...words: string[]): Promise<{ company_id: string; token: string }> => {
  const { code, stdout } = await run(['company', 'create', '--name', 'Al Noor', '--json', ...words]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as { company_id: string; token: string };
};

const meOf = (id: string, token: string) =>
  gateway.call<{ company: object }>('GET', '/api/v1/me', { headers: credentials(id, token) });

describe('hudhud company create', () => {
  it('prints the id and the token as JSON and nothing else, and they open the gateway that runs', async () => {
    const { code, stdout, stderr } = await run(
      ['company', 'create', '--name', 'Al Noor', '--timezone', 'asia/riyadh', '--json'],
      { isSpawned: true },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const created = JSON.parse(stdout) as { company_id: string; token: string };
    expect(Object.keys(created)).toEqual(['company_id', 'token']);
    const me = await meOf(created.company_id, created.token);
    expect(me).toMatchObject({
      status: 200,
      body: { company: { name: 'Al Noor', timezone: 'Asia/Riyadh', plan: 'trial' } },
    });
  });

  it.each([
    ['no name', ['company', 'create'], '--name is required'],
    ['an empty name', ['company', 'create', '--name', ' '], '--name must have'],
    ['an unknown time zone', ['company', 'create', '--name', 'x', '--timezone', 'Mars/Base'], '--timezone'],
    ['an unknown option', ['company', 'create', '--nam', 'x'], '--nam'],
  ])('with %s ends with 2 and its help', async (_name, words, hint) => {
    const { code, stdout, stderr } = await run(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(hint);
    expect(stderr).toContain('Usage:');
  });
});

describe('hudhud company list', () => {
  it('lists every company, for people and for programs, without tokens', async () => {
    const created = await createCompany();
    const [people, programs] = [await run(['company', 'list']), await run(['company', 'list', '--json'])];
    expect(people.stdout).toContain(created.company_id);
    expect(JSON.parse(programs.stdout)).toContainEqual(expect.objectContaining({ id: created.company_id }));
    expect(people.stdout + programs.stdout).not.toContain(created.token);
  });
});

describe('hudhud token set', () => {
  it('sets the chosen token from standard input, and the old one stops within five seconds', async () => {
    const { company_id: id, token: old } = await createCompany();
    expect((await meOf(id, old)).status).toBe(200);
    const chosen = 'kEBHGnmT72xy-purple-ostrich';
    const { code, stdout } = await run(['token', 'set', '--company', id, '--token', '-', '--json'], {
      input: `${chosen}\n`,
      isSpawned: true,
    });
    expect({ code, answer: JSON.parse(stdout) }).toEqual({
      code: 0,
      answer: { company_id: id, token: chosen },
    });
    await waitUntil('the old token was refused', async () => (await meOf(id, old)).status === 401);
    expect((await meOf(id, chosen)).status).toBe(200);
  });

  it('makes a new one and lets the old one work for its grace period', async () => {
    const { company_id: id, token: old } = await createCompany();
    const { code, stdout } = await run(['token', 'set', '--company', id, '--grace', '24h']);
    expect(code).toBe(0);
    expect(stdout).toContain('The old token works until');
    const fresh = /Token +(\S+)/.exec(stdout)?.[1] ?? '';
    await waitUntil('the new token opened', async () => (await meOf(id, fresh)).status === 200);
    expect((await meOf(id, old)).status).toBe(200);
  });

  it('ends with 4 and the reason when the chosen token is weak', async () => {
    const { company_id: id } = await createCompany();
    const { code, stderr } = await run(['token', 'set', '--company', id, '--token', 'short']);
    expect(code).toBe(4);
    expect(stderr).toContain('at least 24');
  });

  it('ends with 3 when there is no such company', async () => {
    const { code } = await run(['token', 'set', '--company', toPublicId('company', newUuid())]);
    expect(code).toBe(3);
  });

  it.each([
    ['an id that is none', ['token', 'set', '--company', '7']],
    [
      'a time that is none',
      ['token', 'set', '--company', toPublicId('company', newUuid()), '--grace', 'long'],
    ],
  ])('ends with 2 for %s', async (_name, words) => {
    expect((await run(words)).code).toBe(2);
  });
});

describe('hudhud migrate', () => {
  it('brings an empty database up to date, and says when there is nothing to do', async () => {
    const { url } = await useEmptyDatabase();
    const first = await run(['migrate'], { databaseUrl: url });
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('Applied 0001-') });
    const again = await run(['migrate'], { databaseUrl: url, isSpawned: true });
    expect(again).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
  });

  it('ends with 1 and a sentence when the database cannot be reached', async () => {
    const { code, stderr } = await run(['migrate'], {
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
      isSpawned: true,
    });
    expect(code).toBe(1);
    expect(stderr).toContain('The database cannot be reached');
    expect(stderr).not.toContain('    at ');
  });
});

describe('hudhud config', () => {
  it('shows every setting without its secrets', async () => {
    const { code, stdout } = await run(['config'], { environment: { PORT: '8080' }, isSpawned: true });
    expect(code).toBe(0);
    expect(stdout).toContain('PORT=8080');
    expect(stdout).toContain('SECRET_KEY=(set)');
    expect(stdout).not.toContain('only the tests know');
  });

  it('ends with 2 and says what is wrong with them', async () => {
    const { code, stderr } = await run(['config'], { environment: { PORT: 'x' } });
    expect(code).toBe(2);
    expect(stderr).toContain('PORT must be');
  });
});

describe('help', () => {
  it.each([
    [['--help'], true],
    [['company', 'create', '--help'], false],
    [['token', 'set', '--help'], false],
    [['migrate', '--help'], false],
  ])('is printed for %j, with 0', async (words, isSpawned) => {
    const { code, stdout } = await run(words, { environment: { DATABASE_URL: 'nonsense' }, isSpawned });
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: npm run --silent hudhud --');
  });

  it('is printed as a complaint, with 2, for a command that does not exist', async () => {
    const { code, stdout, stderr } = await run(['company', 'destroy'], { isSpawned: true });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('There is no command "company destroy"');
  });
});
