// Reads the database's record of the sending of messages, to be compared with the witness.

import type pg from 'pg';

export interface SentRow {
  id: string;
  body: string;
  status: string;
  attempt: number;
  on_unknown: string;
}

export interface StatusRow {
  message_id: string;
  attempt: number;
  status: string;
}

export interface SentRows {
  readonly messages: SentRow[];
  readonly statuses: StatusRow[];
  /** Message, attempt and status without exactly one event. */
  readonly missingOrTwice: (StatusRow & { events: number })[];
}

export const readSentRows = async (client: pg.ClientBase): Promise<SentRows> => {
  const messages = await client.query<SentRow>(
    `select id, body, status, attempt, on_unknown from messages where direction = 'out'`,
  );
  const statuses = await client.query<StatusRow>('select message_id, attempt, status from message_statuses');
  const events = await client.query<StatusRow & { events: number }>(`
    select message_id, attempt, status, coalesce(emitted.events, 0) as events
    from message_statuses
    full join (
      select message_id, attempt, status, count(*)::int as events
      from events
      where type = 'message_status'
      group by message_id, attempt, status
    ) emitted using (message_id, attempt, status)
    where coalesce(emitted.events, 0) <> 1 or message_statuses.status is null`);
  return { messages: messages.rows, statuses: statuses.rows, missingOrTwice: events.rows };
};

/** Messages that wait or are being sent. */
export const countUnsent = async (client: pg.ClientBase): Promise<number> => {
  const { rows } = await client.query<{ unsent: number }>(
    `select count(*)::int as unsent from messages where direction = 'out' and status in ('queued', 'sending')`,
  );
  return rows[0]?.unsent ?? 0;
};

/** Messages that are not at rest: they wait or are being sent, or people got them and no `read` has come back. */
export const countRestless = async (client: pg.ClientBase, received: readonly string[]): Promise<number> => {
  const { rows } = await client.query<{ restless: number }>(
    `select count(*)::int as restless from messages
     where direction = 'out'
       and (status in ('queued', 'sending') or (id = any ($1::uuid[]) and status in ('sent', 'delivered', 'unconfirmed')))`,
    [received],
  );
  return rows[0]?.restless ?? 0;
};
