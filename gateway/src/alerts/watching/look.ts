// One look at everything that can be wrong: what is wrong and not open yet is opened, what is open and not wrong any more
// is resolved. Both are written with their notices in one transaction, so a crash before its end changes nothing and the
// next look does the same again.

import type { IdKind } from '@hudhud/contract/ids.ts';
import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { toPublicId } from '../../platform/ids.ts';
import { type OpenedAlert, openAlert, resolve } from '../open-alert.ts';
import { listOpenAlerts, resolveLapsed } from '../queries.ts';
import { ruleOf, type StoredRules } from '../rules.ts';
import {
  findEndingTokens,
  findFailureRates,
  findPausedCampaigns,
  findQuotaUse,
  findSenderTroubles,
  findWebhookTroubles,
  listStoredRules,
  type TroubleRow,
  tryLookLock,
} from './queries.ts';

/** Fewer messages in an hour, and one wrong number would be an alert. */
const messagesMin = 20;

const subjectKind = ({ kind, data }: TroubleRow): IdKind | null => {
  if (kind === 'webhook_failing') return 'webhook';
  if (kind === 'campaign_paused') return 'campaign';
  if (kind === 'failure_rate') return null;
  return kind === 'token_end' && data.is_sender !== true ? 'token' : 'sender';
};

const toAlert = (row: TroubleRow): OpenedAlert => {
  const kind = subjectKind(row);
  const { subject_id: id } = row;
  return {
    companyId: row.company_id,
    kind: row.kind,
    key: `${id ?? ''}${row.stage && `:${row.stage}`}`,
    subject: kind && id ? toPublicId(kind, id) : null,
    data: row.data,
    resolvesAt: null,
  };
};

/** A rule that is off raises nothing, and resolves what it has raised. */
const isWrong = (row: TroubleRow, rules: StoredRules): boolean => {
  const { is_on: isOn, threshold } = ruleOf(rules, row.kind);
  return isOn && (threshold === null || Number(row.data.percent) >= threshold);
};

const findTroubles = async (client: pg.ClientBase): Promise<OpenedAlert[]> => {
  const rules = await listStoredRules(client);
  const found = [
    ...(await findWebhookTroubles(client)),
    ...(await findSenderTroubles(client)),
    ...(await findQuotaUse(client)),
    ...(await findEndingTokens(client)),
    ...(await findPausedCampaigns(client)),
    ...(await findFailureRates(client, messagesMin)),
  ];
  return found.filter((row) => isWrong(row, rules.get(row.company_id) ?? {})).map(toAlert);
};

const nameOf = (companyId: string, kind: string, key: string): string => `${companyId} ${kind} ${key}`;

/** Answers the companies for which an event was written. */
export const lookForAlerts = (pool: pg.Pool): Promise<string[]> =>
  inTransaction(pool, async (client) => {
    if (!(await tryLookLock(client))) return [];
    await resolveLapsed(client);
    const [open, wrong] = [await listOpenAlerts(client), await findTroubles(client)];
    const openNames = new Set(open.map((row) => nameOf(row.company_id, row.kind, row.key)));
    const wrongNames = new Set(wrong.map((alert) => nameOf(alert.companyId, alert.kind, alert.key)));
    const companyIds: string[] = [];
    for (const alert of wrong) {
      if (openNames.has(nameOf(alert.companyId, alert.kind, alert.key))) continue;
      if (await openAlert(client, alert)) companyIds.push(alert.companyId);
    }
    for (const row of open) {
      if (wrongNames.has(nameOf(row.company_id, row.kind, row.key))) continue;
      if (await resolve(client, row)) companyIds.push(row.company_id);
    }
    return companyIds;
  });
