// Starts the server under measurement as a process of its own. It accepts and does not send: what sending costs is the
// business of another benchmark.

import { type BenchProcess, startProcess } from '../bench-process.ts';
import { type Caller, makeSendRequests, type Target, targetOf } from '../send-requests.ts';

export interface BenchServer extends Target, Caller {
  readonly processId: number;
  stop(): Promise<void>;
}

interface Hello extends Caller {
  readonly address: string;
}

const program = new URL('bench-server.ts', import.meta.url);
const requestsMade = 1000;

export const startServer = async (environment: Readonly<Record<string, string>>): Promise<BenchServer> => {
  const { processId, hello, stop }: BenchProcess<Hello> = await startProcess(program, {
    PORT: '0',
    REQUESTS_PER_MINUTE: '100000000',
    ROLES: 'api',
    SIMULATOR: 'yes',
    ...environment,
  });
  const { address, companyId, token } = hello;
  return { processId, ...targetOf(address), companyId, token, stop };
};

export const makeRequests = (server: BenchServer, path: string): Buffer[] =>
  makeSendRequests(server, { callers: [server], count: requestsMade, isWaiting: false, path });
