// `hudhud sender ...` beside a running gateway; those that read standard input or call out also as a process of its own.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sender } from '@hudhud/contract/senders.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { createMetaBench } from '../src/providers/meta-cloud/tests-support/meta-bench.ts';
import { type CommandOutcome, callCommand, spawnCommand } from './support/command-line.ts';
import { testEnvironment, useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway({ environment: { SIMULATOR: 'no' } });
const folder = await mkdtemp(join(tmpdir(), 'hudhud-sender-'));
afterAll(() => rm(folder, { recursive: true }));

interface RunChoices {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** As scripts call it. Left out: in this process. */
  readonly isSpawned?: boolean;
}

const run = (words: readonly string[], choices: RunChoices = {}): Promise<CommandOutcome> => {
  const { input = '', isSpawned = false } = choices;
  const environment = {
    ...testEnvironment(gateway.database.url),
    SIMULATOR: 'no',
    ...choices.environment,
  };
  return (isSpawned ? spawnCommand : callCommand)({ words: ['sender', ...words], environment, input });
};

const fields = (account: string): string[] => [
  ...['--field', `phone_number_id=${account}`],
  ...['--field', 'access_token=geheim-token'],
  ...['--field', 'app_secret=geheim-secret'],
  ...['--field', 'verify_token=geheim-verify'],
  ...['--field', 'base_url=http://127.0.0.1:1'],
];

const add = async (company: string, account: string, ...words: string[]): Promise<string> => {
  const added = await run([
    'add',
    '--company',
    company,
    '--name',
    'Desk',
    ...fields(account),
    '--json',
    ...words,
  ]);
  expect(added).toMatchObject({ code: 0, stderr: '' });
  return (JSON.parse(added.stdout) as { sender_id: string }).sender_id;
};

const list = async (company: string): Promise<Sender[]> =>
  JSON.parse((await run(['list', '--company', company, '--json'])).stdout) as Sender[];

describe('hudhud sender add', () => {
  it('connects a number, with secrets from standard input and from a file', async () => {
    const company = await gateway.createCompany();
    const file = join(folder, 'secret.txt');
    await writeFile(file, 'geheim-secret\n');
    const words = [
      '--field',
      'phone_number_id=1',
      '--field',
      'access_token=-',
      '--field',
      `app_secret=@${file}`,
    ];
    const { code, stdout } = await run(
      [
        'add',
        '--company',
        company.id,
        '--name',
        'Desk',
        ...words,
        '--field',
        'verify_token=a=b',
        '--rate',
        '20',
        // Nothing of a test goes to the provider itself.
        '--skip-test',
      ],
      { input: 'geheim-token\n', isSpawned: true },
    );
    expect(code).toBe(0);
    const id = /snd_\w+/.exec(stdout)?.[0] ?? '';
    const { body } = await company.get<Sender>(`/api/v1/senders/${id}`);
    expect(body).toMatchObject({
      name: 'Desk',
      is_default: true,
      messages_per_second: 20,
      account: '1',
      fields: {
        access_token: { is_set: true },
        app_secret: { is_set: true },
        verify_token: { is_set: true },
      },
    });
  });

  it('makes it the default when asked', async () => {
    const company = await gateway.createCompany();
    await add(company.id, '1');
    const second = await add(company.id, '2', '--default');
    expect((await list(company.id)).filter((sender) => sender.is_default).map(({ id }) => id)).toEqual([
      second,
    ]);
  });

  it('connects to the simulator where one runs', async () => {
    const company = await gateway.createCompany();
    const words = ['add', '--company', company.id, '--name', 'Trial', '--simulator'];
    expect((await run(words)).code).toBe(2);
    expect((await run(words, { environment: { SIMULATOR: 'yes' } })).code).toBe(0);
    expect(await list(company.id)).toMatchObject([{ is_simulated: true, fields: {} }]);
  });

  it('ends with 4 and every reason, without the secrets, when it is refused', async () => {
    const company = await gateway.createCompany();
    const { code, stdout, stderr } = await run([
      'add',
      ...[
        '--company',
        company.id,
        '--name',
        'Desk',
        '--field',
        'access_token=geheim',
        '--field',
        'wrong=geheim',
      ],
    ]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    for (const name of ['phone_number_id', 'app_secret', 'verify_token', 'wrong'])
      expect(stderr).toContain(name);
    expect(stderr).not.toContain('geheim');
    await add(company.id, '1');
    const twice = await run(['add', '--company', company.id, '--name', 'Desk', ...fields('1')]);
    expect(twice).toMatchObject({ code: 4, stderr: expect.stringContaining('snd_') });
  });

  it('ends with 3 when there is no such company', async () => {
    const company = toPublicId('company', newUuid());
    expect((await run(['add', '--company', company, '--name', 'Desk', ...fields('1')])).code).toBe(3);
  });

  const company = toPublicId('company', newUuid());
  it.each([
    ['no company', ['add', '--name', 'x']],
    ['an id that is none', ['add', '--company', '7', '--name', 'x']],
    ['a field without a value', ['add', '--company', company, '--name', 'x', '--field', 'geheim']],
    [
      'a file that is not there',
      ['add', '--company', company, '--name', 'x', '--field', 'access_token=@/none'],
    ],
    ['an unknown provider', ['add', '--company', company, '--name', 'x', '--provider', 'pigeon']],
    ['a pace that is none', ['add', '--company', company, '--name', 'x', '--rate', 'fast']],
  ])('ends with 2 for %s', async (_name, words) => {
    const { code, stderr } = await run(words);
    expect(code).toBe(2);
    expect(stderr).not.toContain('geheim');
  });
});

describe('hudhud sender list', () => {
  it('lists them for people and for programs, without secrets', async () => {
    const company = await gateway.createCompany();
    const id = await add(company.id, '1');
    const people = await run(['list', '--company', company.id]);
    expect(people.stdout).toContain(id);
    expect(people.stdout).toContain(`/callbacks/meta_cloud/${company.id}/${id}`);
    expect(people.stdout + JSON.stringify(await list(company.id))).not.toContain('geheim');
  });

  it('ends with 3 when there is no such company', async () => {
    expect((await run(['list', '--company', toPublicId('company', newUuid())])).code).toBe(3);
  });
});

describe('hudhud sender set', () => {
  it('changes what is given and leaves the rest', async () => {
    const company = await gateway.createCompany();
    const [first, second] = [await add(company.id, '1'), await add(company.id, '2')];
    const words = ['--name', 'Back desk', '--rate', '5', '--field', 'graph_version=v25.0', '--default'];
    expect((await run(['set', '--company', company.id, '--sender', second, ...words])).code).toBe(0);
    expect(await list(company.id)).toMatchObject([
      { id: first, is_default: false },
      { id: second, is_default: true, name: 'Back desk', messages_per_second: 5, account: '2' },
    ]);
  });

  it('ends with 3 for a sender of another company, and with 4 for what is refused', async () => {
    const [ours, theirs] = [await gateway.createCompany(), await gateway.createCompany()];
    const sender = await add(theirs.id, '1');
    expect((await run(['set', '--company', ours.id, '--sender', sender, '--name', 'x'])).code).toBe(3);
    const refused = await run([
      'set',
      '--company',
      theirs.id,
      '--sender',
      sender,
      '--field',
      'access_token=',
    ]);
    expect(refused.code).toBe(4);
    expect(await list(theirs.id)).toMatchObject([{ name: 'Desk' }]);
  });
});

describe('hudhud sender add, tested', () => {
  it('does not say connected while it does not work, and says why and where callbacks go', async () => {
    const company = await gateway.createCompany();
    const words = ['add', '--company', company.id, '--name', 'Desk', ...fields('77')];
    const { code, stdout } = await run(words, { environment: { PUBLIC_URL: 'https://hudhud.example' } });
    expect(code).toBe(0);
    expect(stdout).not.toContain('Connected');
    expect(stdout).toContain('It does not work yet');
    expect(stdout).toContain('could not be reached');
    expect(stdout).toMatch(/https:\/\/hudhud\.example\/callbacks\/meta_cloud\/co_\w+\/snd_\w+/);
    expect(stdout).not.toContain('geheim');
  });

  it('says connected when the provider takes the credentials', async () => {
    const company = await gateway.createCompany();
    const bench = await createMetaBench();
    const words = Object.entries(bench.fields).flatMap(([name, value]) => ['--field', `${name}=${value}`]);
    const added = await run(['add', '--company', company.id, '--name', 'Desk', ...words]);
    const sender = /snd_\w+/.exec(added.stdout)?.[0] ?? '';
    const tested = await run(['test', '--company', company.id, '--sender', sender]);
    await bench.close();
    expect(added.stdout).toContain(`Connected Desk: ${sender}`);
    // The bench has no callback address for the number.
    expect(tested.code).toBe(4);
    expect(tested.stdout).toMatch(/ok +token/);
    expect(tested.stderr).toMatch(/BROKEN +callback/);
  });
});

describe('hudhud sender test', () => {
  it('ends with 4 and says why when the connection does not work', async () => {
    const company = await gateway.createCompany();
    const sender = await add(company.id, '1');
    const { code, stderr } = await run(['test', '--company', company.id, '--sender', sender], {
      isSpawned: true,
    });
    expect(code).toBe(4);
    expect(stderr).toContain('could not be reached');
    expect(stderr).not.toContain('geheim');
  });

  it('ends with 3 for a sender that is not there', async () => {
    const company = await gateway.createCompany();
    const sender = toPublicId('sender', newUuid());
    expect((await run(['test', '--company', company.id, '--sender', sender])).code).toBe(3);
  });
});
