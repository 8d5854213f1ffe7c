// The SQL of messages that a route has chosen the sender of, and of those that wait and move on to another sender.

import type { Queryable } from '../../platform/database/database.ts';
import { deleteOld } from '../../platform/database/delete-old.ts';
import { boundsOf, isWithin } from '../../platform/database/id-bounds.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';

/** A route's decision about a message. */
export interface RoutedMessage {
  readonly companyId: string;
  readonly messageId: string;
  readonly routeId: string;
  readonly routeName: string;
  readonly senderId: string;
  /** The first sender of the route, and its state, where another one carries the message. */
  readonly insteadOf: string | null;
  readonly reason: string | null;
}

/** Before the message is stored: one whose row is missing is never moved, so a crash between them moves nothing wrongly. */
export const insertRouted = async (db: Queryable, rows: readonly RoutedMessage[]): Promise<void> => {
  await db.query({
    name: 'insert-routed-messages',
    text: `
      insert into routed_messages (company_id, message_id, route_id, route_name, sender_id, instead_of, reason)
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::text[])
      on conflict do nothing`,
    values: [
      plainArray(rows.map((row) => row.companyId)),
      plainArray(rows.map((row) => row.messageId)),
      plainArray(rows.map((row) => row.routeId)),
      textArray(rows.map((row) => row.routeName)),
      plainArray(rows.map((row) => row.senderId)),
      plainArray(rows.map((row) => row.insteadOf)),
      textArray(rows.map((row) => row.reason)),
    ],
  });
};

export interface Move {
  readonly companyId: string;
  readonly from: string;
  readonly to: string;
  readonly toProvider: string;
  readonly routeId: string;
  readonly routeName: string;
  /** The state of the sender that it leaves. */
  readonly reason: string;
  /** Types of messages that the other sender can carry. */
  readonly types: readonly string[];
}

interface Moved {
  readonly count: number;
  /** There may be more of them. */
  readonly hasMore: boolean;
}

/**
 * Never one that may have been accepted already, unless its caller has chosen that risk: a message under way is not
 * `queued`, and one whose unknown outcome is repeated has the provider's id.
 */
const isFree = (from: string): string =>
  `lane_id = ${from} and status = 'queued' and (provider_message_id is null or on_unknown = 'retry')`;

/**
 * The message was sent by this route. `offset 0` makes PostgreSQL check each waiting message; otherwise it may read every
 * decision that the route has ever made.
 */
const isRouted = `exists (
        select from routed_messages routed
        where routed.company_id = $1 and routed.message_id = messages.id and routed.route_id = $3
        offset 0
      )`;

/**
 * The oldest messages of one kind, found by the index of that kind. A message that quotes another stays: only its own provider
 * knows the quoted one.
 */
const movableOf = (kind: string): string => `
      (select id from messages
      where company_id = $1 and ${isFree('$2')} and ${kind} and context_id is null and type = any ($4::text[])
        and ${isRouted}
      order by id
      limit $5)`;

/** Each condition is that of an index of what waits; one for all kinds would be found by walking the company's history. */
const kinds = [
  'priority = 0 and due_at is null',
  'priority = 1 and due_at is null',
  'due_at is not null and attempt > 0',
].map(movableOf);

/**
 * Each row is locked by its key alone and judged then, and changed by its key again: with joins, or with the conditions
 * in the lookup, PostgreSQL may read all that waits, or all of a day, for each of them. A row that another transaction
 * is changing is skipped; the next round finds it.
 */
const moving = `
  with locked as materialized (
    select id, lane_id, status, provider_message_id, on_unknown, due_at, attempt
    from messages
    where company_id = $1 and id = any ($8::uuid[]) and ${isWithin('id', '$9', '$10')}
    order by id
    for update skip locked
  ),
  moved as (
    update messages
    set sender_id = $4, lane_id = $4, provider = $5, provider_message_id = null, updated_at = now()
    where company_id = $1 and ${isWithin('id', '$9', '$10')}
      and id = any (array(select id from locked where ${isFree('$2')} and (due_at is null or attempt > 0)))
    returning id
  )
  insert into routed_messages (company_id, message_id, route_id, route_name, sender_id, instead_of, reason)
  select $1, id, $3, $6, $4, $2, $7 from moved
  returning message_id as id`;

/**
 * Gives messages that wait for one sender to another. Found first and changed then: only with the first and the last of them
 * given does PostgreSQL leave out the days in which none of them is.
 */
export const moveWaiting = async (db: Queryable, move: Move, rowsMax: number): Promise<Moved> => {
  const { rows: found } = await db.query<{ id: string }>({
    name: 'find-movable',
    text: `select id from (${kinds.join(' union all ')}) waiting order by id limit $5`,
    values: [move.companyId, move.from, move.routeId, textArray(move.types), rowsMax],
  });
  if (found.length === 0) return { count: 0, hasMore: false };
  const ids = found.map(({ id }) => id);
  const { rows } = await db.query<{ id: string }>({
    name: 'move-waiting',
    text: moving,
    values: [
      move.companyId,
      move.from,
      move.routeId,
      move.to,
      move.toProvider,
      move.routeName,
      move.reason,
      plainArray(ids),
      ...boundsOf(ids),
    ],
  });
  return { count: rows.length, hasMore: found.length === rowsMax && rows.length > 0 };
};

/** Answers how many went. */
export const deleteOldRouted = (db: Queryable, days: number, rowsMax: number): Promise<number> =>
  deleteOld(
    db,
    { table: 'routed_messages', key: ['company_id', 'message_id', 'at'], since: 'at', unit: 'days' },
    days,
    rowsMax,
  );
