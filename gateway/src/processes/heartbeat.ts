// The heartbeat thread: renews this process's lease, on a connection of its own, and writes the new deadline where the other
// threads read it.

import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type pg from 'pg';
import { connectTo } from '../platform/database/hosts.ts';
import { collectGarbage } from '../platform/give-memory-back.ts';
import { deadlineAfter, type HeartbeatData, pulseFields } from './lease.ts';
import { renewLease } from './queries.ts';

const { connection, epoch, leaseSeconds, pulse } = workerData as HeartbeatData;
const beatMilliseconds = (leaseSeconds * 1000) / 6;

const connect = (): Promise<pg.Client> =>
  connectTo(connection, {
    application_name: 'hudhud heartbeat',
    connectionTimeoutMillis: beatMilliseconds * 2,
    query_timeout: beatMilliseconds * 2,
    keepAlive: true,
  });

const beat = async (client: pg.Client): Promise<boolean> => {
  const asked = process.hrtime.bigint();
  const processes = await renewLease(client, epoch, leaseSeconds);
  const isRenewed = processes > 0;
  if (isRenewed) Atomics.store(pulse, pulseFields.processes, BigInt(processes));
  Atomics.store(pulse, pulseFields.deadline, isRenewed ? deadlineAfter(asked, leaseSeconds) : 0n);
  return isRenewed;
};

let client: pg.Client | null = null;
let isFirst = true;
for (let isOurs = true; isOurs; ) {
  try {
    client ??= await connect();
    isOurs = await beat(client);
    // A heap that hardly grows would never be rid of what its start has left.
    if (isFirst) await collectGarbage();
    isFirst = false;
  } catch {
    client?.end().catch(() => undefined);
    client = null;
  }
  await sleep(beatMilliseconds);
}
