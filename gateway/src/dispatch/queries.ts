// The SQL of messages on their way: what waits in a lane, what is being sent, and what became of it. Every write about a
// message in flight names the process (epoch) and the attempt it speaks for; a row that has moved on is left alone.

import type { MessageContent } from '@hudhud/contract/content.ts';
import type pg from 'pg';
import { statusEvent } from '../events/event-columns.ts';
import { batchedStatement, expectFew, shared } from '../platform/database/batched-statement.ts';
import { columnTable } from '../platform/database/column-table.ts';
import { boundsOf, isWithin } from '../platform/database/id-bounds.ts';
import { firstUuid } from '../platform/database/look-floor.ts';
import { plainArray, textArray } from '../platform/database/sql-array.ts';
import { newUuid } from '../platform/ids.ts';
import { isAlive } from '../processes/is-alive.ts';
import type { OnUnknown } from './entry.ts';
import type { LaneKey } from './lane-key.ts';
import type { WaitedAnswer } from './settlement.ts';

type Queryable = pg.Pool | pg.ClientBase;

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
  priority: number;
  on_unknown: OnUnknown;
  expires_at: Date | null;
}

/** The oldest messages of one class that wait in a lane. People of whom enough is in memory are left out. */
export const findWaiting = async (
  db: Queryable,
  lane: LaneKey,
  priority: number,
  limit: number,
  crowded: readonly string[],
): Promise<WaitingRow[]> => {
  const { rows } = await db.query<WaitingRow>({
    name: 'find-waiting',
    text: `
      select company_id, id, phone_number, person_key, body, type, content, context_id, attempt, priority, on_unknown,
        expires_at
      from messages
      where company_id = $1 and lane_id = $2 and priority = $3 and due_at is null
        and coalesce(person_key, phone_number) <> all ($5::text[])
      order by id
      limit $4`,
    values: [lane.companyId, lane.senderId, priority, limit, textArray(crowded)],
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
  returning messages.company_id, messages.lane_id`,
);

/**
 * Messages whose time has come join the waiting. Any process may do it for all lanes. Found first and changed then: this is
 * asked every second, nearly always in vain, and in one statement the planner would read all messages to join them.
 */
export const promoteDue = async (db: Queryable, rowsMax: number, floor = firstUuid): Promise<LaneKey[]> => {
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
  const { rows } = await db.query<{ company_id: string; lane_id: string }>(
    promoting({ due: sorted, smallest, largest }),
  );
  return rows.map((row) => ({ companyId: row.company_id, senderId: row.lane_id }));
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
 * Writes down that messages are about to be sent: before the call, so that a crash leaves no doubt which ones may have gone
 * out. Answers those that are ours to send. Only a repetition after a lost reply also takes what is marked already: to
 * anybody else that is a message under way, which must not go out twice.
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

/** Messages that are too old to be sent. They wait, so nobody has to be fenced off. */
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
        set status = 'expired', is_exceptional = true, lane_id = null, due_at = null, updated_at = now()
        from old
        where messages.company_id = old.company_id and messages.id = any (old.ids)
          and ${isWithin('messages.id', '$4', '$5')}
          and messages.lane_id is not null
        returning messages.company_id, messages.id, messages.attempt, messages.sender_id, old.event_id
      ),
      appended as (
        insert into message_statuses (company_id, message_id, attempt, status, at)
        select company_id, id, attempt, 'expired', now() from expired
        on conflict do nothing
      )
      insert into events ${statusEvent({ message_id: 'id', status: `'expired'` })}
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
  on_unknown: OnUnknown;
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
      select company_id, id, owner_epoch, attempt, sender_id, on_unknown
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
}

/** What is known of messages that another process sends. */
export const findOutcomes = async (
  db: Queryable,
  keys: readonly { readonly companyId: string; readonly id: string }[],
): Promise<OutcomeRow[]> => {
  const { rows } = await db.query<OutcomeRow>({
    name: 'find-outcomes',
    text: `
      select messages.id, status, failure
      from messages
      join unnest($1::uuid[], $2::uuid[]) as wanted (company_id, id)
        on messages.company_id = wanted.company_id and messages.id = wanted.id
      where ${isWithin('messages.id', '$3', '$4')}`,
    values: [
      plainArray(keys.map((key) => key.companyId)),
      plainArray(keys.map((key) => key.id)),
      ...boundsOf(keys.map((key) => key.id)),
    ],
  });
  return rows;
};

/** Writes the answers of requests that waited for a message which another process has sent. */
export const answerRequests = async (
  db: Queryable,
  rows: readonly {
    readonly companyId: string;
    readonly messageId: string;
    readonly answer: WaitedAnswer;
  }[],
): Promise<void> => {
  await db.query({
    name: 'answer-requests',
    text: `
      with incoming as materialized (
        select *, array[request_id] as request_ids from unnest(
          $1::uuid[], $2::uuid[], $3::uuid[], $4::smallint[], $5::text[], $6::text[], $7::real[], $8::text[]
        ) as row (company_id, message_id, request_id, status, answer, error_code, duration_ms, idempotency_key)
      ),
      remembered as (
        update idempotency_keys
        set status = incoming.status, answer = incoming.answer
        from incoming
        where idempotency_keys.company_id = incoming.company_id
          and idempotency_keys.key = incoming.idempotency_key
          and idempotency_keys.message_id = incoming.message_id
      )
      update requests
      set status = incoming.status, answer = incoming.answer, error_code = incoming.error_code,
        duration_ms = incoming.duration_ms
      from incoming
      where requests.company_id = incoming.company_id and requests.id = any (incoming.request_ids)
        and ${isWithin('requests.id', '$9', '$10')}`,
    values: [
      plainArray(rows.map((row) => row.companyId)),
      plainArray(rows.map((row) => row.messageId)),
      plainArray(rows.map(({ answer }) => answer.requestId)),
      plainArray(rows.map(({ answer }) => answer.status)),
      textArray(rows.map(({ answer }) => answer.text)),
      textArray(rows.map(({ answer }) => answer.errorCode)),
      plainArray(rows.map(({ answer }) => performance.now() - answer.receivedAt)),
      textArray(rows.map(({ answer }) => answer.idempotencyKey)),
      ...boundsOf(rows.map(({ answer }) => answer.requestId)),
    ],
  });
};
