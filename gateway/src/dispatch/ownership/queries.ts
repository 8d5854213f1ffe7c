// The SQL of lanes: which process sends for which sender.

import type { Queryable } from '../../platform/database/database.ts';
import { firstUuid } from '../../platform/database/look-floor.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';
import { isAlive } from '../../processes/is-alive.ts';
import type { LaneKey } from '../lane-key.ts';

/**
 * Releases the lanes of a stopping process at once. A lane with a message half sent is left to `claimFreeLanes`, which takes
 * it after that message is settled, so that nothing overtakes it.
 */
export const freeLanes = async (db: Queryable, epoch: string): Promise<void> => {
  await db.query(
    `with left_alone as (update processes set is_dispatching = false where epoch = $1)
     update lanes set owner_epoch = null
     where owner_epoch = $1
       and (sender_id in (select sender_id from messages where messages.owner_epoch = $1)) is not true`,
    [epoch],
  );
};

/** From now on the process has a share of the lanes. */
export const joinDispatching = async (db: Queryable, epoch: string): Promise<void> => {
  await db.query('update processes set is_dispatching = true where epoch = $1', [epoch]);
};

const isDispatching = 'is_dispatching and lease_until > now()';
/** One process asks at a time, so that an owner is never asked for more than its surplus. */
const askingLock = 4_801_004;

/**
 * Asks the owners of more lanes than their share for some, until this process has its own. Every process gets the
 * rounded-down share before any gets the rounded-up one. A lane that is promised counts for the process that asked for
 * it.
 */
export const askForLanes = async (db: Queryable, epoch: string): Promise<string[]> => {
  const { rows } = await db.query<{ sender_id: string }>({
    name: 'ask-for-lanes',
    text: `
      with living as materialized (
        select epoch from processes where ${isDispatching}
      ),
      promised as (
        select sender_id, owner_epoch, coalesce(asking.epoch, owner_epoch) as holder
        from lanes
        join living owner on owner.epoch = owner_epoch
        left join living asking on asking.epoch = wanted_by
      ),
      held as materialized (
        select sender_id, owner_epoch, holder,
          row_number() over (partition by holder order by owner_epoch = holder, hashtext(sender_id::text)) as place
        from promised
      ),
      counts as (
        select count(*) as lanes, count(*) filter (where holder = $1) as mine,
          (select count(*) from living) as processes
        from held
      ),
      share as (
        select mine, case when mine < lanes / processes then lanes / processes else (lanes + processes - 1) / processes end as fair
        from counts where processes > 0
      ),
      asked as (
        select sender_id from held, share
        where holder <> $1 and owner_epoch = holder and place > fair and exists (select 1 from living where epoch = $1)
          and (select pg_try_advisory_xact_lock($2))
        order by random()
        limit (select greatest(0, fair - mine) from share)
      )
      update lanes set wanted_by = $1 from asked where lanes.sender_id = asked.sender_id
      returning lanes.sender_id`,
    values: [epoch, askingLock],
  });
  return rows.map((row) => row.sender_id);
};

/** Hands lanes to the living processes that asked for them. Answers which; the others stay ours and are asked for no more. */
export const giveLanes = async (
  db: Queryable,
  senderIds: readonly string[],
  epoch: string,
): Promise<Set<string>> => {
  const { rows } = await db.query<{ sender_id: string; is_given: boolean }>({
    name: 'give-lanes',
    text: `
      update lanes
      set
        owner_epoch = coalesce((select epoch from processes where epoch = wanted_by and ${isDispatching}), owner_epoch),
        wanted_by = null, poked_at = now()
      where sender_id = any ($1::uuid[]) and owner_epoch = $2
      returning sender_id, owner_epoch <> $2 as is_given`,
    values: [plainArray(senderIds), epoch],
  });
  return new Set(rows.filter((row) => row.is_given).map((row) => row.sender_id));
};

/** Withdraws the wish for lanes that cannot be handed over now: the other process may ask for different ones. */
export const keepLanes = async (
  db: Queryable,
  senderIds: readonly string[],
  epoch: string,
): Promise<void> => {
  await db.query({
    name: 'keep-lanes',
    text: 'update lanes set wanted_by = null where sender_id = any ($1::uuid[]) and owner_epoch = $2',
    values: [plainArray(senderIds), epoch],
  });
};

/** Processes that died long ago and that nothing names any more. */
export const forgetDeadProcesses = async (db: Queryable): Promise<void> => {
  await db.query(`
    delete from processes
    where lease_until < now() - interval '1 day'
      and not exists (select 1 from lanes where lanes.owner_epoch = processes.epoch)
      and not exists (select 1 from messages where messages.owner_epoch = processes.epoch)`);
};

const ownersOnMachine = (bootId: string): string => `
  from lanes join processes on processes.epoch = lanes.owner_epoch
  where processes.boot_id = ${bootId} and processes.socket is not null and processes.lease_until > now()`;

export interface Claim {
  readonly isOurs: boolean;
  /** The socket of its owner, when that is another process of this machine. */
  readonly owner: string | null;
}

/**
 * Takes one lane that has no owner. The lanes of a dead process are left to `claimFreeLanes`, which waits until messages half
 * sent in them are settled: the messages behind these would overtake.
 */
export const claimLane = async (
  db: Queryable,
  lane: LaneKey,
  epoch: string,
  bootId: string | null,
): Promise<Claim> => {
  const { rows } = await db.query<{ is_ours: boolean; owner: string | null }>({
    name: 'claim-lane',
    text: `
      with claimed as (
        insert into lanes (sender_id, company_id, owner_epoch)
        select $1::uuid, $2::uuid, $3::bigint where ${isAlive('$3::bigint')}
        on conflict (sender_id) do update set owner_epoch = excluded.owner_epoch
        where lanes.owner_epoch is null or lanes.owner_epoch = excluded.owner_epoch
        returning 1
      )
      select exists (select 1 from claimed) as is_ours,
        (select processes.socket ${ownersOnMachine('$4')} and lanes.sender_id = $1) as owner`,
    values: [lane.senderId, lane.companyId, epoch, bootId],
  });
  const { is_ours: isOurs = false, owner = null } = rows[0] ?? {};
  return { isOurs, owner: isOurs ? null : owner };
};

/** The sockets of the owners of these lanes that are processes of this machine. */
export const findOwners = async (
  db: Queryable,
  senderIds: readonly string[],
  bootId: string | null,
): Promise<Map<string, string>> => {
  const { rows } = await db.query<{ sender_id: string; socket: string }>({
    name: 'find-owners',
    text: `select lanes.sender_id, processes.socket ${ownersOnMachine('$2')} and lanes.sender_id = any ($1::uuid[])`,
    values: [plainArray(senderIds), bootId],
  });
  return new Map(rows.map((row) => [row.sender_id, row.socket]));
};

/** No epoch is larger than a `bigint`. */
const lastEpoch = '9223372036854775807';

/**
 * Messages half sent are those with an epoch, and are read once, from their own small index. Without the range PostgreSQL would
 * read all messages there are when it expects that many lanes have lost their process.
 */
const isSettledOfDead = `(not ${isAlive('lanes.owner_epoch')} and ((owner_epoch, sender_id) in (
          select messages.owner_epoch, messages.sender_id from messages where messages.owner_epoch between 1 and ${lastEpoch}
        )) is not true)`;

interface FreeLanes {
  readonly has_ownerless: boolean;
  readonly has_dead: boolean;
}

const findFreeLanes = async (db: Queryable): Promise<FreeLanes> => {
  const { rows } = await db.query<FreeLanes>({
    name: 'find-free-lanes',
    text: `
      select exists (select 1 from lanes where owner_epoch is null) as has_ownerless,
        exists (select 1 from lanes where owner_epoch is not null and not ${isAlive('lanes.owner_epoch')}) as has_dead`,
  });
  return rows[0] ?? { has_ownerless: false, has_dead: false };
};

/**
 * Claims lanes that no living process owns and in which no message is half sent. A process may have died since orphans were
 * settled, so this is checked again.
 *
 * This runs every second and nearly always finds nothing. So it first asks for free lanes, and looks at messages only when a
 * process has died: a statement that names them opens every partition, also when it reads none of them.
 */
export const claimFreeLanes = async (db: Queryable, epoch: string, lanesMax: number): Promise<LaneKey[]> => {
  const { has_ownerless: hasOwnerless, has_dead: hasDead } = await findFreeLanes(db);
  if (!hasOwnerless && !hasDead) return [];
  const { rows } = await db.query<{ sender_id: string; company_id: string }>({
    name: hasDead ? 'claim-free-lanes' : 'claim-ownerless-lanes',
    text: `
      with free as (
        select sender_id from lanes
        where owner_epoch is null ${hasDead ? `or ${isSettledOfDead}` : ''}
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

/** Owners read pokes of the last five seconds once a second, so one poke a second is enough. */
const pokeSeconds = 1;

/** Notifies the owners of lanes that messages wait for them: a row that stays, and a notification that is quick. */
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
        where not exists (
          select 1 from lanes
          where lanes.sender_id = poked.sender_id and poked_at > now() - interval '${pokeSeconds} second'
        )
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

export interface LaneNews {
  /** Messages wait in these lanes, or the lanes were handed to us. */
  readonly poked: readonly LaneKey[];
  /** Another process asks for these. */
  readonly wanted: readonly LaneKey[];
  /** Processes that share the lanes, this one included. */
  readonly processes: number;
  /** By the database's clock: to be asked from next time. */
  readonly now: string;
}

interface NewsRow {
  now: string;
  processes: number;
  poked: string[] | null;
  wanted: string[] | null;
}

const readKeys = (keys: readonly string[] | null): LaneKey[] =>
  (keys ?? []).map((key) => {
    const [companyId = '', senderId = ''] = key.split('/');
    return { companyId, senderId };
  });

/** News from other processes about our lanes since that time. */
export const findLaneNews = async (db: Queryable, epoch: string, since: string | null): Promise<LaneNews> => {
  const key = `company_id || '/' || sender_id`;
  const { rows } = await db.query<NewsRow>({
    name: 'find-lane-news',
    // A poke that commits late carries an older time, hence the few seconds of overlap.
    text: `
      select now()::text as now, (select count(*)::integer from processes where ${isDispatching}) as processes,
        array_agg(${key}) filter (where poked_at > $2::timestamptz - interval '5 seconds') as poked,
        array_agg(${key}) filter (where wanted_by is not null) as wanted
      from lanes
      where owner_epoch = $1`,
    values: [epoch, since],
  });
  const [row] = rows;
  return {
    poked: readKeys(row?.poked ?? null),
    wanted: readKeys(row?.wanted ?? null),
    processes: row?.processes ?? 1,
    now: row?.now ?? '',
  };
};

/**
 * Finds lanes with queued messages at or above an id, however those came there. Each lane is queried by itself: a join
 * would read all that waits anywhere.
 */
export const findWaitingLanes = async (
  db: Queryable,
  lanes: readonly LaneKey[],
  floor = firstUuid,
): Promise<string[]> => {
  const { rows } = await db.query<{ sender_id: string }>({
    name: 'find-waiting-lanes',
    text: `
      select sender_id
      from unnest($1::uuid[], $2::uuid[]) as lane (company_id, sender_id)
      cross join lateral (
        select 1 from messages
        where messages.company_id = lane.company_id and messages.lane_id = lane.sender_id and messages.due_at is null
          and messages.id >= $3
        limit 1
      ) as waiting`,
    values: [
      plainArray(lanes.map((lane) => lane.companyId)),
      plainArray(lanes.map((lane) => lane.senderId)),
      floor,
    ],
  });
  return rows.map((row) => row.sender_id);
};
