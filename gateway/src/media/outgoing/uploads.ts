// The providers' ids of our files. A file is uploaded once for each sender and content, however many messages carry it at
// the same time, and again shortly before the provider would forget it.

import type pg from 'pg';
import type { RecordFileCalls } from '../../monitoring/calls/record-calls.ts';
import { newUuid } from '../../platform/ids.ts';
import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import type { Sender } from '../../senders/directory.ts';
import { nameFor } from '../files/filename.ts';
import type { MediaRow } from '../queries.ts';
import { type MediaStore, objectKey } from '../store/media-store.ts';
import { type FailedFiles, goneFile, storeAway } from './failed-files.ts';
import {
  deleteReference,
  findReference,
  type KnownReference,
  type ReferenceKey,
  saveReference,
} from './queries.ts';

// A few at a time; the others wait in order.

const createGate = (placesMax: number) => {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (taken >= placesMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else taken += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place goes on to the next in line.
      if (next) next();
      else taken -= 1;
    }
  };
};

export interface UploadsOptions {
  readonly pool: pg.Pool;
  readonly store: MediaStore;
  readonly recordCalls: RecordFileCalls;
  readonly now: () => number;
}

/** Uploads are renewed this long before the provider forgets them: a message may wait for its turn meanwhile. */
const marginMilliseconds = dayMilliseconds;
const shortestMilliseconds = 60_000;
const unknownKeptSeconds = 3_600;
const entriesMax = 5_000;
/** Uploads of one process at a time. */
const uploadsMax = 16;

const keyOf = (sender: Sender, row: MediaRow): ReferenceKey => ({
  companyId: sender.companyId,
  senderId: sender.id,
  sha256: row.sha256 ?? '',
  mimeType: row.mime_type ?? 'application/octet-stream',
  account: sender.account ?? '',
});

const nameOf = ({ senderId, account, sha256, mimeType }: ReferenceKey): string =>
  `${senderId} ${account} ${sha256} ${mimeType}`;

/** How long a reference is used of the time that the provider keeps it. */
export const usableMilliseconds = (keptSeconds: number | null): number => {
  const kept = (keptSeconds ?? unknownKeptSeconds) * 1_000;
  return Math.max(Math.min(shortestMilliseconds, kept), kept - marginMilliseconds);
};

export class Uploads {
  readonly #options: UploadsOptions;
  readonly #known = new Map<string, KnownReference>();
  readonly #underWay = new Map<string, Promise<KnownReference | FailedFiles>>();
  /** References that a provider has refused. A message that read one before it was deleted must not use it. */
  readonly #refused = new Set<string>();
  readonly #throughGate = createGate(uploadsMax);

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  /** The reference known in this process; costs no query. */
  recall(sender: Sender, row: MediaRow): KnownReference | null {
    const known = this.#known.get(nameOf(keyOf(sender, row)));
    return known && known.expiresAt.getTime() > this.#options.now() ? known : null;
  }

  /** Messages that need the same file at the same time share one upload. Never rejects. */
  bring(http: OutgoingHttp, sender: Sender, row: MediaRow): Promise<KnownReference | FailedFiles> {
    const name = nameOf(keyOf(sender, row));
    const known = this.#underWay.get(name);
    if (known) return known;
    const work = this.#findOrUpload(http, sender, row).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, work);
    return work;
  }

  /** The provider says that it does not know this reference. One that another message brought since is kept. */
  async forget(sender: Sender, row: MediaRow, reference: string): Promise<void> {
    const key = keyOf(sender, row);
    const name = nameOf(key);
    if (this.#refused.size >= entriesMax) this.#refused.clear();
    this.#refused.add(`${name} ${reference}`);
    if (this.#known.get(name)?.reference === reference) this.#known.delete(name);
    await deleteReference(this.#options.pool, key, reference).catch(() => undefined);
  }

  async #findOrUpload(
    http: OutgoingHttp,
    sender: Sender,
    row: MediaRow,
  ): Promise<KnownReference | FailedFiles> {
    const key = keyOf(sender, row);
    try {
      const found = await findReference(this.#options.pool, key);
      const isUsable = found && !this.#refused.has(`${nameOf(key)} ${found.reference}`);
      const known = isUsable ? found : await this.#throughGate(() => this.#upload(http, sender, row, key));
      if ('kind' in known) return known;
      if (this.#known.size >= entriesMax) this.#known.clear();
      this.#known.set(nameOf(key), known);
      return known;
    } catch (error) {
      return storeAway(error);
    }
  }

  async #upload(
    http: OutgoingHttp,
    sender: Sender,
    row: MediaRow,
    key: ReferenceKey,
  ): Promise<KnownReference | FailedFiles> {
    const outgoing = sender.provider.media?.outgoing;
    if (outgoing?.kind !== 'upload') throw new Error('a provider without uploads was asked to upload');
    const { pool, store, now, recordCalls } = this.#options;
    const id = newUuid();
    const stream = await store.open(objectKey(row.company_id, key.sha256));
    if (!stream) return goneFile;
    const { outcome, call } = await outgoing.upload(http, sender.fields, {
      mimeType: key.mimeType,
      filename: nameFor(row.filename, row.mime_type),
      bytes: Number(row.bytes),
      sha256: key.sha256,
      open: async () => stream,
    });
    stream.destroy();
    // One that failed is recorded with the attempt of the message that needed it.
    if (outcome.kind !== 'uploaded') return { kind: 'failed', outcome, call };
    const { companyId, senderId } = key;
    const made = { companyId, id, senderId, messageId: null, attempt: 1, exchange: call };
    await recordCalls([{ ...made, outcome: 'sent', failure: null }]);
    const expiresAt = new Date(now() + usableMilliseconds(outcome.keptSeconds));
    const uploaded = { reference: outcome.reference, expiresAt };
    await saveReference(pool, key, uploaded);
    return uploaded;
  }
}
