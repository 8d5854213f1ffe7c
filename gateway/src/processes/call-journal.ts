// The calls a process has made, in a file: "marked" and "called" are two things. A message is marked in the table before its
// call; the call itself is written down here, right before its first byte. The page cache survives a kill, so a process
// that takes over on the same machine knows which of the marked messages may have reached the provider. Where it cannot
// know, because the machine was restarted, the file is gone, or its record may be, every marked message counts as
// called.
//
// One record of 32 bytes for each call, at its own place, so that a write never crosses a page: 2 us of processor a call. A place is used
// again when its outcome has been committed for a while; each record says how old the one before it was.

import { closeSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { newUuid } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { dayMilliseconds } from '../platform/time.ts';

/** Where the calls of a process are recorded, as other processes find it. */
export interface JournalPlace {
  /** The start of the machine. */
  readonly bootId: string;
  readonly file: string;
}

export interface CallJournal {
  readonly place: JournalPlace;
  /** The call is about to be made. Answers its place in the file, or null when it could not be written: then it must not be made. */
  begin(messageId: string, attempt: number): number | null;
  /** The outcome of the call is committed. */
  end(place: number): void;
  /** No more calls are made. */
  close(): void;
}

const recordBytes = 32;
const header = Buffer.from('hudhud calls, one record each 1\n');
/** A database that fails over may lose the last commits: the calls they settled must still be found here. */
const keptMilliseconds = 120_000;
/** No call and no commit takes longer. */
const lostMilliseconds = 600_000;
/** So much the clocks of the database and of this machine may differ. */
const clockMilliseconds = 30_000;
const oldMilliseconds = 2 * dayMilliseconds;
const extension = '.calls';

const bytesOf = (messageId: string): Buffer => Buffer.from(messageId.replaceAll('-', ''), 'hex');

/** Null where a machine does not say when it was started: then no file can be trusted after a crash. */
export const readBootId = (): string | null => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
};

/** The places of the file, used in turn. */
const createPlaces = () => {
  /** When the call at a place was settled; while it is not, when it began, below zero. */
  let times = new Float64Array(1_024);
  let count = 0;
  let next = 0;

  const append = (): number => {
    if (count === times.length) {
      const longer = new Float64Array(count * 2);
      longer.set(times);
      times = longer;
    }
    count += 1;
    return count - 1;
  };
  const timeOf = (place: number): number => (place < count ? (times[place] ?? 0) : Number.POSITIVE_INFINITY);
  const step = (): void => {
    next = next + 1 < count ? next + 1 : 0;
  };

  return {
    /** `replaced`: when the record that stood there was settled; 0 when none did. */
    take(now: number): { place: number; replaced: number } {
      // One that is never settled does not keep those behind it from being used again.
      if (timeOf(next) < 0 && -timeOf(next) < now - lostMilliseconds) step();
      const settled = timeOf(next);
      const isFree = settled > 0 && settled < now - keptMilliseconds;
      const place = isFree ? next : append();
      if (isFree) step();
      times[place] = -now;
      return { place, replaced: isFree ? settled : 0 };
    },
    settle(place: number, now: number): void {
      times[place] = now;
    },
  };
};

/** Null when no such file can be kept here: then every marked message of a dead process counts as called. */
export const openCallJournal = (
  folder: string,
  log: Log,
  now: () => number = Date.now,
): CallJournal | null => {
  const bootId = readBootId();
  if (bootId === null) return null;
  const file = join(folder, `${newUuid()}${extension}`);
  let handle: number;
  try {
    mkdirSync(folder, { recursive: true });
    handle = openSync(file, 'wx', 0o600);
    writeSync(handle, header, 0, recordBytes, 0);
  } catch (error) {
    log.info(
      { err: error, folder },
      'the call journal is not written: after a crash all marked messages are unconfirmed',
    );
    return null;
  }
  const places = createPlaces();
  const record = Buffer.alloc(recordBytes);
  let isOpen = true;
  let isGone = false;

  const close = (): void => {
    if (isOpen) closeSync(handle);
    isOpen = false;
  };
  /** Without its file everything counts as called, so calls may go on without being recorded. */
  const giveUp = (error: unknown): number | null => {
    isGone = true;
    log.error(
      { err: error, file },
      'the call journal cannot be written any more: after a crash all marked messages are unconfirmed',
    );
    try {
      unlinkSync(file);
      return 0;
    } catch {
      close();
      return null;
    }
  };

  return {
    place: { bootId, file },
    begin(messageId, attempt) {
      if (!isOpen) return null;
      if (isGone) return 0;
      const time = now();
      const { place, replaced } = places.take(time);
      bytesOf(messageId).copy(record);
      record.writeUInt16BE(attempt, 16);
      record.writeUIntBE(Math.trunc(time), 18, 6);
      record.writeUIntBE(Math.trunc(replaced), 24, 6);
      try {
        writeSync(handle, record, 0, recordBytes, (place + 1) * recordBytes);
        return place;
      } catch (error) {
        return giveUp(error);
      }
    },
    end: (place) => places.settle(place, now()),
    close,
  };
};

/** A message as it is marked in the table. */
export interface MarkedMessage {
  readonly id: string;
  readonly attempt: number;
  /** When its row was last changed: the mark, or later. */
  readonly markedAt: number;
}

const keyOf = (id: string, attempt: number): string => `${id.replaceAll('-', '')}:${attempt}`;

/** The messages that a dead process had marked and certainly not called. */
export const findUncalled = async (
  place: JournalPlace,
  marked: readonly MarkedMessage[],
): Promise<ReadonlySet<string>> => {
  if (place.bootId !== readBootId()) return new Set();
  const bytes = await readFile(place.file).catch(() => null);
  if (!bytes?.subarray(0, recordBytes).equals(header)) return new Set();
  const uncalled = new Map(marked.map((message) => [keyOf(message.id, message.attempt), message]));
  let replaced = 0;
  for (let at = recordBytes; at + recordBytes <= bytes.length; at += recordBytes) {
    uncalled.delete(`${bytes.toString('hex', at, at + 16)}:${bytes.readUInt16BE(at + 16)}`);
    replaced = Math.max(replaced, bytes.readUIntBE(at + 24, 6));
  }
  const sure = [...uncalled.values()].filter(({ markedAt }) => markedAt > replaced + clockMilliseconds);
  return new Set(sure.map(({ id }) => id));
};

/** Files of processes that ended long ago. */
export const sweepCallJournals = async (folder: string, now = Date.now()): Promise<void> => {
  const files = await readdir(folder).catch(() => []);
  for (const name of files.filter((each) => each.endsWith(extension))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now }));
    if (mtimeMs < now - oldMilliseconds) await unlink(join(folder, name)).catch(() => undefined);
  }
};
