// The independent witness: every message request that reached the simulator, in order, with what was answered. Tests
// compare a gateway's own story with it, so it knows nothing but what came over the wire.
import type { Clock } from '../time/clock.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import type { LedgerFile } from './ledger-file.ts';
import { createPace, type PaceReport } from './pace.ts';

export interface LedgerFilter {
  phoneNumberId?: string;
  /** Any way of writing the number. */
  to?: string;
  /** Milliseconds since 1970. */
  since?: number;
  opaque?: string;
  opaquePrefix?: string;
  outcome?: LedgerEntry['outcome'];
  type?: string;
  /** Entries with a greater seq. */
  after?: number;
}

export interface Ledger {
  record(entry: Omit<LedgerEntry, 'seq'>): LedgerEntry;
  find(filter: LedgerFilter, limit?: number): LedgerEntry[];
  count(filter: LedgerFilter): number;
  /** Resolves once so many entries match, or with what there is when the time is over. */
  waitFor(filter: LedgerFilter, count: number, timeoutMs: number): Promise<LedgerEntry[]>;
  pace(): PaceReport[];
  totals(): { accepted: number; refused: number; forgotten: number };
  flush(): void;
  clear(): void;
  close(): void;
}

interface Waiter {
  matches: (entry: LedgerEntry) => boolean;
  missing: number;
  done: () => void;
}

export function createLedger(clock: Clock, entriesMax: number, file: LedgerFile | null): Ledger {
  let entries: LedgerEntry[] = file ? file.earlier().slice(-entriesMax) : [];
  let seq = entries.at(-1)?.seq ?? 0;
  let totals = { accepted: 0, refused: 0, forgotten: 0 };
  let waiters: Waiter[] = [];
  const pace = createPace();

  function note(entry: LedgerEntry): void {
    totals[entry.outcome] += 1;
    pace.note(entry.phoneNumberId, entry.receivedAt);
    // Forgetting in blocks: one by one would move the whole array for every message.
    if (entries.length > entriesMax + 4_096) {
      totals.forgotten += entries.length - entriesMax;
      entries = entries.slice(-entriesMax);
    }
    for (const waiter of waiters) {
      if (!waiter.matches(entry)) continue;
      waiter.missing -= 1;
      if (waiter.missing <= 0) waiter.done();
    }
  }

  const find = (filter: LedgerFilter, limit = Number.POSITIVE_INFINITY) => {
    const found: LedgerEntry[] = [];
    const matches = matcher(filter);
    for (const entry of entries) {
      if (found.length >= limit) break;
      if (matches(entry)) found.push(entry);
    }
    return found;
  };

  return {
    record(fields) {
      seq += 1;
      const entry: LedgerEntry = { seq, ...fields };
      file?.append(entry);
      entries.push(entry);
      note(entry);
      return entry;
    },
    find,
    count: (filter) => find(filter).length,
    async waitFor(filter, count, timeoutMs) {
      const missing = count - find(filter).length;
      if (missing > 0) {
        await new Promise<void>((resolve) => {
          const waiter: Waiter = { matches: matcher(filter), missing, done };
          const cancel = clock.setTimer(done, timeoutMs);
          function done(): void {
            cancel();
            waiters = waiters.filter((other) => other !== waiter);
            resolve();
          }
          waiters.push(waiter);
        });
      }
      return find(filter);
    },
    pace: pace.report,
    totals: () => ({ ...totals }),
    flush: () => file?.flush(),
    clear() {
      entries = [];
      totals = { accepted: 0, refused: 0, forgotten: 0 };
      pace.clear();
    },
    close: () => file?.close(),
  };
}

function matcher(filter: LedgerFilter): (entry: LedgerEntry) => boolean {
  const digits = filter.to?.replace(/\D/g, '');
  return (entry) =>
    (filter.phoneNumberId === undefined || entry.phoneNumberId === filter.phoneNumberId) &&
    (digits === undefined || entry.waId === digits) &&
    (filter.since === undefined || entry.receivedAt >= filter.since) &&
    (filter.opaque === undefined || entry.opaque === filter.opaque) &&
    (filter.opaquePrefix === undefined || entry.opaque?.startsWith(filter.opaquePrefix) === true) &&
    (filter.outcome === undefined || entry.outcome === filter.outcome) &&
    (filter.type === undefined || entry.type === filter.type) &&
    (filter.after === undefined || entry.seq > filter.after);
}
