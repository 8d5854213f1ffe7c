// The SQL of messages on their way: what is queued in a lane, what is being sent, and outcomes. Every write about a
// message in flight names the process (epoch) and the attempt it is about; a row that has moved on is left alone.

import type { MessageContent } from '@hudhud/contract/content.ts';
import { statusEvent } from '../events/event-columns.ts';
import { batchedStatement, expectFew, shared } from '../platform/database/batched-statement.ts';
import { columnTable } from '../platform/database/column-table.ts';
import type { Queryable } from '../platform/database/database.ts';
import { boundsOf, isWithin } from '../platform/database/id-bounds.ts';
import { firstUuid } from '../platform/database/look-floor.ts';
import { plainArray, textArray } from '../platform/database/sql-array.ts';
import { newUuid } from '../platform/ids.ts';
import { isAlive } from '../processes/is-alive.ts';
import { lastIncomingAt } from '../windows/last-incoming.ts';
import type { OnUnknown } from './entry.ts';
import type { LaneKey } from './lane-key.ts';
import { retryWithin } from './waiting/queries.ts';

export interface WaitingRow {
  company_id: string;
  id: string;
  phone_number: string;
  person_key: string | null;
  body: string;
  type: string;
  content: MessageContent | null;
  context_id: string | null;
  attempt: number;
  /** For a queued message, the id under which it may have been accepted already. */
  provider_message_id: string | null;
  priority: number;
  on_unknown: OnUnknown;
  expires_at: Date | null;
  /** When the person last wrote to the sender; only for lanes that check windows. */
  last_incoming_at?: Date | null;
}

const windowOfRow = lastIncomingAt({
  companyId: '$1',
  senderId: '$2',
  personKey: 'coalesce(messages.person_key, messages.phone_number)',
});

/** The number of messages wanted of each class: single messages and campaigns, by their priority. */
export type WaitingLimits = readonly [singles: number, campaigns: number];

/** Each class by its own stretch of the index: a sort of both would read all of a campaign that waits. */
const waitingOfClass = (priority: number, limit: string, withWindows: boolean): string => `
      (select company_id, id, phone_number, person_key, body, type, content, context_id, attempt, provider_message_id,
        priority, on_unknown, expires_at${withWindows ? `, ${windowOfRow} as last_incoming_at` : ''}
      from messages
      where company_id = $1 and lane_id = $2 and priority = ${priority} and due_at is null
        and id >= $6 and coalesce(person_key, phone_number) <> all ($3::text[])
      order by id
      limit ${limit})`;

export interface WaitingChoices {
  /** With when each person last wrote to the sender. */
  readonly withWindows?: boolean;
  /** No older one is looked for: see `createWaitingFinder`. */
  readonly floor?: string;
}

/** The oldest messages of each class that wait in a lane, single ones first. People of whom enough is in memory are left out. */
export const findWaiting = async (
  db: Queryable,
  lane: LaneKey,
  limits: WaitingLimits,
  crowded: readonly string[],
  { withWindows = false, floor = firstUuid }: WaitingChoices = {},
): Promise<WaitingRow[]> => {
  const { rows } = await db.query<WaitingRow>({
    name: withWindows ? 'find-waiting-with-windows' : 'find-waiting',
    text: `${waitingOfClass(0, '$4', withWindows)} union all ${waitingOfClass(1, '$5', withWindows)}`,
    values: [lane.companyId, lane.senderId, textArray(crowded), ...limits, floor],
  });
  return rows;
};

export interface RetryingRow extends WaitingRow {
  lane_id: string;
  /** Milliseconds until its next attempt. */
  wait_ms: number;
}

/**
 * Messages that wait for another attempt in these lanes, of each the first to be due. All that is due soon is read for it, by
 * its own index, whatever the statistics are.
 */
export const findRetrying = async (
  db: Queryable,
  lanes: readonly LaneKey[],
  perLane: number,
  floor = firstUuid,
): Promise<RetryingRow[]> => {
  const { rows } = await db.query<RetryingRow>({
    name: 'find-retrying',
    text: `
      with due as (
        select * from messages
        where lane_id is not null and due_at is not null and due_at <= now() + interval '${retryWithin}'
          and id >= $4
        order by due_at
        offset 0
      ),
      retrying as (
        select *, row_number() over (partition by company_id, lane_id order by due_at) as place
        from due
        where attempt > 0 and (company_id, lane_id) in (select * from unnest($1::uuid[], $2::uuid[]))
      )
      select company_id, lane_id, id, phone_number, person_key, body, type, content, context_id, attempt,
        provider_message_id, priority, on_unknown, expires_at,
        greatest(0, extract(epoch from due_at - now()) * 1000)::float8 as wait_ms
      from retrying
      where place <= $3
      order by due_at`,
    values: [
      plainArray(lanes.map(({ companyId }) => companyId)),
      plainArray(lanes.map(({ senderId }) => senderId)),
      perLane,
      floor,
    ],
  });
  return rows;
};

interface DueRow {
  readonly company_id: string;
  readonly id: string;
  readonly attempt: number;
}

const dueColumns = columnTable<DueRow>({
  company_id: ['uuid', (row) => row.company_id],
  id: ['uuid', (row) => row.id],
  attempt: ['smallint', (row) => row.attempt],
});

const promoting = batchedStatement(
  'promote-due',
  { due: dueColumns, smallest: shared, largest: shared },
  ({ due, smallest, largest }) => `
  with due as materialized (
    select company_id, array[id] as ids
    from ${due.rows}
    where ${expectFew('attempt')}
  )
  update messages set due_at = null
  from due
  where messages.company_id = due.company_id and messages.id = any (due.ids)
    and ${isWithin('messages.id', smallest, largest)}
    and messages.lane_id is not null and messages.due_at <= now()
  returning messages.company_id, messages.id, messages.lane_id`,
);

/** Its lane, and its id. */
export interface PromotedMessage extends LaneKey {
  readonly id: string;
}

/**
 * Messages whose time has come are queued. Any process may do it for all lanes. Found first and changed then: this
 * query runs every second and nearly always finds nothing, and in one statement the planner would read all messages to
 * join them.
 */
export const promoteDue = async (
  db: Queryable,
  rowsMax: number,
  floor = firstUuid,
): Promise<PromotedMessage[]> => {
  const { rows: due } = await db.query<DueRow>({
    name: 'find-due',
    text: `
      select company_id, id, attempt from messages
      where lane_id is not null and due_at is not null and due_at <= now() and id >= $2
      order by due_at
      limit $1`,
    values: [rowsMax, floor],
  });
  if (due.length === 0) return [];
  // In the order of their keys, so that two processes never wait for each other in a circle.
  const sorted = due.toSorted((one, two) => (one.id < two.id ? -1 : 1));
  const [smallest, largest] = boundsOf(sorted.map((row) => row.id));
  const { rows } = await db.query<{ company_id: string; id: string; lane_id: string }>(
    promoting({ due: sorted, smallest, largest }),
  );
  return rows.map((row) => ({ companyId: row.company_id, senderId: row.lane_id, id: row.id }));
};

interface Picked {
  readonly companyId: string;
  readonly id: string;
  readonly attempt: number;
}

const pickedColumns = columnTable<Picked>({
  company_id: ['uuid', (row) => row.companyId],
  id: ['uuid', (row) => row.id],
  attempt: ['smallint', (row) => row.attempt],
});

const marking = batchedStatement(
  'mark-sending',
  { picked: pickedColumns, epoch: shared, smallest: shared, largest: shared, isRepeated: shared },
  ({ picked, epoch, smallest, largest, isRepeated }) => `
  with picked as materialized (
    select company_id, array[id] as ids, attempt
    from ${picked.rows}
    where ${expectFew('attempt')}
  )
  update messages
  set status = 'sending', owner_epoch = ${epoch}, attempt = picked.attempt + 1, lane_id = null, due_at = null,
    updated_at = now()
  from picked
  where messages.company_id = picked.company_id and messages.id = any (picked.ids)
    and ${isWithin('messages.id', smallest, largest)}
    and (
      (messages.status = 'queued' and messages.attempt = picked.attempt and exists (
        select 1 from lanes where lanes.sender_id = messages.lane_id and lanes.owner_epoch = ${epoch}
      ))
      or (${isRepeated} and messages.owner_epoch = ${epoch} and messages.attempt = picked.attempt + 1)
    )
  returning messages.id`,
);

/**
 * Marks messages that are about to be sent: before the call, so that after a crash it is certain which ones may have
 * gone out. Answers those that are ours to send. Only a repetition after a lost reply also takes what is marked
 * already: to any other caller that is a message under way, which must not go out twice.
 */
export const markSending = async (
  db: Queryable,
  picked: readonly Picked[],
  epoch: string,
  isRepeated = false,
): Promise<Set<string>> => {
  const [smallest, largest] = boundsOf(picked.map((row) => row.id));
  const { rows } = await db.query<{ id: string }>(marking({ picked, epoch, smallest, largest, isRepeated }));
  return new Set(rows.map((row) => row.id));
};

/**
 * Messages that are too old to be sent. They are queued, so no other process has to be fenced off. One that waits to be
 * repeated under its id may have been accepted, so it ends as unconfirmed.
 */
export const expireWaiting = async (db: Queryable, rows: readonly Picked[]): Promise<void> => {
  await db.query({
    name: 'expire-waiting',
    text: `
      with old as materialized (
        select company_id, array[id] as ids, event_id
        from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as row (company_id, id, event_id)
      ),
      expired as (
        update messages
        set status = case when messages.provider_message_id is null then 'expired' else 'unconfirmed' end,
          is_exceptional = true, lane_id = null, due_at = null, updated_at = now()
        from old
        where messages.company_id = old.company_id and messages.id = any (old.ids)
          and ${isWithin('messages.id', '$4', '$5')}
          and messages.lane_id is not null
        returning messages.company_id, messages.id, messages.attempt, messages.status, messages.sender_id, old.event_id
      ),
      appended as (
        insert into message_statuses (company_id, message_id, attempt, status, at)
        select company_id, id, attempt, status, now() from expired
        on conflict do nothing
      )
      insert into events ${statusEvent({ message_id: 'id', status: 'status' })}
      from expired
      on conflict do nothing`,
    values: [
      plainArray(rows.map((row) => row.companyId)),
      plainArray(rows.map((row) => row.id)),
      plainArray(rows.map(() => newUuid())),
      ...boundsOf(rows.map((row) => row.id)),
    ],
  });
};

export interface OrphanRow {
  company_id: string;
  id: string;
  owner_epoch: string;
  attempt: number;
  sender_id: string;
  provider_message_id: string | null;
  on_unknown: OnUnknown;
  pending_request: string | null;
  updated_at: Date;
  /** The file in which the dead process recorded its calls, and the boot it belongs to. */
  boot_id: string | null;
  journal: string | null;
}

/** Messages that a dead process was sending. */
export const findOrphans = async (
  db: Queryable,
  rowsMax: number,
  floor = firstUuid,
): Promise<OrphanRow[]> => {
  const { rows } = await db.query<OrphanRow>({
    name: 'find-orphans',
    text: `
      select company_id, id, owner_epoch, attempt, sender_id, provider_message_id, on_unknown, pending_request, updated_at,
        (select boot_id from processes where epoch = owner_epoch), (select journal from processes where epoch = owner_epoch)
      from messages
      where owner_epoch is not null and not ${isAlive('messages.owner_epoch')} and id >= $2
      order by owner_epoch
      limit $1`,
    values: [rowsMax, floor],
  });
  return rows;
};

/** Messages that are being sent under an epoch. */
export const findOwned = async (db: Queryable, epoch: string, rowsMax: number): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>({
    name: 'find-owned',
    text: 'select id from messages where owner_epoch = $1 order by owner_epoch limit $2',
    values: [epoch, rowsMax],
  });
  return rows.map(({ id }) => id);
};

export interface OutcomeRow {
  id: string;
  status: string;
  failure: string | null;
  is_held_back: boolean;
}

/**
 * Finds the known outcomes of messages that another process sends. A message that waits for a suspended sender has the
 * sender's failure. Each message is looked up by itself, so that no plan can read all messages between the first and
 * the last.
 */
export const findOutcomes = async (
  db: Queryable,
  keys: readonly { readonly companyId: string; readonly id: string }[],
): Promise<OutcomeRow[]> => {
  const { rows } = await db.query<OutcomeRow>({
    name: 'find-outcomes',
    text: `
      select message.id, message.status, suspended.id is not null as is_held_back,
        case when suspended.id is null then message.failure else suspended.failure end as failure
      from unnest($1::uuid[], $2::uuid[]) as wanted (company_id, id)
      cross join lateral (
        select * from messages
        where messages.company_id = wanted.company_id and messages.id = wanted.id
          and ${isWithin('messages.id', '$3', '$4')}
        limit 1
      ) as message
      left join senders suspended
        on suspended.company_id = message.company_id and suspended.id = message.lane_id
        and suspended.state = 'suspended' and message.status = 'queued'`,
    values: [
      plainArray(keys.map((key) => key.companyId)),
      plainArray(keys.map((key) => key.id)),
      ...boundsOf(keys.map((key) => key.id)),
    ],
  });
  return rows;
};
