// The SQL of callbacks that are kept as they came until all that they say is stored.

import type pg from 'pg';
import { plainArray } from '../../platform/database/sql-array.ts';

export interface StoredCallbackRow {
  readonly companyId: string;
  readonly id: string;
  readonly senderId: string;
  readonly provenIds: readonly string[];
  readonly receivedAt: Date;
  readonly sealed: Buffer;
  readonly bytes: number;
  /** How long no other process works on it; 0: any process may claim it at once. */
  readonly heldSeconds: number;
}

/** A row that is there already was written by a try whose answer got lost. */
export const insertStored = async (db: pg.Pool, rows: readonly StoredCallbackRow[]): Promise<void> => {
  await db.query({
    name: 'insert-stored-callbacks',
    text: `
      insert into stored_callbacks (
        company_id, id, sender_id, proven_ids, received_at, sealed, bytes, held_until
      )
      select company_id, id, sender_id, string_to_array(proven_ids, ' ')::uuid[], received_at, sealed, bytes,
        now() + make_interval(secs => held_seconds)
      from unnest(
        $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[], $6::bytea[], $7::integer[], $8::real[]
      ) as row (company_id, id, sender_id, proven_ids, received_at, sealed, bytes, held_seconds)
      on conflict do nothing`,
    values: [
      plainArray(rows.map((row) => row.companyId)),
      plainArray(rows.map((row) => row.id)),
      plainArray(rows.map((row) => row.senderId)),
      rows.map((row) => row.provenIds.join(' ')),
      plainArray(rows.map((row) => row.receivedAt.toISOString())),
      rows.map((row) => row.sealed),
      plainArray(rows.map((row) => row.bytes)),
      plainArray(rows.map((row) => row.heldSeconds)),
    ],
  });
};

export interface CallbackKey {
  readonly companyId: string;
  readonly id: string;
}

export const deleteStored = async (db: pg.Pool, keys: readonly CallbackKey[]): Promise<void> => {
  await db.query({
    name: 'delete-stored-callbacks',
    text: `
      delete from stored_callbacks
      using unnest($1::uuid[], $2::uuid[]) as done (company_id, id)
      where stored_callbacks.company_id = done.company_id and stored_callbacks.id = done.id`,
    values: [plainArray(keys.map(({ companyId }) => companyId)), plainArray(keys.map(({ id }) => id))],
  });
};

export interface HeldCallback {
  readonly company_id: string;
  readonly id: string;
  readonly sender_id: string;
  readonly proven_ids: readonly string[];
  readonly received_at: Date;
  readonly sealed: Buffer;
  readonly tries: number;
}

/**
 * Takes callbacks that no process holds, as many as fit into so many bytes, and at least one. Companies take turns, each with its
 * oldest: one that was flooded does not make the others wait behind its backlog. Companies and heads are found by steps
 * along the primary key, so a round costs the same however long the backlog is.
 */
export const holdStored = async (
  db: pg.Pool,
  bounds: { readonly rowsMax: number; readonly bytesMax: number; readonly heldSeconds: number },
): Promise<HeldCallback[]> => {
  const { rows } = await db.query<HeldCallback>({
    name: 'hold-stored-callbacks',
    text: `
      with recursive companies as (
        (select company_id from stored_callbacks order by company_id limit 1)
        union all
        select (
          select company_id from stored_callbacks
          where company_id > companies.company_id order by company_id limit 1
        )
        from companies
        where company_id is not null
      ),
      heads as materialized (
        select company_id, head.id, turn
        from companies
        cross join lateral (
          select id, row_number() over (order by id) as turn
          from (
            select id from stored_callbacks
            where company_id = companies.company_id and held_until <= now()
            order by id
            limit $1
          ) as oldest
        ) as head
        order by turn, id
        limit $1
      ),
      free as materialized (
        select company_id, id, bytes, turn
        from heads join stored_callbacks using (company_id, id)
        where held_until <= now()
        for update of stored_callbacks skip locked
      ),
      fitting as (
        select company_id, id, sum(bytes) over (order by turn, id) - bytes as bytes_before from free
      )
      update stored_callbacks set held_until = now() + make_interval(secs => $3), tries = tries + 1
      from fitting
      where stored_callbacks.company_id = fitting.company_id and stored_callbacks.id = fitting.id
        and bytes_before < $2
      returning stored_callbacks.company_id, stored_callbacks.id, sender_id, proven_ids, received_at, sealed, tries`,
    values: [bounds.rowsMax, bounds.bytesMax, bounds.heldSeconds],
  });
  return rows.toSorted((one, two) => (one.id < two.id ? -1 : 1));
};

/** Releases it; it is retried after so many seconds. */
export const releaseStored = async (
  db: pg.Pool,
  { companyId, id }: CallbackKey,
  afterSeconds: number,
): Promise<void> => {
  await db.query({
    name: 'release-stored-callback',
    text: `
      update stored_callbacks set held_until = now() + make_interval(secs => $3)
      where company_id = $1 and id = $2`,
    values: [companyId, id, afterSeconds],
  });
};
