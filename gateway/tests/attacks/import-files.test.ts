// Files that are made to break the reader of imports: the gateway goes on, takes no more memory than a bound, and says what
// is wrong with the file.

import { readFile } from 'node:fs/promises';
import type { ContactImport } from '@hudhud/contract/imports.ts';
import { request } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { findFreePort, type GatewayProcess, spawnGateway } from '../faults/support/gateway-process.ts';
import { goodPassword } from '../support/browser.ts';
import { useDatabase } from '../support/database.ts';
import { testEnvironment } from '../support/gateway.ts';
import { waitUntil } from '../support/wait-until.ts';
import { hostileXlsx, wideXlsx } from './support/hostile-files.ts';

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const megabyte = 1_048_576;
/** The heap of the thread that reads, the shared texts it may keep, and what is under way of the file. */
const growthBytesMax = 400 * megabyte;
const patience = 300_000;

const database = await useDatabase();
const port = await findFreePort();
const gateway: GatewayProcess = spawnGateway(port, {
  ...testEnvironment(database.url),
  PORT: String(port),
  ROLES: 'api,campaigns',
});
afterAll(() => gateway.kill());
await gateway.ready();

const signUp = async (): Promise<Record<string, string>> => {
  const email = `${Math.random().toString(36).slice(2)}@example.com`;
  const body = JSON.stringify({ name: 'Eve', email, password: goodPassword, company_name: 'Stranger' });
  const headers = { 'content-type': 'application/json' };
  const answer = await request(`${gateway.address}/api/v1/sign-up`, { method: 'POST', headers, body });
  expect(answer.statusCode).toBe(201);
  const { token, companies } = (await answer.body.json()) as { token: string; companies: { id: string }[] };
  return { authorization: `Bearer ${token}`, 'x-company-id': companies[0]?.id ?? '' };
};
const company = await signUp();

interface Answer {
  readonly status: number;
  readonly text: string;
}

const call = async (
  method: 'GET' | 'POST',
  path: string,
  type = 'application/json',
  body: Buffer | string | AsyncIterable<Buffer> | null = null,
): Promise<Answer> => {
  const headers = body === null ? company : { ...company, 'content-type': type };
  const answer = await request(`${gateway.address}${path}`, {
    method,
    headers,
    body: body as Buffer | null,
    headersTimeout: patience,
  });
  return { status: answer.statusCode, text: await answer.body.text() };
};

const upload = (body: Buffer | AsyncIterable<Buffer>, type = xlsxType): Promise<Answer> =>
  call('POST', '/api/v1/contact-imports', type, body);

const memoryBytes = async (): Promise<number> => {
  const status = await readFile(`/proc/${gateway.processId}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
};

/** The most memory that the gateway took beyond what it had, while something went on. */
const growthDuring = async (work: () => Promise<void>): Promise<number> => {
  const before = await memoryBytes();
  let most = before;
  const timer = setInterval(async () => {
    most = Math.max(most, await memoryBytes().catch(() => 0));
  }, 50);
  await work();
  clearInterval(timer);
  return most - before;
};

const expectRefusal = ({ status, text }: Answer): void => {
  expect(status, text).toBe(422);
  expect(JSON.parse(text)).toMatchObject({ code: 'contact_import_unreadable' });
};

describe('an XLSX file with', () => {
  it.each(Object.keys(hostileXlsx))(
    '%s is refused, and the gateway goes on',
    async (name) => {
      const file = (await hostileXlsx[name]?.()) ?? Buffer.alloc(0);
      // Small enough to be sent by anyone.
      expect(file.length).toBeLessThan(10 * megabyte);
      const growth = await growthDuring(async () => expectRefusal(await upload(file)));
      expect(growth / megabyte).toBeLessThan(growthBytesMax / megabyte);
      expect(gateway.hasExited).toBe(false);
      expect((await call('GET', '/api/v1/contacts')).status).toBe(200);
    },
    patience,
  );

  it(
    'a million columns is read as far as a list of people goes, and imported',
    async () => {
      const file = await wideXlsx();
      const growth = await growthDuring(async () => {
        const { status, text } = await upload(file);
        expect(status, text).toBe(201);
        const { id, preview } = JSON.parse(text) as ContactImport;
        expect(preview.rows.at(-1)).toEqual(['+966501234567']);
        const mapping = ['phone_number', ...Array.from({ length: 199 }, () => null)];
        const options = JSON.stringify({ mapping, has_header: true });
        const started = await call('POST', `/api/v1/contact-imports/${id}/start`, undefined, options);
        expect(started.status, started.text).toBe(202);
        const done = await waitUntil(
          'the import was over',
          async () => {
            const job = JSON.parse((await call('GET', `/api/v1/contact-imports/${id}`)).text);
            return ['done', 'failed'].includes(job.state) && (job as ContactImport);
          },
          patience,
        );
        expect(done).toMatchObject({ state: 'done', created: 1 });
      });
      expect(growth / megabyte).toBeLessThan(growthBytesMax / megabyte);
    },
    patience,
  );
});

async function* commas(bytes: number): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(megabyte, ',');
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

describe('a CSV file', () => {
  it(
    'of 190 MB of commas is refused with the reason',
    async () => {
      const growth = await growthDuring(async () => {
        const answer = await upload(commas(190 * megabyte), 'text/csv');
        expectRefusal(answer);
        expect(answer.text).toContain('cells');
      });
      expect(growth / megabyte).toBeLessThan(growthBytesMax / megabyte);
    },
    patience,
  );

  it(
    'is one of two that a company may upload at a time',
    async () => {
      const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow = gates.map(({ promise }) =>
        upload(
          (async function* () {
            yield Buffer.from('phone\n+966501234567\n');
            await promise;
          })(),
          'text/csv',
        ),
      );
      const third = await waitUntil(
        'the places were taken',
        async () => {
          const answer = await upload(Buffer.from('phone\n+966501234567\n'), 'text/csv');
          return answer.status !== 201 && answer;
        },
        patience,
      );
      expect(third.status).toBe(429);
      expect(JSON.parse(third.text)).toMatchObject({ code: 'too_many_contact_imports' });
      for (const { resolve } of gates) resolve();
      expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([201, 201]);
      expect((await upload(Buffer.from('phone\n+966501234567\n'), 'text/csv')).status).toBe(201);
    },
    patience,
  );
});
