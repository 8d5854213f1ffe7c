// The SQL of files: the rows of `media` that people and messages name, and the rows of `media_files` that stand for bytes
// in the store.

import type { MediaState } from '@hudhud/contract/media.ts';
import type { MediaKind } from '@hudhud/contract/media-limits.ts';
import type pg from 'pg';
import type { Queryable } from '../platform/database/database.ts';
import { plainArray, textArray } from '../platform/database/sql-array.ts';
import type { IdRange } from '../platform/paging.ts';

export interface MediaKey {
  readonly companyId: string;
  readonly id: string;
}

export interface MediaRow {
  readonly company_id: string;
  readonly id: string;
  readonly direction: 'in' | 'out';
  readonly state: MediaState;
  /** Hexadecimal. */
  readonly sha256: string | null;
  readonly mime_type: string | null;
  /** bigint, so the driver gives text. */
  readonly bytes: string | null;
  readonly filename: string | null;
  readonly is_voice: boolean;
  readonly usable_for: readonly MediaKind[];
  readonly person_key: string | null;
  readonly is_shared: boolean;
  readonly message_id: string | null;
  /** JSON. */
  readonly failure: string | null;
  readonly expires_at: Date;
  readonly created_at: Date;
}

const mediaColumns = `company_id, id, direction, state, encode(sha256, 'hex') as sha256, mime_type, bytes, filename,
  is_voice, usable_for, person_key, is_shared, message_id, failure, expires_at, created_at`;

/** One and a half times what the slowest way into the store may take. */
const placingMinutes = 15;

export interface PlacedFile {
  readonly companyId: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
  readonly objectKey: string;
  readonly quotaBytes: number;
}

/**
 * A file is about to be put into the store. False: the company has no room for it. A removal of the same bytes that is
 * under way is waited for, because it holds the row of the removal; one that has not begun is called off.
 */
export const expectFile = async (db: Queryable, file: PlacedFile): Promise<boolean> => {
  const { rowCount } = await db.query({
    name: 'expect-media-file',
    text: `
      with called_off as (delete from media_removals where object_key = $4),
      used as (
        select coalesce(sum(bytes), 0) as bytes from media_files
        where company_id = $1 and sha256 <> decode($2, 'hex')
      )
      insert into media_files (company_id, sha256, bytes, placing_until)
      select $1, decode($2, 'hex'), $3::bigint, now() + make_interval(mins => ${placingMinutes})
      from used
      where used.bytes + $3::bigint <= $5::bigint
        or exists (select from media_files where company_id = $1 and sha256 = decode($2, 'hex'))
      on conflict (company_id, sha256) do update set placing_until = excluded.placing_until`,
    values: [file.companyId, file.sha256, file.bytes, file.objectKey, file.quotaBytes],
  });
  return rowCount === 1;
};

export interface NewMedia extends MediaKey {
  readonly sha256: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly filename: string | null;
  readonly usableFor: readonly MediaKind[];
  readonly keptDays: number;
}

/** The file is in the store. Null: its row has gone meanwhile, so its place must be made again. */
export const insertMedia = async (db: Queryable, media: NewMedia): Promise<MediaRow | null> => {
  const { rows } = await db.query<MediaRow>({
    name: 'insert-media',
    text: `
      with file as (
        update media_files set placing_until = null where company_id = $1 and sha256 = decode($3, 'hex')
        returning sha256
      )
      insert into media (company_id, id, direction, state, sha256, mime_type, bytes, filename, usable_for, expires_at)
      select $1, $2, 'out', 'stored', sha256, $4, $5, $6, $7::text[], now() + make_interval(days => $8)
      from file
      returning ${mediaColumns}`,
    values: [
      media.companyId,
      media.id,
      media.sha256,
      media.mimeType,
      media.bytes,
      media.filename,
      textArray(media.usableFor),
      media.keptDays,
    ],
  });
  return rows[0] ?? null;
};

export const findMedia = async (
  db: Queryable,
  companyId: string,
  ids: readonly string[],
): Promise<MediaRow[]> => {
  const { rows } = await db.query<MediaRow>({
    name: 'find-media',
    text: `select ${mediaColumns} from media where company_id = $1 and id = any ($2::uuid[]) and expires_at > now()`,
    values: [companyId, plainArray(ids)],
  });
  return rows;
};

/** The files with these keys, of any company. */
export const findMediaByKeys = async (db: Queryable, keys: readonly MediaKey[]): Promise<MediaRow[]> => {
  const { rows } = await db.query<MediaRow>({
    name: 'find-media-by-keys',
    text: `
      select ${mediaColumns} from media
      where (company_id, id) in (select * from unnest($1::uuid[], $2::uuid[])) and expires_at > now()`,
    values: [plainArray(keys.map((key) => key.companyId)), plainArray(keys.map((key) => key.id))],
  });
  return rows;
};

export const listMedia = async (
  db: Queryable,
  companyId: string,
  range: IdRange,
  { direction, sha256 }: { readonly direction: string | null; readonly sha256: string | null },
): Promise<MediaRow[]> => {
  const { rows } = await db.query<MediaRow>(
    `select ${mediaColumns} from media
     where company_id = $1 and id >= $2 and id < $3 and expires_at > now() and ($4::text is null or direction = $4)
       and ($6::text is null or sha256 = decode($6, 'hex'))
     order by id desc
     limit $5`,
    [companyId, range.from, range.below, direction, range.limit + 1, sha256],
  );
  return rows;
};

export const deleteMedia = async (db: Queryable, { companyId, id }: MediaKey): Promise<boolean> => {
  const { rowCount } = await db.query('delete from media where company_id = $1 and id = $2', [companyId, id]);
  return rowCount === 1;
};

export const readUsage = async (
  db: Queryable,
  companyId: string,
): Promise<{ readonly files: number; readonly bytes: number }> => {
  const { rows } = await db.query<{ files: string; bytes: string }>(
    'select count(*) as files, coalesce(sum(bytes), 0) as bytes from media_files where company_id = $1',
    [companyId],
  );
  return { files: Number(rows[0]?.files ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
};

export interface MediaUse {
  readonly companyId: string;
  readonly ids: readonly string[];
  /** The person it goes to; null: several people. */
  readonly personKey: string | null;
  readonly keepUntil: Date;
}

/** A message carries these files: they are kept as long as it, and belong to its person unless they have another. */
export const noteUse = async (
  db: Queryable,
  { companyId, ids, personKey, keepUntil }: MediaUse,
): Promise<void> => {
  await db.query({
    name: 'note-media-use',
    text: `
      update media set
        expires_at = greatest(expires_at, $4),
        is_shared = is_shared or $3::text is null or (person_key is not null and person_key <> $3),
        person_key = coalesce(person_key, $3)
      where company_id = $1 and id = any ($2::uuid[])
        and (expires_at < $4::timestamptz - interval '1 day'
          or not (is_shared or (person_key = $3) is true))`,
    values: [companyId, plainArray(ids), personKey, keepUntil],
  });
};

/** Files of one person alone; what several people got stays. */
export const deleteMediaOf = async (
  db: Queryable,
  companyId: string,
  personKeys: readonly string[],
): Promise<number> => {
  const { rowCount } = await db.query(
    'delete from media where company_id = $1 and person_key = any ($2::text[]) and not is_shared',
    [companyId, textArray(personKeys)],
  );
  return rowCount ?? 0;
};

export const deleteExpired = async (db: Queryable, rowsMax: number): Promise<number> => {
  const { rowCount } = await db.query(
    `delete from media using (
       select company_id, id from media where expires_at <= now() order by expires_at limit $1
     ) old
     where media.company_id = old.company_id and media.id = old.id and expires_at <= now()`,
    [rowsMax],
  );
  return rowCount ?? 0;
};

/** Files whose placing began and never finished, or finished without saying so. */
export const settleAbandoned = async (db: Queryable, rowsMax: number): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `with late as (
       select company_id, sha256 from media_files where placing_until < now() limit $1 for update skip locked
     ), used as (
       update media_files file set placing_until = null from late
       where file.company_id = late.company_id and file.sha256 = late.sha256
         and exists (select from media where media.company_id = late.company_id and media.sha256 = late.sha256)
       returning file.company_id, file.sha256
     ), unused as (
       delete from media_files file using late
       where file.company_id = late.company_id and file.sha256 = late.sha256 and file.placing_until < now()
         and not exists (select from media where media.company_id = late.company_id and media.sha256 = late.sha256)
     )
     select count(*)::integer as count from late`,
    [rowsMax],
  );
  return rows[0]?.count ?? 0;
};

export const deleteOldReferences = async (db: Queryable): Promise<void> => {
  await db.query('delete from media_references where expires_at <= now()');
};

export interface Removal {
  readonly object_key: string;
  /** The same bytes were brought again: they stay. */
  readonly is_wanted: boolean;
}

/**
 * In a transaction: the rows stay locked until the files are gone, so that no process places the same bytes meanwhile.
 */
export const takeRemovals = async (client: pg.ClientBase, limit: number): Promise<Removal[]> => {
  const { rows } = await client.query<Removal>(
    `with taken as (
       select object_key from media_removals order by since limit $1 for update skip locked
     )
     select object_key, exists (
       select from media_files
       where company_id = split_part(object_key, '/', 1)::uuid
         and sha256 = decode(split_part(object_key, '/', 3), 'hex')
     ) as is_wanted
     from taken`,
    [limit],
  );
  return rows;
};

export const deleteRemovals = async (client: pg.ClientBase, keys: readonly string[]): Promise<void> => {
  await client.query('delete from media_removals where object_key = any ($1::text[])', [textArray(keys)]);
};

export interface FileRow {
  readonly company_id: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly bytes: string;
  readonly is_placing: boolean;
}

/** Every file that the table knows, a page at a time. */
export const listFiles = async (
  db: Queryable,
  after: { readonly companyId: string; readonly sha256: string },
  limit: number,
): Promise<FileRow[]> => {
  const { rows } = await db.query<FileRow>(
    `select company_id, encode(sha256, 'hex') as sha256, bytes, placing_until is not null as is_placing
     from media_files where (company_id, sha256) > ($1::uuid, decode($2, 'hex'))
     order by company_id, sha256 limit $3`,
    [after.companyId, after.sha256, limit],
  );
  return rows;
};

/** Which of these are known, or are being removed. */
export const findKnownKeys = async (
  db: Queryable,
  files: readonly { readonly companyId: string; readonly sha256: string; readonly key: string }[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await db.query<{ key: string }>(
    `select wanted.key from unnest($1::uuid[], $2::text[], $3::text[]) as wanted (company_id, sha256, key)
     where exists (
         select from media_files file
         where file.company_id = wanted.company_id and file.sha256 = decode(wanted.sha256, 'hex')
       ) or exists (select from media_removals where object_key = wanted.key)`,
    [
      plainArray(files.map((file) => file.companyId)),
      textArray(files.map((file) => file.sha256)),
      textArray(files.map((file) => file.key)),
    ],
  );
  return new Set(rows.map(({ key }) => key));
};

/** Files that the table does not know become removals like any other. */
export const addRemovals = async (db: Queryable, keys: readonly string[]): Promise<void> => {
  await db.query(
    'insert into media_removals (object_key) select * from unnest($1::text[]) on conflict do nothing',
    [textArray(keys)],
  );
};
