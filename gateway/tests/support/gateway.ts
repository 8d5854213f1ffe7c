// A real gateway on a free port against a database of the test file, with companies that call it.

import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Writable } from 'node:stream';
import type { CompanyPlan } from '@hudhud/contract/companies.ts';
import type { SendAnswer } from '@hudhud/contract/messages.ts';
import { type Gateway, startGateway } from '../../src/app/gateway.ts';
import { createCompany } from '../../src/companies/create-company.ts';
import { readConfig } from '../../src/config/config.ts';
import { fromPublicId } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { withSimulatedSender } from '../../src/simulator/runs-simulator.ts';
import { type TestDatabase, useDatabase } from './database.ts';
import { atFileEnd } from './file-end.ts';
import { type Answer, type CallOptions, createHttpClient, type HttpClient } from './http-client.ts';

export const testSecretKey = 'a secret key that only the tests know';

type Environment = Readonly<Record<string, string>>;

interface DatabaseChoice {
  /** Left out: a new database. */
  readonly database?: TestDatabase;
}

export interface ApiGatewayChoices extends DatabaseChoice {
  /** A gateway that does more than serve the API is made by `useGateway`. */
  readonly environment?: Environment & { readonly ROLES?: never };
}

export interface GatewayChoices extends DatabaseChoice {
  readonly environment: Environment & { readonly ROLES: string };
}

export interface CompanyChoices {
  readonly name?: string;
  readonly plan?: CompanyPlan;
  /** 0: the trial is over. */
  readonly trialDays?: number;
}

export interface TestCompany {
  /** Public id. */
  readonly id: string;
  readonly uuid: string;
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
  call<Body = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer<Body>>;
  get<Body = unknown>(path: string): Promise<Answer<Body>>;
  /** Sends by the versioned path; `fields` are laid over a body that is accepted. */
  send(fields?: object, headers?: Record<string, string>): Promise<Answer<SendAnswer>>;
}

export interface TestGateway extends HttpClient {
  readonly address: string;
  readonly database: TestDatabase;
  readonly running: Gateway;
  /** What it logged so far, one JSON text a line. */
  readonly logLines: readonly string[];
  createCompany(choices?: CompanyChoices): Promise<TestCompany>;
  /** The same company, calling this gateway. */
  adopt(company: TestCompany, token?: string): TestCompany;
  /** May be called by the test; the end of the file does it otherwise. */
  stop(): Promise<void>;
}

export const goodSend = { to: '+966501234567', message: 'Your appointment is on Sunday.' };
export const goodUnversionedSend = {
  phone_number: '+966501234567',
  message: 'Your appointment is on Sunday.',
};

export const credentials = (id: string, token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'x-company-id': id,
});

/** Files of messages; gateways on one database share it. */
export const dataDirOf = (databaseUrl: string): string =>
  join(tmpdir(), 'hudhud-test-data', basename(new URL(databaseUrl).pathname));

/** Most tests are about accepting: what is accepted stays `queued`, and rows stay as they are. */
const apiOnly = { ROLES: 'api' };

export const testEnvironment = (databaseUrl: string): Record<string, string> => ({
  PORT: '0',
  DATA_DIR: dataDirOf(databaseUrl),
  DATABASE_URL: databaseUrl,
  SECRET_KEY: testSecretKey,
  LOG_LEVEL: 'warn',
  // Tests of refusals make more of them in a minute than any honest caller would.
  REFUSALS_PER_MINUTE: '1000000',
  SIGN_IN_TRIES: '1000000',
  SIGN_IN_TRIES_PER_ADDRESS: '1000000',
  SHUTDOWN_SECONDS: '5',
  SIMULATOR: 'yes',
  ...apiOnly,
  SEND_WAIT_SECONDS: '0',
  // Tests look at what a callback has changed as soon as it is answered.
  CALLBACK_ANSWER_MILLISECONDS: '60000',
});

/** For tests that want to see messages go out, to the simulator inside the gateway. */
export const sendingEnvironment: Environment & { readonly ROLES: string } = {
  ROLES: 'api,dispatch,webhooks,campaigns',
  SEND_WAIT_SECONDS: '10',
  SIMULATOR_CONTROL: 'open',
};

const callAs = (client: HttpClient, id: string, token: string): TestCompany => {
  const headers = credentials(id, token);
  const call = <Body>(method: string, path: string, options: CallOptions = {}): Promise<Answer<Body>> =>
    client.call<Body>(method, path, { ...options, headers: { ...headers, ...options.headers } });
  return {
    id,
    uuid: fromPublicId('company', id) ?? '',
    token,
    headers,
    call,
    get: (path) => call('GET', path),
    send: (fields = {}, extra = {}) =>
      call<SendAnswer>('POST', '/api/v1/messages/send', { body: { ...goodSend, ...fields }, headers: extra }),
  };
};

/** Serves the API and nothing else: nothing is dispatched, delivered or run. */
export const useApiGateway = ({ database, environment }: ApiGatewayChoices = {}): Promise<TestGateway> =>
  useGateway({ ...(database && { database }), environment: { ...environment, ...apiOnly } });

/** Does what `ROLES` says. */
export const useGateway = async (choices: GatewayChoices): Promise<TestGateway> => {
  const database = choices.database ?? (await useDatabase());
  const logLines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logLines.push(String(chunk));
      done();
    },
  });
  const config = readConfig({ ...testEnvironment(database.url), ...choices.environment });
  const started = await startGateway({
    config,
    log: createLog(config.logLevel, destination),
    say: () => undefined,
  });
  // A test may stop it itself, and the end of the file stops what still runs.
  let ended: Promise<void> | undefined;
  const running: Gateway = {
    ...started,
    stop() {
      ended ??= started.stop();
      return ended;
    },
  };
  const client = createHttpClient(running.address);
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= Promise.all([running.stop(), client.close()]).then(() => undefined);
    return stopping;
  };
  atFileEnd(async () => {
    await stop();
    await rm(dataDirOf(database.url), { recursive: true, force: true });
  });
  return {
    ...client,
    address: running.address,
    database,
    running,
    logLines,
    async createCompany({ name = 'Test company', plan = 'active', trialDays = 14 } = {}) {
      const { pool } = running.storage.database;
      const company = { name, plan, trialDays, timezone: 'Asia/Riyadh' };
      const also = withSimulatedSender(config, running.storage.secrets);
      const created = await createCompany(pool, running.storage.secrets, company, also);
      return callAs(client, created.companyId, created.token);
    },
    adopt: (company, token = company.token) => callAs(client, company.id, token),
    stop,
  };
};
