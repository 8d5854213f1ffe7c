// The SQL of notices: those that are still to be sent to people, and what became of them.

import type { AlertKind } from '@hudhud/contract/alert-kinds.ts';
import type { AlertChannel, AlertWhatsApp, NoticeState, QuietHours } from '@hudhud/contract/alerts.ts';
import type { LanguageName } from '@hudhud/contract/companies.ts';
import type { Queryable } from '../../platform/database/database.ts';

export interface NewNotice {
  readonly companyId: string;
  readonly alertId: string;
  readonly channel: AlertChannel;
  readonly state: string;
  readonly dueAt: Date | null;
  readonly reason: string | null;
}

export const insertNotices = async (db: Queryable, notices: readonly NewNotice[]): Promise<void> => {
  for (const notice of notices) {
    await db.query(
      `insert into alert_notices (company_id, alert_id, channel, state, due_at, reason)
       values ($1, $2, $3, $4, $5, $6)`,
      [notice.companyId, notice.alertId, notice.channel, notice.state, notice.dueAt, notice.reason],
    );
  }
};

export interface DueNotice {
  company_id: string;
  alert_id: string;
  channel: AlertChannel;
  attempts: number;
  told: string[];
  kind: AlertKind;
  subject: string | null;
  data: Record<string, unknown>;
  resolved_at: Date | null;
  timezone: string;
  language: LanguageName;
  quiet_hours: QuietHours | null;
  whatsapp: AlertWhatsApp | null;
}

/**
 * Claims the notice that is due longest and puts it off until it is surely settled: another process claims the next
 * one, and after a crash this one is retried.
 */
export const claimDueNotice = async (db: Queryable, holdSeconds: number): Promise<DueNotice | null> => {
  const { rows } = await db.query<DueNotice>(
    `with claimed as (
       update alert_notices set attempts = attempts + 1, due_at = now() + make_interval(secs => $1)
       where (company_id, alert_id, channel) in (
         select company_id, alert_id, channel from alert_notices
         where state = 'waiting' and due_at <= now()
         order by due_at
         limit 1
         for update skip locked
       )
       returning *
     )
     select claimed.company_id, alert_id, channel, attempts, told, kind, subject, data, resolved_at,
       companies.timezone, companies.language, quiet_hours, whatsapp
     from claimed
     join alerts on alerts.company_id = claimed.company_id and alerts.id = alert_id
     join companies on companies.id = claimed.company_id
     left join alert_settings on alert_settings.company_id = claimed.company_id`,
    [holdSeconds],
  );
  return rows[0] ?? null;
};

type NoticeKey = Pick<DueNotice, 'company_id' | 'alert_id' | 'channel'>;

export const settleNotice = async (
  db: Queryable,
  { company_id, alert_id, channel }: NoticeKey,
  state: NoticeState,
  reason: string | null,
): Promise<void> => {
  await db.query(
    `update alert_notices set state = $4, reason = $5, due_at = null
     where company_id = $1 and alert_id = $2 and channel = $3`,
    [company_id, alert_id, channel, state, reason],
  );
};

/** `attempts` counts tries only: what quiet hours hold back was not tried. */
export const postponeNotice = async (
  db: Queryable,
  { company_id, alert_id, channel }: NoticeKey,
  next: { readonly dueAt: Date; readonly attempts: number; readonly reason: string },
): Promise<void> => {
  await db.query(
    `update alert_notices set due_at = $4, attempts = $5, reason = $6
     where company_id = $1 and alert_id = $2 and channel = $3`,
    [company_id, alert_id, channel, next.dueAt, next.attempts, next.reason],
  );
};

/** This person has it; another try leaves them out. */
export const noteMailed = async (
  db: Queryable,
  { company_id, alert_id, channel }: NoticeKey,
  email: string,
): Promise<void> => {
  await db.query(
    `update alert_notices set told = told || $4::text
     where company_id = $1 and alert_id = $2 and channel = $3`,
    [company_id, alert_id, channel, email],
  );
};

/** After a change of quiet hours: each is looked at again, and held back again where it is quiet. */
export const reconsiderHeld = async (db: Queryable, companyId: string): Promise<void> => {
  await db.query(
    `update alert_notices set due_at = now()
     where company_id = $1 and state = 'waiting' and attempts = 0`,
    [companyId],
  );
};
