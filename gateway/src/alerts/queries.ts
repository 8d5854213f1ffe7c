// The SQL of alerts: which are open, opening and resolving them, and who has read them.

import type { AlertKind } from '@hudhud/contract/alert-kinds.ts';
import type { AlertNotice, AlertState } from '@hudhud/contract/alerts.ts';
import { eventColumns } from '../events/event-columns.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { IdRange } from '../platform/paging.ts';

export interface AlertRow {
  company_id: string;
  id: string;
  kind: AlertKind;
  key: string;
  subject: string | null;
  data: Record<string, unknown>;
  opened_at: Date;
  resolved_at: Date | null;
}

export interface ListedAlertRow extends AlertRow {
  is_read: boolean;
  notices: AlertNotice[];
}

const columns = 'company_id, id, kind, key, subject, data, opened_at, resolved_at';

/** Everything that is open, of all companies: no more than what is wrong right now. */
export const listOpenAlerts = async (db: Queryable): Promise<AlertRow[]> =>
  (
    await db.query<AlertRow>(
      `select ${columns} from alerts where resolved_at is null and resolves_at is null`,
    )
  ).rows;

export interface NewAlert {
  readonly companyId: string;
  readonly id: string;
  readonly kind: AlertKind;
  readonly key: string;
  readonly subject: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly resolvesAt: Date | null;
}

/** False when one is open already, whichever process opened it. */
export const insertAlert = async (db: Queryable, alert: NewAlert): Promise<boolean> => {
  const { rowCount } = await db.query(
    `insert into alerts (company_id, id, kind, key, subject, data, resolves_at)
     select id, $2, $3, $4, $5, $6, $7 from companies where id = $1 and deleting_at is null
     on conflict (company_id, kind, key) where resolved_at is null do nothing`,
    [alert.companyId, alert.id, alert.kind, alert.key, alert.subject, alert.data, alert.resolvesAt],
  );
  return rowCount === 1;
};

/** How often the same was opened in the last day, this time included. */
export const countOpenings = async (db: Queryable, alert: NewAlert): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from alerts
     where company_id = $1 and kind = $2 and key = $3 and opened_at > now() - interval '1 day'`,
    [alert.companyId, alert.kind, alert.key],
  );
  return rows[0]?.count ?? 0;
};

export const resolveAlert = async (db: Queryable, companyId: string, id: string): Promise<boolean> => {
  const { rowCount } = await db.query(
    'update alerts set resolved_at = now() where company_id = $1 and id = $2 and resolved_at is null',
    [companyId, id],
  );
  return rowCount === 1;
};

/** Resolves alerts that have no state to watch, once their time is over. */
export const resolveLapsed = async (db: Queryable): Promise<void> => {
  await db.query(
    'update alerts set resolved_at = resolves_at where resolved_at is null and resolves_at <= now()',
  );
};

/** Answers whether an event was emitted at its opening: then its end emits one, too. */
export const wasEmitted = async (db: Queryable, companyId: string, id: string): Promise<boolean> => {
  const { rowCount } = await db.query(
    `select 1 from alert_notices
     where company_id = $1 and alert_id = $2 and channel = 'webhook' and state = 'sent'`,
    [companyId, id],
  );
  return rowCount === 1;
};

export const insertAlertEvent = async (
  db: Queryable,
  event: { readonly companyId: string; readonly eventId: string; readonly data: object },
): Promise<void> => {
  await db.query(
    `insert into events ${eventColumns({ company_id: '$1::uuid', id: '$2::uuid', type: `'alert'`, data: '$3' })}`,
    [event.companyId, event.eventId, JSON.stringify(event.data)],
  );
};

export const listAlerts = async (
  db: Queryable,
  companyId: string,
  userId: string | null,
  range: IdRange,
  state: AlertState | null,
): Promise<ListedAlertRow[]> => {
  const { rows } = await db.query<ListedAlertRow>(
    `select ${columns},
       exists (
         select from alert_reads as read
         where read.company_id = $1 and read.user_id = $5 and read.alert_id = alerts.id
       ) as is_read,
       (
         select coalesce(json_agg(json_build_object(
           'channel', channel, 'state', state, 'due_at', due_at, 'reason', reason) order by channel), '[]')
         from alert_notices as notice
         where notice.company_id = $1 and notice.alert_id = alerts.id
       ) as notices
     from alerts
     where company_id = $1 and id >= $2 and id < $3
       and ($6::text is null or (resolved_at is null) = ($6 = 'open'))
     order by id desc
     limit $4`,
    [companyId, range.from, range.below, range.limit + 1, userId, state],
  );
  return rows;
};

/** Counted up to a bound: the exact number of very many is not needed. */
export const summarizeAlerts = async (
  db: Queryable,
  companyId: string,
  userId: string | null,
  countMax: number,
): Promise<{ unread: number; open: number }> => {
  const { rows } = await db.query<{ unread: number; open: number }>(
    `select (
       select count(*) from (
         select from alerts
         where company_id = $1 and $2::uuid is not null and opened_at > now() - interval '30 days'
           and not exists (
             select from alert_reads as read
             where read.company_id = $1 and read.user_id = $2 and read.alert_id = alerts.id)
         limit $3) as found
     )::integer as unread, (
       select count(*) from (
         select from alerts where company_id = $1 and resolved_at is null limit $3) as found
     )::integer as open`,
    [companyId, userId, countMax],
  );
  return rows[0] ?? { unread: 0, open: 0 };
};

/** `ids`: null for all. */
export const markRead = async (
  db: Queryable,
  companyId: string,
  userId: string,
  ids: readonly string[] | null,
): Promise<void> => {
  await db.query(
    `insert into alert_reads (company_id, user_id, alert_id)
     select company_id, $2, id from alerts
     where company_id = $1 and ($3::uuid[] is null or id = any ($3))
     on conflict do nothing`,
    [companyId, userId, ids],
  );
};

export const deleteOldAlerts = async (db: Queryable, days: number): Promise<void> => {
  await db.query('delete from alerts where resolved_at < now() - make_interval(days => $1)', [days]);
};
