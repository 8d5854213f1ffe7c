// Before a message with files is stored: every file is one of the company and can be sent as what it is meant for, a file
// at another address is fetched and kept, and a document has a name.

import type { MessageContent } from '@hudhud/contract/content.ts';
import type { FilePlace, NamedFile } from '@hudhud/contract/content-kind.ts';
import { type MediaKind, mediaLimits, stillStickerBytesMax } from '@hudhud/contract/media-limits.ts';
import { AppError, fieldProblem } from '../../platform/errors.ts';
import { createFreshMap } from '../../platform/fresh-map.ts';
import { fromPublicId, toPublicId } from '../../platform/ids.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import { fetchUrl, type UrlFetchOptions } from '../files/fetch-url.ts';
import { nameFor } from '../files/filename.ts';
import { findMedia, type MediaRow, noteUse } from '../queries.ts';
import { filesOf, type HeaderKinds, withPlaces } from './content-files.ts';

/** A message that is about to be stored. */
export interface FileUser {
  readonly companyId: string;
  /** Null: it goes to several people. */
  readonly personKey: string | null;
  readonly sendAt: Date;
  /** For a template whose definition is known. */
  readonly headerKinds?: HeaderKinds | undefined;
}

export interface FileResolver {
  /** The content with its files by id; throws what is wrong with one of them. Null: it names none. */
  resolve(content: MessageContent, user: FileUser): Promise<MessageContent> | null;
}

/** For a file that a request names by its address: the answer must not take longer. */
const fetchMilliseconds = 20_000;
/** The same address within this time is the same file. */
const urlFreshMilliseconds = 600_000;
const entriesMax = 1_000;

const megabytes = (bytes: number): string =>
  bytes >= 1_048_576 ? `${bytes / 1_048_576} MB` : `${bytes / 1_024} KB`;

const limitOf = (kind: MediaKind): number =>
  kind === 'sticker' ? stillStickerBytesMax : mediaLimits[kind].bytesMax;

/** Says first what no other format would help against. */
const checkUsable = ({ kind, pointer }: NamedFile, row: MediaRow): void => {
  if (row.state !== 'stored') throw fieldProblem('media_not_found', { pointer }, 'The file is not here.');
  if (kind === null || row.usable_for.includes(kind)) return;
  const { mimeTypes } = mediaLimits[kind];
  const bytes = Number(row.bytes);
  if (mimeTypes.includes(row.mime_type ?? '') && bytes > limitOf(kind)) {
    const also = kind === 'sticker' ? ` (${megabytes(mediaLimits.sticker.bytesMax)} when it moves)` : '';
    throw fieldProblem(
      'media_too_big',
      { pointer },
      `The file has ${bytes} bytes; WhatsApp carries ${megabytes(limitOf(kind))}${also} as ${kind}.`,
    );
  }
  const voice = kind === 'voice' ? ' with Opus in one channel' : '';
  throw fieldProblem(
    'media_type_not_allowed',
    { pointer },
    `The file is ${row.mime_type ?? 'of no known type'}; as ${kind} WhatsApp carries ${mimeTypes.join(', ')}${voice}.`,
  );
};

const needsName = ({ kind }: NamedFile): boolean => kind === 'document' || kind === null;

const toPlace = (file: NamedFile, row: MediaRow): FilePlace => ({
  id: toPublicId('media', row.id),
  ...(needsName(file) && { filename: nameFor(file.place.filename ?? row.filename, row.mime_type) }),
});

const keyOf = (companyId: string, url: string): string => `${companyId} ${url}`;

export const createFileResolver = (options: UrlFetchOptions): FileResolver => {
  const { pool, retentionDays } = options;
  // Many messages of one request, or of one campaign, name the same file: it is looked up and fetched once.
  const fetched = createFreshMap<MediaRow>({
    load(key) {
      const [companyId = '', url = ''] = key.split(' ');
      return fetchUrl(options, { companyId, url, filename: null, timeoutMilliseconds: fetchMilliseconds });
    },
    freshMilliseconds: urlFreshMilliseconds,
    usableMilliseconds: urlFreshMilliseconds,
    entriesMax,
    now: () => performance.now(),
  });

  const fromUrl = async ({ place, pointer }: NamedFile, companyId: string): Promise<MediaRow> => {
    const key = keyOf(companyId, place.url ?? '');
    const known = fetched.peek(key);
    try {
      return known ?? (await fetched.find(key));
    } catch (error) {
      fetched.forget(key);
      if (!(error instanceof AppError)) throw error;
      throw fieldProblem(error.code, { pointer: `${pointer}/url` }, error.detail);
    }
  };

  const findRow = async (file: NamedFile, companyId: string): Promise<MediaRow> => {
    const { place, pointer } = file;
    if (place.id !== undefined && place.url !== undefined)
      throw fieldProblem('invalid_value', { pointer }, 'A file is named by "id" or by "url", not by both.');
    if (place.id === undefined && place.url === undefined)
      throw fieldProblem('missing_field', { pointer }, 'A file is named by "id" or by "url".');
    const row = place.url === undefined ? null : await fromUrl(file, companyId);
    const id = row?.id ?? fromPublicId('media', place.id ?? '') ?? '';
    // A file that was fetched before may have been deleted since.
    const [current] = await findMedia(pool, companyId, [id]);
    if (current) return current;
    if (place.url !== undefined) fetched.forget(keyOf(companyId, place.url));
    const detail = `There is no file ${place.id ?? 'at this address any more'}.`;
    throw fieldProblem('media_not_found', { pointer }, detail);
  };

  const resolveAll = async (
    content: MessageContent,
    files: readonly NamedFile[],
    { companyId, personKey, sendAt }: FileUser,
  ): Promise<MessageContent> => {
    const places = new Map<string, FilePlace>();
    const ids: string[] = [];
    for (const file of files) {
      const row = await findRow(file, companyId);
      checkUsable(file, row);
      places.set(file.pointer, toPlace(file, row));
      ids.push(row.id);
    }
    const keepUntil = new Date(sendAt.getTime() + retentionDays * dayMilliseconds);
    await noteUse(pool, { companyId, ids, personKey, keepUntil });
    return withPlaces(content, places);
  };

  return {
    resolve(content, user) {
      const files = filesOf(content, user.headerKinds);
      return files.length === 0 ? null : resolveAll(content, files, user);
    },
  };
};
