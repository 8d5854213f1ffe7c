// The guides keep their word: links lead somewhere, commands work as they stand, samples run, and a backup can be
// restored by the two commands that are shown.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { withSamples } from '../../scripts/docs/fill-samples.ts';
import type { Collection } from '../postman/collection.ts';
import { collectionPath } from '../postman/collection-file.ts';
import { startGateway } from '../src/app/gateway.ts';
import { createCompany } from '../src/companies/create-company.ts';
import { readConfig } from '../src/config/config.ts';
import { createLog } from '../src/platform/log.ts';
import { withSimulatedSender } from '../src/simulator/runs-simulator.ts';
import { credentials, sendingEnvironment, useGateway } from './support/gateway.ts';
import { allGuides, anchorsOf, docsFolder, linksOf, readGuide, runnableBlocks } from './support/guides.ts';
import { createHttpClient } from './support/http-client.ts';
import { takesIt } from './support/receivers/behaviours.ts';
import { startReceiver } from './support/receivers/receiver.ts';
import { run } from './support/run-sample.ts';

const gateway = await useGateway({
  environment: { ...sendingEnvironment, WEBHOOK_ALLOWED_NETWORKS: 'loopback' },
});
const company = await gateway.createCompany();
const receiver = await startReceiver(takesIt);
afterAll(() => receiver.close());

const environment = {
  HUDHUD_URL: gateway.address,
  HUDHUD_TOKEN: company.token,
  HUDHUD_COMPANY_ID: company.id,
  WEBHOOK_URL: receiver.url,
};

const blocks = runnableBlocks();
const commandsNamed = (name: string): string => blocks.find((block) => block.name === name)?.commands ?? '';

describe('a link in the docs', () => {
  const readmes = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((name) => readGuide(`../${name}`));

  it.each([...allGuides(), ...readmes].map((guide) => [guide.name, guide] as const))(
    'of %s leads to a file and a heading that are there',
    (name, guide) => {
      const broken = linksOf(guide.text).filter((link) => {
        if (/^(?:https?:|mailto:)/.test(link)) return false;
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? name : join(dirname(name), path);
        if (!existsSync(join(docsFolder, target))) return true;
        return anchor !== undefined && !anchorsOf(readGuide(target).text).has(anchor);
      });
      expect(broken).toEqual([]);
    },
  );
});

describe('the samples', () => {
  it('stand in the guides as they are in docs/samples; otherwise run npm run docs', () => {
    for (const { name, text } of allGuides()) {
      const filled = withSamples(text, (sample) => readFileSync(join(docsFolder, 'samples', sample), 'utf8'));
      expect(text, name).toBe(filled);
    }
  });

  it('are all shown somewhere', () => {
    const shown = allGuides().flatMap(({ text }) =>
      [...text.matchAll(/<!-- sample (\S+) -->/g)].map(([, name]) => name),
    );
    expect(new Set(shown)).toEqual(new Set(readdirSync(join(docsFolder, 'samples'))));
  });
});

describe('a webhook in the README and the Postman collection', () => {
  it('is not registered at the address of a stranger', () => {
    const [, ...registrations] = readGuide('../README.md').text.split('/api/v1/webhooks ');
    const addresses = registrations.flatMap((text) => text.match(/"url":"([^"]*)"/)?.[1] ?? []);
    expect(addresses).toEqual(['<address of your system>']);
    const { variable } = JSON.parse(readFileSync(collectionPath, 'utf8')) as Collection;
    const value = variable.find(({ key }) => key === 'webhookUrl')?.value ?? 'missing';
    expect(['', '127.0.0.1', 'localhost']).toContain(value === '' ? '' : new URL(value).hostname);
  });
});

describe('a command in the guides', () => {
  it('is marked to be run in every guide about the API', () => {
    const guides = new Set(blocks.map(({ guide }) => guide));
    expect([...guides]).toEqual(expect.arrayContaining(['getting-started.md', 'sending.md', 'receiving.md']));
  });

  it.each(
    blocks
      .filter(({ name }) => name === '')
      .map((block, index) => [`${block.guide} ${index}`, block] as const),
  )(
    'of %s is accepted by a gateway as it stands',
    async (_name, { commands }) => {
      const { code, output } = await run('sh', ['-euc', commands], { env: environment });
      expect(code, output).toBe(0);
      expect(JSON.parse(output), output).not.toHaveProperty('code');
    },
    60_000,
  );
});

describe('the backup of the guide', () => {
  const start = async (dataDir: string) => {
    const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' });
    const running = await startGateway({ config, log: createLog('error'), say: () => undefined });
    const client = createHttpClient(running.address);
    const stop = (): Promise<unknown> => Promise.all([running.stop(), client.close()]);
    return { config, storage: running.storage, client, stop };
  };

  const openCompany = async ({ config, storage }: Awaited<ReturnType<typeof start>>) => {
    const wish = { name: 'Al Noor Clinic', plan: 'active', trialDays: 14, timezone: 'Asia/Riyadh' } as const;
    const also = withSimulatedSender(config, storage.secrets);
    const { companyId, token } = await createCompany(storage.database.pool, storage.secrets, wish, also);
    return credentials(companyId, token);
  };

  it('brings messages and tokens back by the two commands shown', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hudhud-backup-'));
    await chmod(folder, 0o755);
    const paths = {
      DATA_DIR: join(folder, 'data'),
      BACKUP_FILE: join(folder, 'backup.tar.gz'),
      RESTORED_DIR: join(folder, 'restored'),
    };
    try {
      const first = await start(paths.DATA_DIR);
      const headers = await openCompany(first);
      const body = { to: '+966501234567', message: 'Before the backup' };
      const sent = await first.client.call<{ message_id: string }>('POST', '/api/v1/messages/send', {
        headers,
        body,
      });
      expect(sent.status, sent.text).toBe(200);
      await first.stop();

      for (const name of ['backup', 'restore']) {
        const { code, output } = await run('sh', ['-euc', commandsNamed(name)], { env: paths });
        expect(code, output).toBe(0);
      }
      await rm(paths.DATA_DIR, { recursive: true });

      const second = await start(paths.RESTORED_DIR);
      const found = await second.client.call('GET', `/api/v1/messages/${sent.body.message_id}`, { headers });
      expect(found.body).toMatchObject({ message: 'Before the backup' });
      await second.stop();
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  }, 180_000);
});

describe('a file that the guide to self-hosting hands out', () => {
  const root = join(docsFolder, '..');

  it('is a container file that copies only what is there', () => {
    const lines = readFileSync(join(root, 'Containerfile'), 'utf8').split('\n');
    const copied = lines
      .filter((line) => line.startsWith('COPY '))
      .flatMap((line) => line.split(' ').slice(1, -1))
      .filter((path) => !existsSync(join(root, path)));
    expect(copied).toEqual([]);
    const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      workspaces: string[];
    };
    for (const workspace of workspaces)
      expect(lines).toContain(`COPY ${workspace}/package.json ${workspace}/`);
  });

  it('is a unit that names only settings and sections that systemd knows', () => {
    const text = readFileSync(join(docsFolder, 'samples/hudhud.service'), 'utf8');
    expect([...text.matchAll(/^\[(\w+)\]$/gm)].map(([, name]) => name)).toEqual([
      'Unit',
      'Service',
      'Install',
    ]);
    const settings = text.split('\n').filter((line) => line !== '' && !/^[[#]/.test(line));
    for (const line of settings) expect(line).toMatch(/^[A-Z][A-Za-z]+=\S/);
    expect(text).toMatch(/^ExecStart=\/\S+ start$/m);
  });
});
