// The SQL of what a company has chosen for its alerts.

import type { AlertWhatsApp, QuietHours } from '@hudhud/contract/alerts.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { StoredRules } from '../rules.ts';

export interface StoredChoices {
  rules: StoredRules;
  quiet_hours: QuietHours | null;
  whatsapp: AlertWhatsApp | null;
  timezone: string;
}

/** Null when the company is gone. */
export const findChoices = async (db: Queryable, companyId: string): Promise<StoredChoices | null> => {
  const { rows } = await db.query<StoredChoices>(
    `select coalesce(rules, '{}') as rules, quiet_hours, whatsapp, timezone
     from companies left join alert_settings on company_id = companies.id
     where companies.id = $1 and deleting_at is null`,
    [companyId],
  );
  return rows[0] ?? null;
};

/** Two changes at once happen one after the other. */
export const lockChoices = async (db: Queryable, companyId: string): Promise<void> => {
  await db.query('insert into alert_settings (company_id) values ($1) on conflict do nothing', [companyId]);
  await db.query('select 1 from alert_settings where company_id = $1 for update', [companyId]);
};

export const updateChoices = async (
  db: Queryable,
  companyId: string,
  { rules, quiet_hours, whatsapp }: StoredChoices,
): Promise<void> => {
  await db.query(
    'update alert_settings set rules = $2, quiet_hours = $3, whatsapp = $4 where company_id = $1',
    [companyId, rules, quiet_hours, whatsapp],
  );
};
