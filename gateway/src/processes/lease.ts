// This process's right to send: a lease in the database under a number (epoch) that no other process ever has. It is
// renewed from a thread of its own, so that a busy event loop does not lose it, and all code that is about to call a
// provider checks `isHeld` first. A lease that has run out is never revived: another process may have taken over.

import { hostname } from 'node:os';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import type { ConnectionSettings } from '../platform/database/hosts.ts';
import { threadFile } from '../platform/threads.ts';
import { type CallJournal, readBootId } from './call-journal.ts';
import { endLease, endOtherLeases, insertProcess } from './queries.ts';

export interface Lease {
  readonly epoch: string;
  /** Where the calls under this lease are recorded; null when they are not. */
  readonly journal: CallJournal | null;
  isHeld(): boolean;
  /** How many processes had a lease at the last heartbeat, with this one. */
  readonly processes: number;
  /** Ends the lease: other processes may take over at once. */
  end(): Promise<void>;
  /** Stops the heartbeat without ending the lease, as for a lease that is lost anyway. */
  abandon(): void;
}

export interface LeaseOptions {
  readonly pool: pg.Pool;
  readonly connection: ConnectionSettings;
  readonly seconds: number;
  /** True when no other process can be alive: any holder of a lease is dead and need not be waited for. */
  readonly isAlone: boolean;
  /** Makes the journal of a new lease. Left out: none is kept. */
  readonly openJournal?: () => CallJournal | null;
  /** Where other processes of this machine reach this one; null when they cannot. */
  readonly socket?: () => string | null;
}

/** Data of the heartbeat thread, and the memory it writes for the other threads. */
export interface HeartbeatData {
  readonly connection: ConnectionSettings;
  readonly epoch: string;
  readonly leaseSeconds: number;
  readonly pulse: Pulse;
}

/** Shared between the threads: until when the lease is held, in nanoseconds of the system's steady clock, and how many processes are alive. */
export type Pulse = BigInt64Array;
export const pulseFields = { deadline: 0, processes: 1 } as const;

/** The lease ends for us a little before it ends for the others. */
export const deadlineAfter = (asked: bigint, leaseSeconds: number): bigint =>
  asked + BigInt(Math.floor(leaseSeconds * 0.9 * 1e9));

export const takeLease = async (options: LeaseOptions): Promise<Lease> => {
  const { pool, connection, seconds } = options;
  const asked = process.hrtime.bigint();
  const journal = options.openJournal?.() ?? null;
  const epoch = await insertProcess(pool, `${hostname()} ${process.pid}`, seconds, {
    bootId: readBootId(),
    journal: journal?.place.file ?? null,
    socket: options.socket?.() ?? null,
  });
  if (options.isAlone) await endOtherLeases(pool, epoch);
  const pulse: Pulse = new BigInt64Array(new SharedArrayBuffer(16));
  Atomics.store(pulse, pulseFields.deadline, deadlineAfter(asked, seconds));
  Atomics.store(pulse, pulseFields.processes, 1n);
  const workerData: HeartbeatData = { connection, epoch, leaseSeconds: seconds, pulse };
  const heartbeat = new Worker(threadFile('heartbeat', import.meta.url), {
    workerData,
    // A connection and a timer: a thread of its own would otherwise grow to tens of megabytes before it collects garbage.
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
  });
  // A heart that stops is noticed by the deadline.
  heartbeat.on('error', () => undefined);
  heartbeat.unref();

  const abandon = (): void => {
    Atomics.store(pulse, pulseFields.deadline, 0n);
    journal?.close();
    void heartbeat.terminate();
  };
  return {
    epoch,
    journal,
    isHeld: () => process.hrtime.bigint() < Atomics.load(pulse, pulseFields.deadline),
    get processes() {
      return Number(Atomics.load(pulse, pulseFields.processes));
    },
    async end() {
      abandon();
      await endLease(pool, epoch);
    },
    abandon,
  };
};
