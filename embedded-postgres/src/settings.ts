// PostgreSQL's settings for a server that shares a small machine with the gateway. They live in a file of their own that
// postgresql.conf includes and that is rewritten at every start, so better defaults arrive with an upgrade. What an
// operator sets with ALTER SYSTEM is read later by PostgreSQL and wins.

import { totalmem } from 'node:os';
import { port } from './socket-folder.ts';

export const settingsFile = 'hudhud.conf';

const mebibyte = 1024 * 1024;

/** The memory that this process may really use: a container's limit counts, not the machine behind it. */
export function usableMemoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

export function defaultSettings(memoryBytes: number, socketFolder: string): Record<string, string> {
  const eighth = Math.floor(memoryBytes / 8 / mebibyte);
  return {
    // Reached through a unix socket only: no port to take, to scan or to guard.
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',

    // "sent" and "queued" are promises: nothing is answered before it is on the disk.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    shared_buffers: `${Math.min(1024, Math.max(64, eighth))}MB`,
    effective_cache_size: `${Math.max(128, eighth * 4)}MB`,
    huge_pages: 'try',

    // Few, spread-out checkpoints: each one makes the following writes larger. The price is a longer recovery.
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    // The packaged binaries know pglz only; lz4 and zstd are not built in (18.4).
    wal_compression: 'on',

    // A statement over half a year of partitions locks each of them and their indexes: some 1,500 at a time on a connection.
    max_locks_per_transaction: '400',

    // Small tables of counts change all the time and must not grow; history has rules of its own, by partition.
    autovacuum_naptime: '15s',
    random_page_cost: '1.1',
    jit: 'off',
    track_io_timing: 'off',

    idle_in_transaction_session_timeout: '60s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_min_messages: 'warning',
    log_lock_waits: 'on',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] %a ',
  };
}

export function renderSettings(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quote(value)}`);
  return ['# Written by Hudhud at every start. Use ALTER SYSTEM for changes of your own.', ...lines, ''].join(
    '\n',
  );
}

function quote(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
