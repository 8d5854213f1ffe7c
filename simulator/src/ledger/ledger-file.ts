// The ledger on disk: one JSON line per message, written before the message is answered. A process that is killed
// with -9 leaves every answered message behind; `flush` makes that hold for a power cut too.
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import type { LedgerEntry } from './ledger-entry.ts';

export interface LedgerFile {
  /** The newest entries that earlier runs left, oldest first. */
  earlier(): LedgerEntry[];
  append(entry: LedgerEntry): void;
  flush(): void;
  close(): void;
}

const bytesReadMax = 64 * 1024 * 1024;

export function openLedgerFile(path: string): LedgerFile {
  const file = openSync(path, 'a+');
  endLastLine(file);
  return {
    earlier: () => readTail(file),
    append(entry) {
      writeSync(file, `${JSON.stringify(entry)}\n`);
    },
    flush: () => fsyncSync(file),
    close: () => closeSync(file),
  };
}

/** A kill in the middle of a write leaves half a line; the next one must not be glued to it. */
function endLastLine(file: number): void {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  if (size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== '\n')
    writeSync(file, '\n');
}

function readTail(file: number): LedgerEntry[] {
  const { size } = fstatSync(file);
  const start = Math.max(0, size - bytesReadMax);
  const bytes = Buffer.alloc(size - start);
  readSync(file, bytes, 0, bytes.length, start);
  const lines = bytes.toString('utf8').split('\n');
  // The first line may be cut by the limit, the last one by a kill in the middle of a write.
  if (start > 0) lines.shift();
  return lines.flatMap((line) => {
    const entry = parseLine(line);
    return entry ? [entry] : [];
  });
}

function parseLine(line: string): LedgerEntry | null {
  if (line === '') return null;
  try {
    return JSON.parse(line) as LedgerEntry;
  } catch {
    return null;
  }
}
