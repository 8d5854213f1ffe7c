// A real gateway whose senders are called back by a provider that signs as Meta does.

import { createHmac } from 'node:crypto';
import { Writable } from 'node:stream';
import { startGateway } from '../../src/app/gateway.ts';
import { createCompany } from '../../src/companies/create-company.ts';
import { readConfig } from '../../src/config/config.ts';
import { fromPublicId, newUuid } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { callbackPath } from '../../src/senders/callback-path.ts';
import { sealFields } from '../../src/senders/sealed-fields.ts';
import { type TestDatabase, useDatabase } from './database.ts';
import { atFileEnd } from './file-end.ts';
import { credentials, testEnvironment } from './gateway.ts';
import { type Answer, createHttpClient, type HttpClient } from './http-client.ts';

export interface TestSender {
  readonly companyId: string;
  readonly id: string;
  /** The provider's own name for the number. */
  readonly account: string;
  readonly secret: string;
  readonly verifyToken: string;
  readonly path: string;
  /** Signs these bytes, or this value as JSON, and calls back. */
  callBack(body: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface SenderChoices {
  /** Left out: a new one. */
  readonly companyId?: string;
  readonly account?: string;
  readonly secret?: string;
}

export interface CallbackGateway extends HttpClient {
  readonly database: TestDatabase;
  readonly address: string;
  /** Its log so far, one JSON text a line. */
  readonly logLines: readonly string[];
  /** UUID of a new company. */
  addCompany(): Promise<string>;
  /** A new company that can call the API too. */
  addCaller(): Promise<{
    readonly companyId: string;
    get<Body = unknown>(path: string): Promise<Answer<Body>>;
    call<Body = unknown>(method: string, path: string, body?: unknown): Promise<Answer<Body>>;
  }>;
  addSender(choices?: SenderChoices): Promise<TestSender>;
  /** The texts of people that are stored, in the order of the alphabet. */
  bodiesOf(companyId: string): Promise<string[]>;
}

export const sign = (secret: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** JSON as Meta writes it: everything beyond ASCII as an escape. */
export const toMetaBytes = (value: unknown): Buffer =>
  Buffer.from(
    JSON.stringify(value).replace(
      /[\u0080-\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );

const newCompany = {
  name: 'Test company',
  plan: 'active',
  trialDays: 14,
  timezone: 'Asia/Riyadh',
} as const;

const start = async (
  database: TestDatabase,
  logLines: string[],
  environment: Readonly<Record<string, string>>,
) => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logLines.push(String(chunk));
      done();
    },
  });
  const config = readConfig({ ...testEnvironment(database.url), LOG_LEVEL: 'debug', ...environment });
  const log = createLog(config.logLevel, destination);
  return await startGateway({
    config,
    log,
    say: () => undefined,
  });
};

export const useCallbackGateway = async (
  environment: Readonly<Record<string, string>> = {},
): Promise<CallbackGateway> => {
  const database = await useDatabase();
  const logLines: string[] = [];
  const running = await start(database, logLines, environment);
  const client = createHttpClient(running.address);
  atFileEnd(() => Promise.all([running.stop(), client.close()]));
  const { pool } = running.storage.database;
  const { secrets } = running.storage;

  const addCompany = async (): Promise<string> => {
    const { companyId } = await createCompany(pool, secrets, newCompany);
    return fromPublicId('company', companyId) ?? '';
  };

  return {
    ...client,
    database,
    address: running.address,
    logLines,
    addCompany,
    async addCaller() {
      const { companyId, token } = await createCompany(pool, secrets, newCompany);
      const headers = credentials(companyId, token);
      return {
        companyId: fromPublicId('company', companyId) ?? '',
        get: (path) => client.call('GET', path, { headers }),
        call: (method, path, body) =>
          client.call(method, path, { headers, ...(body !== undefined && { body }) }),
      };
    },
    async addSender({ companyId: given, account = newUuid(), secret = 'test_app_secret' } = {}) {
      const companyId = given ?? (await addCompany());
      const id = newUuid();
      const verifyToken = `verify ${id}`;
      const fields = {
        phone_number_id: account,
        access_token: 'EAAG',
        app_secret: secret,
        verify_token: verifyToken,
      };
      await database.query(
        `insert into senders (company_id, id, name, provider, account, messages_per_second, fields)
         values ($1, $2, 'Test sender', 'meta_cloud', $3, 80, $4)`,
        [companyId, id, account, sealFields(secrets, { companyId, id }, fields)],
      );
      const path = callbackPath({ provider: 'meta_cloud', companyId, id });
      return {
        companyId,
        id,
        account,
        secret,
        verifyToken,
        path,
        callBack(body, headers = {}) {
          const bytes = Buffer.isBuffer(body) ? body : toMetaBytes(body);
          return client.call('POST', path, {
            body: bytes,
            headers: { 'x-hub-signature-256': sign(secret, bytes), ...headers },
          });
        },
      };
    },
    async bodiesOf(companyId) {
      const rows = await database.query<{ body: string }>(
        `select body from messages where company_id = $1 and direction = 'in' order by body`,
        [companyId],
      );
      return rows.map(({ body }) => body);
    },
  };
};
