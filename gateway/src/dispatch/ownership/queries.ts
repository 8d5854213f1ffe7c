// The SQL of lanes: which process sends for which sender.

import type pg from 'pg';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';
import { isAlive } from '../../processes/is-alive.ts';
import type { LaneKey } from '../lane-key.ts';

type Queryable = pg.Pool | pg.ClientBase;

/** The lanes of a process that leaves: others need not wait for its lease to end. */
export const freeLanes = async (db: Queryable, epoch: string): Promise<void> => {
  await db.query('update lanes set owner_epoch = null where owner_epoch = $1', [epoch]);
};

/** Processes that died long ago and that nothing names any more. */
export const forgetDeadProcesses = async (db: Queryable): Promise<void> => {
  await db.query(`
    delete from processes
    where lease_until < now() - interval '1 day'
      and not exists (select 1 from lanes where lanes.owner_epoch = processes.epoch)
      and not exists (select 1 from messages where messages.owner_epoch = processes.epoch)`);
};

/** Takes one lane unless a living process has it. Answers whether it is ours now. */
export const claimLane = async (db: Queryable, lane: LaneKey, epoch: string): Promise<boolean> => {
  const { rowCount } = await db.query({
    name: 'claim-lane',
    text: `
      insert into lanes (sender_id, company_id, owner_epoch)
      select $1::uuid, $2::uuid, $3::bigint where ${isAlive('$3::bigint')}
      on conflict (sender_id) do update set owner_epoch = excluded.owner_epoch
      where lanes.owner_epoch is null or lanes.owner_epoch = excluded.owner_epoch or not ${isAlive('lanes.owner_epoch')}`,
    values: [lane.senderId, lane.companyId, epoch],
  });
  return rowCount === 1;
};

/** Takes lanes that nobody living has. */
export const claimFreeLanes = async (db: Queryable, epoch: string, lanesMax: number): Promise<LaneKey[]> => {
  const { rows } = await db.query<{ sender_id: string; company_id: string }>({
    name: 'claim-free-lanes',
    text: `
      with free as (
        select sender_id from lanes
        where owner_epoch is null or not ${isAlive('lanes.owner_epoch')}
        order by sender_id
        limit $2
        for update skip locked
      )
      update lanes set owner_epoch = $1
      from free
      where lanes.sender_id = free.sender_id and ${isAlive('$1::bigint')}
      returning lanes.sender_id, lanes.company_id`,
    values: [epoch, lanesMax],
  });
  return rows.map((row) => ({ senderId: row.sender_id, companyId: row.company_id }));
};

/** Tells the owners of lanes that something waits for them: a note that stays, and a notification that is quick. */
export const pokeLanes = async (
  db: Queryable,
  lanes: readonly LaneKey[],
  channel: string,
  payloads: readonly string[],
): Promise<void> => {
  await db.query({
    name: 'poke-lanes',
    text: `
      with poked as (
        insert into lanes (sender_id, company_id)
        select distinct on (sender_id) sender_id, company_id
        from unnest($1::uuid[], $2::uuid[]) as poked (sender_id, company_id)
        order by sender_id
        on conflict (sender_id) do update set poked_at = now()
      )
      select pg_notify($3, payload) from unnest($4::text[]) as payload`,
    values: [
      plainArray(lanes.map((lane) => lane.senderId)),
      plainArray(lanes.map((lane) => lane.companyId)),
      channel,
      textArray(payloads),
    ],
  });
};

/** Lanes of ours that were poked since, by the database's clock; answers its time to ask from next time. */
export const findPokedLanes = async (
  db: Queryable,
  epoch: string,
  since: string | null,
): Promise<{ senderIds: string[]; now: string }> => {
  const { rows } = await db.query<{ sender_ids: string[]; now: string }>({
    name: 'find-poked-lanes',
    // A poke that commits late carries an older time, hence the few seconds of overlap.
    text: `
      select now()::text as now,
        coalesce(array_agg(sender_id::text) filter (where sender_id is not null), '{}') as sender_ids
      from lanes
      where owner_epoch = $1 and poked_at > $2::timestamptz - interval '5 seconds'`,
    values: [epoch, since],
  });
  return { senderIds: rows[0]?.sender_ids ?? [], now: rows[0]?.now ?? '' };
};

/** Lanes in which something waits, however it came there. */
export const findWaitingLanes = async (db: Queryable, lanes: readonly LaneKey[]): Promise<string[]> => {
  const { rows } = await db.query<{ sender_id: string }>({
    name: 'find-waiting-lanes',
    text: `
      select sender_id
      from unnest($1::uuid[], $2::uuid[]) as lane (company_id, sender_id)
      where exists (
        select 1 from messages
        where messages.company_id = lane.company_id and messages.lane_id = lane.sender_id and messages.due_at is null
      )`,
    values: [plainArray(lanes.map((lane) => lane.companyId)), plainArray(lanes.map((lane) => lane.senderId))],
  });
  return rows.map((row) => row.sender_id);
};
