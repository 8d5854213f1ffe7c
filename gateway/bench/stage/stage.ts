// What every benchmark of sending plays on: a simulator, a gateway with companies, and the PostgreSQL between them, each a
// process of its own; the load comes from the process that runs the benchmark.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectTo, createBenchDatabase, findPostmaster, type ServerConnection } from '../bench-database.ts';
import { type BenchProcess, startProcess } from '../bench-process.ts';
import { type Caller, type Target, targetOf } from '../send-requests.ts';
import { builtGateway } from './built-gateway.ts';
import type { BenchSimulator, SimulatedNumber } from './simulator.ts';

export interface BenchCompany extends Omit<Caller, 'provider'>, SimulatedNumber {}

export interface BenchGateway {
  readonly processId: number;
  readonly target: Target;
}

export interface Stage {
  readonly target: Target;
  readonly companies: readonly BenchCompany[];
  readonly simulator: BenchSimulator;
  readonly gatewayId: number;
  /** Every gateway, the first one too. */
  readonly gateways: readonly BenchGateway[];
  readonly postmasterId: number;
  /** A connection to the gateway's database. */
  readonly client: pg.Client;
  stop(): Promise<void>;
}

export interface StageOptions {
  readonly connection: ServerConnection;
  readonly simulator: BenchSimulator;
  readonly database: string;
  /** The provider of the senders' numbers; the default one when left out. */
  readonly provider?: string;
  /** Messages per second of each company's sender. */
  readonly paces: readonly number[];
  /** Gateways on the one database; the callbacks of the companies are shared out among them. One when left out. */
  readonly processes?: number;
  /** Settings of the gateway besides. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The checkout whose gateway it is; this one when left out. */
  readonly tree?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** No pace at all: what is measured is how fast the gateway can. */
export const unpaced = 100_000;

const ownTree = join(import.meta.dirname, '../../..');
/** As `npm start` runs it. */
const nodeArgs = ['--max-semi-space-size=16', '--expose-gc', '--heap-growing-percent=70'];
/** Long enough for the gateway to claim the lanes of its senders. */
const settleMilliseconds = 2_000;

/** The fields of a number that a checkout with a single provider leaves out. */
const olderNumber = ({ fields }: BenchCompany) => ({
  provider: 'meta_cloud',
  account: fields.phone_number_id ?? '',
});

type GatewayHello = { address: string; companies: BenchCompany[] };

/** As a balancer does it: callbacks go to any gateway, also to one that does not send for the company. */
const spreadCallbacks = (
  companies: readonly BenchCompany[],
  addresses: readonly string[],
): readonly BenchCompany[] =>
  companies.map((company, index) => {
    const address = addresses[index % addresses.length] ?? '';
    const callbackUrl = company.callbackUrl && address + new URL(company.callbackUrl).pathname;
    return { ...company, callbackUrl };
  });

export const openStage = async (options: StageOptions): Promise<Stage> => {
  const { connection, simulator, database } = options;
  const program = await builtGateway(options.tree ?? ownTree);
  const environment = await createBenchDatabase(connection, database);
  const start = (paces: readonly number[]): Promise<BenchProcess<GatewayHello>> =>
    startProcess(
      program,
      {
        PORT: '0',
        MALLOC_ARENA_MAX: '1',
        REQUESTS_PER_MINUTE: '100000000',
        SIMULATOR: 'no',
        WEBHOOK_ALLOWED_NETWORKS: 'loopback',
        BENCH_SIMULATOR: simulator.address,
        BENCH_PACES: JSON.stringify(paces),
        ...options.environment,
        ...(options.provider !== undefined && { BENCH_PROVIDER: options.provider }),
        ...environment,
        ...options.settings,
      },
      nodeArgs,
    );
  const first = await start(options.paces);
  const started = [first];
  while (started.length < (options.processes ?? 1)) started.push(await start([]));
  const companies = spreadCallbacks(
    first.hello.companies,
    started.map(({ hello }) => hello.address),
  );
  for (const company of companies) await simulator.register({ ...olderNumber(company), ...company });
  const client = await connectTo(connection, database);
  await sleep(settleMilliseconds);
  return {
    target: targetOf(first.hello.address),
    companies,
    simulator,
    gatewayId: first.processId,
    gateways: started.map(({ processId, hello }) => ({ processId, target: targetOf(hello.address) })),
    postmasterId: await findPostmaster(connection),
    client,
    async stop() {
      await client.end();
      for (const gateway of started) await gateway.stop();
    },
  };
};
