// Opens an alert with its notices, or resolves it, in the caller's transaction: an alert is never there without the notices
// that were due for it, and never twice while it is open.

import { type AlertKind, type alertRuleKinds, alertText } from '@hudhud/contract/alert-kinds.ts';
import type { AlertChannel, AlertState } from '@hudhud/contract/alerts.ts';
import type pg from 'pg';
import { newUuid, toPublicId } from '../platform/ids.ts';
import { insertNotices } from './notices/queries.ts';
import {
  type AlertRow,
  countOpenings,
  insertAlert,
  insertAlertEvent,
  type NewAlert,
  resolveAlert,
  wasEmitted,
} from './queries.ts';
import { quietUntil } from './quiet-hours.ts';
import { ruleOf } from './rules.ts';
import { findChoices, type StoredChoices } from './settings/queries.ts';

export type OpenedAlert = Omit<NewAlert, 'id'>;

/** An alert that comes and goes all day is sent this often in 24 hours; the bell shows the rest. */
const noticesPerDayMax = 3;

type AlertOfEvent = Pick<NewAlert, 'companyId' | 'id' | 'kind' | 'subject' | 'data'>;

const emitAlertEvent = async (
  client: pg.ClientBase,
  alert: AlertOfEvent,
  state: AlertState,
): Promise<void> => {
  const { title, detail } = alertText(alert.kind, alert.data, 'en');
  await insertAlertEvent(client, {
    companyId: alert.companyId,
    eventId: newUuid(),
    data: {
      alert_id: toPublicId('alert', alert.id),
      kind: alert.kind,
      state,
      title,
      detail,
      subject: alert.subject,
    },
  });
};

const isRuleKind = (kind: AlertKind): kind is (typeof alertRuleKinds)[number] => kind !== 'test';

const channelsFor = ({ rules, whatsapp }: StoredChoices, kind: AlertKind): AlertChannel[] => {
  if (!isRuleKind(kind)) return [];
  const { channels } = ruleOf(rules, kind);
  return whatsapp ? channels : channels.filter((channel) => channel !== 'whatsapp');
};

export interface OpenOptions {
  /** Left out: those of the rule. */
  readonly channels?: readonly AlertChannel[];
  /** Another event reports it already. */
  readonly isEmittedAlready?: boolean;
  /** A person waits for it. */
  readonly isUrgent?: boolean;
}

/** False when it was open already, or its rule is off. */
export const openAlert = async (
  client: pg.ClientBase,
  opened: OpenedAlert,
  options: OpenOptions = {},
): Promise<boolean> => {
  const alert = { ...opened, id: newUuid() };
  const choices = await findChoices(client, alert.companyId);
  if (!choices || (isRuleKind(alert.kind) && !ruleOf(choices.rules, alert.kind).is_on)) return false;
  if (!(await insertAlert(client, alert))) return false;
  const channels = (options.channels ?? channelsFor(choices, alert.kind)).filter(
    (channel) => channel !== 'webhook' || !options.isEmittedAlready,
  );
  const isTooOften = (await countOpenings(client, alert)) > noticesPerDayMax;
  const quiet = options.isUrgent ? null : quietUntil(choices.quiet_hours, choices.timezone, new Date());
  const hasEvent = channels.includes('webhook') && !isTooOften;
  if (hasEvent) await emitAlertEvent(client, alert, 'open');
  await insertNotices(
    client,
    channels.map((channel) => ({
      companyId: alert.companyId,
      alertId: alert.id,
      channel,
      ...(isTooOften
        ? { state: 'skipped', dueAt: null, reason: 'too_often' }
        : channel === 'webhook'
          ? { state: 'sent', dueAt: null, reason: null }
          : { state: 'waiting', dueAt: quiet ?? new Date(), reason: quiet && 'quiet_hours' }),
    })),
  );
  return hasEvent;
};

/** True when an event was written: its webhooks are to be woken. */
export const resolve = async (client: pg.ClientBase, row: AlertRow): Promise<boolean> => {
  if (!(await resolveAlert(client, row.company_id, row.id))) return false;
  if (!(await wasEmitted(client, row.company_id, row.id))) return false;
  await emitAlertEvent(client, { ...row, companyId: row.company_id }, 'resolved');
  return true;
};
