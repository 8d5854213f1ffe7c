// A company's settings for its alerts: read, and changed with an audit entry that holds old and new values.

import type { AlertSettings, AlertSettingsChange, AlertWhatsApp } from '@hudhud/contract/alerts.ts';
import type pg from 'pg';
import { type AuditActor, changesOf, writeAudit } from '../../companies/audit/write-audit.ts';
import { inTransaction, type Queryable } from '../../platform/database/database.ts';
import { AppError, fieldProblem } from '../../platform/errors.ts';
import { parsePhoneNumber } from '../../platform/phone-number.ts';
import { reconsiderHeld } from '../notices/queries.ts';
import { listRules, ruleOf, type StoredRules } from '../rules.ts';
import { findChoices, lockChoices, type StoredChoices, updateChoices } from './queries.ts';

export const requireChoices = async (db: Queryable, companyId: string): Promise<StoredChoices> => {
  const choices = await findChoices(db, companyId);
  if (!choices) throw new AppError('company_not_found');
  return choices;
};

export const readSettings = async (
  pool: pg.Pool,
  companyId: string,
  isMailSetUp: boolean,
): Promise<AlertSettings> => {
  const { rules, quiet_hours, whatsapp } = await requireChoices(pool, companyId);
  return { rules: listRules(rules), quiet_hours, whatsapp, is_mail_set_up: isMailSetUp };
};

const readWhatsApp = (whatsapp: AlertWhatsApp | null): AlertWhatsApp | null => {
  if (!whatsapp) return null;
  const to = parsePhoneNumber(whatsapp.to);
  if (to !== null) return { to, template: whatsapp.template ?? null };
  const detail = 'Write the number in international format, with a leading +.';
  throw fieldProblem('invalid_phone_number', { pointer: '/whatsapp/to' }, detail);
};

const mergeRules = (rules: StoredRules, changes: AlertSettingsChange['rules'] = []): StoredRules => {
  const merged = { ...rules };
  for (const { kind, ...change } of changes) merged[kind] = { ...merged[kind], ...change };
  return merged;
};

/** For the audit log: one line for each rule that another value was chosen for. */
const audited = ({ rules, quiet_hours, whatsapp }: StoredChoices): Record<string, unknown> => ({
  ...Object.fromEntries(
    listRules(rules).map(({ kind }) => {
      const { is_on: isOn, threshold, channels } = ruleOf(rules, kind);
      return [kind, isOn ? { ...(threshold !== null && { threshold }), channels } : 'off'];
    }),
  ),
  quiet_hours,
  whatsapp,
});

export const changeSettings = (
  pool: pg.Pool,
  actor: AuditActor,
  companyId: string,
  change: AlertSettingsChange,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    const whatsapp = change.whatsapp === undefined ? undefined : readWhatsApp(change.whatsapp);
    await requireChoices(client, companyId);
    await lockChoices(client, companyId);
    const before = await requireChoices(client, companyId);
    const after: StoredChoices = {
      ...before,
      rules: mergeRules(before.rules, change.rules),
      quiet_hours: change.quiet_hours === undefined ? before.quiet_hours : change.quiet_hours,
      whatsapp: whatsapp === undefined ? before.whatsapp : whatsapp,
    };
    await updateChoices(client, companyId, after);
    await reconsiderHeld(client, companyId);
    const changes = changesOf(audited(before), audited(after));
    await writeAudit(client, actor, { companyId, action: 'change_alert_settings', changes });
  });
