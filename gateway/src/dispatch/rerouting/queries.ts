// The SQL of messages that a route has chosen the sender of, and of those that wait and move on to another sender.

import type { Queryable } from '../../platform/database/database.ts';
import { deleteOld } from '../../platform/database/delete-old.ts';
import { plainArray, textArray } from '../../platform/database/sql-array.ts';

/** What a route has decided about a message. */
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

/**
 * Gives messages that wait for one sender to another, and answers how many. Never one that may have been accepted
 * already, unless its caller has chosen that risk: a message under way is not `queued`, and one whose unknown outcome
 * is repeated has the provider's id. A message that quotes another stays: only its own provider knows that one.
 */
export const moveWaiting = async (db: Queryable, move: Move, rowsMax: number): Promise<number> => {
  const { rows } = await db.query<{ id: string }>({
    name: 'move-waiting',
    text: `
      with waiting as materialized (
        select messages.id
        from messages
        where company_id = $1 and lane_id = $2 and status = 'queued' and context_id is null
          and (due_at is null or attempt > 0)
          and (provider_message_id is null or on_unknown = 'retry')
          and type = any ($8::text[])
          and exists (
            select 1 from routed_messages routed
            where routed.company_id = $1 and routed.message_id = messages.id and routed.route_id = $5
          )
        order by messages.id
        limit $9
        for update skip locked
      ),
      moved as (
        update messages
        set sender_id = $3, lane_id = $3, provider = $4, provider_message_id = null, updated_at = now()
        where company_id = $1 and id in (select id from waiting)
        returning id
      )
      insert into routed_messages (company_id, message_id, route_id, route_name, sender_id, instead_of, reason)
      select $1, id, $5, $6, $3, $2, $7 from moved
      returning message_id as id`,
    values: [
      move.companyId,
      move.from,
      move.to,
      move.toProvider,
      move.routeId,
      move.routeName,
      move.reason,
      textArray(move.types),
      rowsMax,
    ],
  });
  return rows.length;
};

/** Answers how many went. */
export const deleteOldRouted = (db: Queryable, days: number, rowsMax: number): Promise<number> =>
  deleteOld(
    db,
    { table: 'routed_messages', key: ['company_id', 'message_id', 'at'], since: 'at', unit: 'days' },
    days,
    rowsMax,
  );
