// The files of messages on their way to a provider: by the id that it gave them, or by a link of ours where it fetches files
// itself.

import type { MessageContent } from '@hudhud/contract/content.ts';
import type { FilePlace } from '@hudhud/contract/content-kind.ts';
import type pg from 'pg';
import type { RecordFileCalls } from '../../monitoring/calls/record-calls.ts';
import { createFreshMap, type FreshMap } from '../../platform/fresh-map.ts';
import { fromPublicId } from '../../platform/ids.ts';
import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import type { OutgoingFile, PreparedFiles } from '../../providers/media-part.ts';
import type { Sender } from '../../senders/directory.ts';
import { nameFor } from '../files/filename.ts';
import type { MediaLinks } from '../links.ts';
import { findMedia, type MediaRow } from '../queries.ts';
import type { MediaStore } from '../store/media-store.ts';
import { filesOf } from './content-files.ts';
import { type FailedFiles, goneFile, storeAway } from './failed-files.ts';
import { Uploads } from './uploads.ts';

export interface OutgoingFilesOptions {
  readonly pool: pg.Pool;
  readonly store: MediaStore;
  readonly links: MediaLinks;
  readonly recordCalls: RecordFileCalls;
  readonly now?: () => number;
}

const linkSeconds = 86_400;
/** How long the row of a file is believed; it changes only by being deleted. */
const rowMilliseconds = 10_000;
const entriesMax = 5_000;
/** A failure is reported to the attempt that follows it, and to no later one. */
const failureMilliseconds = 30_000;

const createRows = (pool: pg.Pool): FreshMap<MediaRow | null> =>
  createFreshMap<MediaRow | null>({
    async load(key) {
      const [companyId = '', id = ''] = key.split(' ');
      return (await findMedia(pool, companyId, [id]))[0] ?? null;
    },
    freshMilliseconds: rowMilliseconds,
    usableMilliseconds: rowMilliseconds,
    entriesMax,
    now: () => performance.now(),
  });

const rowKey = ({ companyId }: Sender, mediaId: string | undefined): string =>
  `${companyId} ${fromPublicId('media', mediaId ?? '') ?? ''}`;

const failureName = (sender: Sender, content: MessageContent): string =>
  `${sender.id} ${filesOf(content)
    .map(({ place }) => place.id)
    .join(' ')}`;

const describeFile = (row: MediaRow) => ({
  mimeType: row.mime_type ?? 'application/octet-stream',
  filename: nameFor(row.filename, row.mime_type),
  bytes: Number(row.bytes),
});

export class OutgoingFiles {
  readonly #links: MediaLinks;
  readonly #now: () => number;
  readonly #uploads: Uploads;
  readonly #rows: FreshMap<MediaRow | null>;
  readonly #failures = new Map<string, { readonly failed: FailedFiles; readonly until: number }>();

  constructor({ pool, store, links, recordCalls, now = Date.now }: OutgoingFilesOptions) {
    this.#links = links;
    this.#now = now;
    this.#uploads = new Uploads({ pool, store, recordCalls, now });
    this.#rows = createRows(pool);
  }

  /** Without a query: whether the files are at the provider, or why not is known. True for what has none. */
  areReady(sender: Sender, content: MessageContent): boolean {
    const files = filesOf(content);
    if (files.length === 0 || sender.provider.media?.outgoing.kind !== 'upload') return true;
    const areThere = files.every(({ place }) => {
      const row = this.#rows.peek(rowKey(sender, place.id));
      return !!row && this.#uploads.recall(sender, row) !== null;
    });
    return areThere || (this.#failures.get(failureName(sender, content))?.until ?? 0) > this.#now();
  }

  /** Brings them there ahead of the attempt; a failure is reported to the attempt. Never throws. */
  async warm(http: OutgoingHttp, sender: Sender, content: MessageContent): Promise<void> {
    const prepared = await this.#prepareAll(http, sender, content);
    if (prepared.kind === 'ready') return;
    if (this.#failures.size >= entriesMax) this.#failures.clear();
    const until = this.#now() + failureMilliseconds;
    this.#failures.set(failureName(sender, content), { failed: prepared, until });
  }

  /** For an attempt: brings them there unless they are. Never throws. */
  async prepare(http: OutgoingHttp, sender: Sender, content: MessageContent): Promise<PreparedFiles> {
    const name = failureName(sender, content);
    const known = this.#failures.get(name);
    this.#failures.delete(name);
    return known && known.until > this.#now() ? known.failed : await this.#prepareAll(http, sender, content);
  }

  /** The provider says that it does not know them. */
  async forget(sender: Sender, files: ReadonlyMap<string, OutgoingFile>): Promise<void> {
    for (const [id, file] of files) {
      const row = await this.#findRow(sender, id);
      if (file.kind === 'uploaded' && !('kind' in row))
        await this.#uploads.forget(sender, row, file.reference);
    }
  }

  /** A content of many files fails with the first that does. */
  async #prepareAll(http: OutgoingHttp, sender: Sender, content: MessageContent): Promise<PreparedFiles> {
    const files = new Map<string, OutgoingFile>();
    for (const { place } of filesOf(content)) {
      const prepared = await this.#prepareOne(http, sender, place);
      if (prepared.kind === 'failed') return prepared;
      files.set(place.id ?? '', prepared);
    }
    return { kind: 'ready', files };
  }

  async #prepareOne(
    http: OutgoingHttp,
    sender: Sender,
    { id, filename }: FilePlace,
  ): Promise<OutgoingFile | FailedFiles> {
    const row = await this.#findRow(sender, id);
    if ('kind' in row) return row;
    const file = describeFile(row);
    if (sender.provider.media?.outgoing.kind === 'link') {
      const linked = { companyId: row.company_id, id: row.id, filename: filename ?? file.filename };
      return { ...file, kind: 'link', url: this.#links.make(linked, linkSeconds).url };
    }
    const known = this.#uploads.recall(sender, row) ?? (await this.#uploads.bring(http, sender, row));
    if ('kind' in known) return known;
    return { ...file, kind: 'uploaded', reference: known.reference };
  }

  /** A row that cannot be read now is not a deleted one. */
  async #findRow(sender: Sender, mediaId: string | undefined): Promise<MediaRow | FailedFiles> {
    const key = rowKey(sender, mediaId);
    try {
      const row = this.#rows.peek(key) ?? (await this.#rows.find(key));
      return row?.state === 'stored' ? row : goneFile;
    } catch (error) {
      return storeAway(error);
    }
  }
}
