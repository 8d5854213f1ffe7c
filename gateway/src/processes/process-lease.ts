// The lease of this process for as long as it lives: when one has run out, because the process was frozen or the
// database away, a new one is taken under a new epoch. Work under a lease stops with that lease.

import type { Log } from '../platform/log.ts';
import { type Loop, startLoop } from '../platform/loop.ts';
import { type Lease, type LeaseOptions, takeLease } from './lease.ts';

export interface ProcessLeaseOptions extends LeaseOptions {
  readonly log: Log;
}

const roundMilliseconds = 1_000;

export class ProcessLease {
  readonly #options: ProcessLeaseOptions;
  #lease: Lease | null = null;
  #loop: Loop | null = null;

  constructor(options: ProcessLeaseOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#lease = await takeLease(this.#options);
    this.#loop = startLoop('lease', roundMilliseconds, this.#options.log, async () => {
      if (this.isHeld()) return;
      this.#options.log.warn('the lease ran out; taking a new one');
      this.#lease?.abandon();
      this.#lease = await takeLease(this.#options);
    });
  }

  /** The lease in force, or null. */
  get current(): Lease | null {
    return this.#lease?.isHeld() ? this.#lease : null;
  }

  /** Number of the newest lease; 0 before there is one. */
  get epoch(): string {
    return this.#lease?.epoch ?? '0';
  }

  isHeld(): boolean {
    return this.#lease?.isHeld() ?? false;
  }

  /** How many processes share the work; 1 until it is known. */
  get processes(): number {
    return this.#lease?.processes ?? 1;
  }

  /** Ends the lease, so that no other process has to wait for it to run out. */
  async end(): Promise<void> {
    await this.#loop?.stop();
    await this.#lease?.end();
  }
}
