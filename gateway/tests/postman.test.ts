// The Postman collection: made from the document, offered with the gateway's address, and run by newman from the first
// request to the last against a gateway with a simulator.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { readCopy } from '../../scripts/docs/open-api-copy.ts';
import type { Collection, Folder, Item } from '../postman/collection.ts';
import { collectionPath, toCollectionText } from '../postman/collection-file.ts';
import { runnableOperations } from '../postman/plan-step.ts';
import type { OpenApiDocument } from '../src/open-api/open-api-document.ts';
import { sendingEnvironment, type TestCompany, useGateway } from './support/gateway.ts';
import { takesIt } from './support/receivers/behaviours.ts';
import { startReceiver } from './support/receivers/receiver.ts';

const gateway = await useGateway({
  environment: { ...sendingEnvironment, WEBHOOK_ALLOWED_NETWORKS: 'loopback' },
});
const document = JSON.parse(readCopy()) as OpenApiDocument;
const collection = JSON.parse(readFileSync(collectionPath, 'utf8')) as Collection;

const folder = await mkdtemp(join(tmpdir(), 'hudhud-postman-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const itemsIn = (items: readonly (Item | Folder)[]): Item[] =>
  items.flatMap((item) => ('item' in item ? itemsIn(item.item) : [item]));
const items = itemsIn(collection.item);

interface Run {
  readonly code: number;
  readonly assertions: { readonly total: number; readonly failed: number };
  readonly requests: { readonly total: number; readonly failed: number };
  readonly failures: readonly string[];
}

interface Report {
  readonly run: {
    readonly stats: Pick<Run, 'assertions' | 'requests'>;
    readonly failures: readonly { source: { name: string }; error: { test?: string; message: string } }[];
  };
}

const require = createRequire(import.meta.url);
const newman = require.resolve('newman/bin/newman.js');

/** Runs what the gateway hands out, as a customer would: on the command line. */
const runNewman = async (company: TestCompany, token: string, webhookUrl: string): Promise<Run> => {
  const { text } = await gateway.call('GET', '/postman.json');
  const file = join(folder, 'collection.json');
  const report = join(folder, 'report.json');
  await writeFile(file, text);
  const variables = { token, companyId: company.id, webhookUrl };
  const args = [newman, 'run', file, '-r', 'json', '--reporter-json-export', report];
  for (const [name, value] of Object.entries(variables)) args.push('--env-var', `${name}=${value}`);
  const code = await promisify(execFile)(process.execPath, args).then(
    () => 0,
    (error: { code?: number }) => error.code ?? 1,
  );
  const { run } = JSON.parse(await readFile(report, 'utf8')) as Report;
  const failures = run.failures.map(({ source, error }) => `${source.name}: ${error.test}: ${error.message}`);
  return { code, ...run.stats, failures };
};

describe('the collection of the repository', () => {
  it('is what the generator makes of the document; otherwise run npm run docs', async () => {
    const made = await toCollectionText(document);
    expect(made.split('\n')).toEqual(readFileSync(collectionPath, 'utf8').split('\n'));
  });

  it('holds every operation that a token opens, in a folder of its capability', () => {
    const names = runnableOperations(document).map(({ raw }) => raw.summary ?? '');
    expect(items.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(collection.item.map(({ name }) => name)).toContain('Messages');
  });

  it('carries both credentials for the whole of it, and as variables', () => {
    expect(collection.auth).toMatchObject({ type: 'bearer', bearer: [{ value: '{{token}}' }] });
    expect(collection.event[0]?.script.exec.join('\n')).toContain("upsert({ key: 'X-Company-ID'");
    for (const { name, request } of items) {
      expect(request.header, name).toContainEqual({ key: 'X-Company-ID', value: '{{companyId}}' });
    }
    const keys = collection.variable.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['baseUrl', 'token', 'companyId']));
  });

  it('tests the status and the shape of every answer', () => {
    for (const { name, event = [] } of items) {
      const test = event.find(({ listen }) => listen === 'test')?.script.exec.join('\n');
      expect(test, name).toContain("pm.test('answers 20");
      expect(test, name).toContain("pm.test('has the shape");
    }
  });
});

describe('GET /postman.json', () => {
  it('is the collection with the address of this gateway, as a download', async () => {
    const { status, headers, body } = await gateway.call<Collection>('GET', '/postman.json');
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain('attachment');
    expect(body.variable.find(({ key }) => key === 'baseUrl')?.value).toBe(gateway.address);
    expect(body.item).toEqual(collection.item);
  });
});

describe('newman', () => {
  it('runs the whole collection in its order, and all is green', async () => {
    const company = await gateway.createCompany();
    const receiver = await startReceiver(takesIt);
    const run = await runNewman(company, company.token, receiver.url);
    await receiver.close();
    expect(run.failures).toEqual([]);
    expect(run.code).toBe(0);
    expect(run.requests.total).toBeGreaterThanOrEqual(items.length);
    expect(run.assertions.total).toBeGreaterThanOrEqual(2 * items.length);
  }, 180_000);

  it('is red with a wrong token, in every request', async () => {
    const company = await gateway.createCompany();
    const run = await runNewman(company, `${company.token}x`, 'https://example.com/hooks');
    expect(run.code).not.toBe(0);
    expect(run.failures.filter((line) => line.includes('answers 20'))).toHaveLength(items.length);
  }, 180_000);
});
