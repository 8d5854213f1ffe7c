// What every benchmark of sending plays on: a simulator, a gateway with companies, and the PostgreSQL between them, each a
// process of its own; the load comes from the process that runs the benchmark.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectTo, createBenchDatabase, findPostmaster, type ServerConnection } from '../bench-database.ts';
import { type BenchProcess, startProcess } from '../bench-process.ts';
import { type Caller, type Target, targetOf } from '../send-requests.ts';
import type { BenchSimulator, SimulatedNumber } from './simulator.ts';

export interface BenchCompany extends Omit<Caller, 'provider'>, SimulatedNumber {}

export interface Stage {
  readonly target: Target;
  readonly companies: readonly BenchCompany[];
  readonly simulator: BenchSimulator;
  readonly gatewayId: number;
  readonly postmasterId: number;
  /** A connection to the gateway's database. */
  readonly client: pg.Client;
  stop(): Promise<void>;
}

export interface StageOptions {
  readonly connection: ServerConnection;
  readonly simulator: BenchSimulator;
  readonly database: string;
  /** Whose numbers the senders are; the default provider's when left out. */
  readonly provider?: string;
  /** Messages per second of each company's sender. */
  readonly paces: readonly number[];
  /** Settings of the gateway besides. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Left out: the gateway of this checkout. */
  readonly program?: URL;
  readonly environment?: Readonly<Record<string, string>>;
}

/** No pace at all: what is measured is how fast the gateway can. */
export const unpaced = 100_000;

const ownProgram = new URL('bench-gateway.ts', import.meta.url);
/** As `npm start` runs it. */
const nodeArgs = ['--max-semi-space-size=16'];
/** Long enough for the gateway to claim the lanes of its senders. */
const settleMilliseconds = 2_000;

/** What a checkout that knew one provider only does not say of its numbers. */
const olderNumber = ({ fields }: BenchCompany) => ({
  provider: 'meta_cloud',
  account: fields.phone_number_id ?? '',
});

interface Hello {
  readonly address: string;
  readonly companies: BenchCompany[];
}

export const openStage = async (options: StageOptions): Promise<Stage> => {
  const { connection, simulator, database, program = ownProgram } = options;
  const environment = await createBenchDatabase(connection, database);
  const settings = {
    PORT: '0',
    REQUESTS_PER_MINUTE: '100000000',
    SIMULATOR: 'no',
    WEBHOOK_ALLOWED_NETWORKS: 'loopback',
    BENCH_SIMULATOR: simulator.address,
    BENCH_PACES: JSON.stringify(options.paces),
    ...options.environment,
    ...(options.provider !== undefined && { BENCH_PROVIDER: options.provider }),
    ...environment,
    ...options.settings,
  };
  const gateway: BenchProcess<Hello> = await startProcess(program, settings, nodeArgs);
  const { address, companies } = gateway.hello;
  for (const company of companies) await simulator.register({ ...olderNumber(company), ...company });
  const client = await connectTo(connection, database);
  await sleep(settleMilliseconds);
  return {
    target: targetOf(address),
    companies,
    simulator,
    gatewayId: gateway.processId,
    postmasterId: await findPostmaster(connection),
    client,
    async stop() {
      await client.end();
      await gateway.stop();
    },
  };
};
