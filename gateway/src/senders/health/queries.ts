// The SQL of sender health: whose turn it is to be read, what was read, and which alerts were sent about it.

import type pg from 'pg';
import { eventColumns } from '../../events/event-columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { firstUuidAt, newUuid } from '../../platform/ids.ts';
import type { StoredHealth } from './stored-health.ts';

export interface SenderKey {
  readonly companyId: string;
  readonly senderId: string;
}

/**
 * Takes the sender whose health was read longest ago, and answers it as read: another process takes the next one. Null when
 * all were read within the given hours.
 */
export const claimStaleSender = async (db: Queryable, hours: number): Promise<SenderKey | null> => {
  const { rows } = await db.query<{ company_id: string; id: string }>(
    `update senders set health_read_at = now()
     where (company_id, id) in (
       select senders.company_id, senders.id
       from senders
       join companies on companies.id = senders.company_id and companies.deleting_at is null
       where health_read_at is null or health_read_at < now() - make_interval(hours => $1)
       order by health_read_at nulls first
       limit 1
       for update of senders skip locked
     )
     returning company_id, id`,
    [hours],
  );
  const [row] = rows;
  return row ? { companyId: row.company_id, senderId: row.id } : null;
};

/** The health is read again soon: a callback said that something changed. */
export const forgetHealthReading = async (
  db: Queryable,
  { companyId, senderId }: SenderKey,
): Promise<void> => {
  await db.query('update senders set health_read_at = null where company_id = $1 and id = $2', [
    companyId,
    senderId,
  ]);
};

/** Different people that a sender has written to in the last 24 hours. Read with the health, which is once a day. */
export const countPeopleReached = async (
  db: Queryable,
  { companyId, senderId }: SenderKey,
  since: number,
): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `select count(distinct coalesce(person_key, phone_number))::integer as count
     from messages
     where company_id = $1 and id >= $3 and sender_id = $2 and direction = 'out'
       and status in ('sent', 'delivered', 'read', 'played')`,
    [companyId, senderId, firstUuidAt(since)],
  );
  return rows[0]?.count ?? 0;
};

export interface KnownHealth {
  readonly health: StoredHealth | null;
  readonly token_alerts: string[];
}

/** In a transaction: what is known, held until it is replaced. Null when the sender is gone. */
export const lockHealth = async (
  client: pg.ClientBase,
  { companyId, senderId }: SenderKey,
): Promise<KnownHealth | null> => {
  const { rows } = await client.query<KnownHealth>(
    'select health, token_alerts from senders where company_id = $1 and id = $2 for no key update',
    [companyId, senderId],
  );
  return rows[0] ?? null;
};

export const updateHealth = async (
  client: pg.ClientBase,
  { companyId, senderId }: SenderKey,
  known: KnownHealth,
): Promise<void> => {
  await client.query(
    `update senders set health = $3, health_read_at = now(), health_failure = null, token_alerts = $4
     where company_id = $1 and id = $2`,
    [companyId, senderId, JSON.stringify(known.health), known.token_alerts],
  );
};

export const updateHealthFailure = async (
  db: Queryable,
  { companyId, senderId }: SenderKey,
  failure: string,
): Promise<void> => {
  await db.query(
    'update senders set health_failure = $3, health_read_at = now() where company_id = $1 and id = $2',
    [companyId, senderId, failure],
  );
};

/** Restrictions that a callback names, with their end. Left alone where no health was read yet. */
export const addRestrictions = async (
  db: Queryable,
  { companyId, senderId }: SenderKey,
  restrictions: StoredHealth['restrictions'],
): Promise<void> => {
  await db.query(
    `update senders set health = jsonb_set(health, '{restrictions}', (health -> 'restrictions') || $3::jsonb)
     where company_id = $1 and id = $2 and health is not null
       and not (health -> 'restrictions') @> $3::jsonb`,
    [companyId, senderId, JSON.stringify(restrictions)],
  );
};

/** An event about one sender, or with a null id about the company. */
export const insertHealthEvent = async (
  db: Queryable,
  event: {
    readonly companyId: string;
    readonly senderId: string | null;
    readonly type: 'sender_quality' | 'sender_limit' | 'account_alert';
    readonly data: object;
  },
): Promise<void> => {
  await db.query(
    `insert into events ${eventColumns({ company_id: '$1::uuid', id: '$2::uuid', type: '$3', sender_id: '$4::uuid', data: '$5' })}`,
    [event.companyId, newUuid(), event.type, event.senderId, JSON.stringify(event.data)],
  );
};

export interface RefusedToken extends SenderKey {
  readonly name: string;
  readonly provider: string;
  readonly code: string;
}

/** Suspended senders without an alert that their token is refused. Which codes mean that, the caller knows. */
export const findSuspended = async (db: Queryable): Promise<RefusedToken[]> => {
  const { rows } = await db.query<{
    company_id: string;
    id: string;
    name: string;
    provider: string;
    code: string;
  }>(
    `select company_id, id, name, provider, failure::json ->> 'code' as code
     from senders where state = 'suspended' and failure is not null and not ('ended' = any (token_alerts))`,
  );
  return rows.map((row) => ({
    companyId: row.company_id,
    senderId: row.id,
    name: row.name,
    provider: row.provider,
    code: row.code,
  }));
};

/** False when the alert was sent before, by any process. */
export const noteTokenAlert = async (
  db: Queryable,
  { companyId, senderId }: SenderKey,
  alert: string,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update senders set token_alerts = token_alerts || $3::text
     where company_id = $1 and id = $2 and not ($3 = any (token_alerts))`,
    [companyId, senderId, alert],
  );
  return rowCount === 1;
};

/** The first message that came in for a sender since a moment. */
export const findReceivedMessage = async (
  db: Queryable,
  { companyId, senderId }: SenderKey,
  since: Date,
): Promise<{ readonly id: string } | null> => {
  const { rows } = await db.query<{ id: string }>(
    `select id from messages
     where company_id = $1 and id >= $3 and sender_id = $2 and direction = 'in' order by id limit 1`,
    [companyId, senderId, firstUuidAt(since.getTime())],
  );
  return rows[0] ?? null;
};
