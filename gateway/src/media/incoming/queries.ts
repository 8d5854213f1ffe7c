// The SQL of files that incoming messages bring: which to fetch, which process fetches them and when, and the results.

import type { MediaState } from '@hudhud/contract/media.ts';
import type { MediaKind } from '@hudhud/contract/media-limits.ts';
import type pg from 'pg';
import { eventColumns } from '../../events/event-columns.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';
import type { MediaKey } from '../queries.ts';

/** A file that a callback has named, and that must be fetched from the provider. */
export interface ExpectedFile extends MediaKey {
  readonly messageId: string;
  readonly senderId: string;
  readonly personKey: string;
  readonly reference: string;
  readonly mimeType: string | null;
  readonly filename: string | null;
  /** Hexadecimal. */
  readonly sha256: string | null;
  readonly isVoice: boolean;
}

/** A repeated callback names the same files, by the same ids: nothing happens then. */
export const insertExpected = async (
  db: pg.Pool,
  files: readonly ExpectedFile[],
  keptDays: number,
): Promise<void> => {
  await db.query({
    name: 'insert-expected-media',
    text: `
      insert into media (company_id, id, direction, state, message_id, sender_id, person_key, reference, mime_type,
        filename, expected_sha256, is_voice, due_at, expires_at)
      select company_id, id, 'in', 'fetching', message_id, sender_id, nullif(person_key, ''), reference, mime_type,
        filename, decode(sha256, 'hex'), is_voice, now(), now() + make_interval(days => $11)
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[],
        $9::text[], $10::boolean[])
        as row (company_id, id, message_id, sender_id, person_key, reference, mime_type, filename, sha256, is_voice)
      order by company_id, id
      on conflict do nothing`,
    values: [
      plainArray(files.map((file) => file.companyId)),
      plainArray(files.map((file) => file.id)),
      plainArray(files.map((file) => file.messageId)),
      plainArray(files.map((file) => file.senderId)),
      textArray(files.map((file) => file.personKey)),
      textArray(files.map((file) => file.reference)),
      textArray(files.map((file) => file.mimeType)),
      textArray(files.map((file) => file.filename)),
      textArray(files.map((file) => file.sha256)),
      plainArray(files.map((file) => file.isVoice)),
      keptDays,
    ],
  });
};

export interface DueFile {
  readonly company_id: string;
  readonly id: string;
  readonly message_id: string;
  readonly sender_id: string;
  readonly reference: string;
  readonly mime_type: string | null;
  readonly filename: string | null;
  readonly expected_sha256: string | null;
  readonly attempts: number;
  readonly created_at: Date;
}

/** Leases files that are due: when a process dies, any process may claim them after the lease has run out. */
export const claimDue = async (db: pg.Pool, leaseSeconds: number, limit: number): Promise<DueFile[]> => {
  const { rows } = await db.query<DueFile>({
    name: 'claim-due-media',
    text: `
      update media set due_at = now() + make_interval(secs => $1), attempts = attempts + 1
      from (
        select company_id, id from media where state = 'fetching' and due_at <= now()
        order by due_at limit $2 for update skip locked
      ) due
      where media.company_id = due.company_id and media.id = due.id
      returning media.company_id, media.id, message_id, sender_id, reference, mime_type, filename,
        encode(expected_sha256, 'hex') as expected_sha256, attempts, created_at`,
    values: [leaseSeconds, limit],
  });
  return rows;
};

/** When it is tried next, and why it is not here yet. */
export const postpone = async (
  db: pg.Pool,
  { companyId, id }: MediaKey,
  seconds: number,
  failure: string | null,
): Promise<void> => {
  await db.query({
    name: 'postpone-media',
    text: `update media set due_at = now() + make_interval(secs => $3), failure = coalesce($4, failure)
      where company_id = $1 and id = $2 and state = 'fetching'`,
    values: [companyId, id, seconds, failure],
  });
};

export const giveUp = async (
  db: pg.Pool,
  { companyId, id }: MediaKey,
  state: Exclude<MediaState, 'stored' | 'fetching'>,
  failure: string,
): Promise<void> => {
  await db.query({
    name: 'give-up-media',
    text: `update media set state = $3, failure = $4, due_at = null
      where company_id = $1 and id = $2 and state = 'fetching'`,
    values: [companyId, id, state, failure],
  });
};

export interface FetchedFile extends MediaKey {
  readonly sha256: string;
  readonly bytes: number;
  readonly mimeType: string;
  readonly usableFor: readonly MediaKind[];
  readonly eventId: string;
}

/**
 * `gone`: no message waits for it any more, or another process stored it. `unplaced`: its bytes have lost their place.
 */
export const storeFetched = async (
  db: pg.Pool,
  file: FetchedFile,
): Promise<'stored' | 'gone' | 'unplaced'> => {
  const { rows } = await db.query<{ was_waited_for: boolean; is_placed: boolean }>({
    name: 'store-fetched-media',
    text: `
      with waiting as (
        select from media where company_id = $1 and id = $2 and state = 'fetching' for update
      ), file as (
        update media_files set placing_until = null
        where company_id = $1 and sha256 = decode($3, 'hex') and exists (select from waiting)
        returning sha256
      ), stored as (
        update media set state = 'stored', sha256 = file.sha256, bytes = $4, mime_type = $5, usable_for = $6::text[],
          due_at = null, failure = null
        from file
        where company_id = $1 and id = $2 and state = 'fetching'
        returning company_id, media.id, message_id, sender_id, $7::uuid as event_id
      ), emitted as (
        insert into events ${eventColumns({
          type: `'media_stored'`,
          message_id: 'message_id',
          sender_id: 'sender_id',
          data: `json_build_object('media', id)::text`,
        })}
        from stored
      )
      select exists (select from waiting) as was_waited_for, exists (select from stored) as is_placed`,
    values: [
      file.companyId,
      file.id,
      file.sha256,
      file.bytes,
      file.mimeType,
      textArray(file.usableFor),
      file.eventId,
    ],
  });
  const [found] = rows;
  if (!found?.was_waited_for) return 'gone';
  return found.is_placed ? 'stored' : 'unplaced';
};
