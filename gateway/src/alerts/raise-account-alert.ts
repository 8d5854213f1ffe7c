// Alerts about an account, from a provider or from costs, have no state to watch: each is raised in the same transaction as
// its `account_alert` event, and ends after a while.

import type pg from 'pg';
import { newUuid, toPublicId } from '../platform/ids.ts';
import { dayMilliseconds } from '../platform/time.ts';
import type { HealthAlert } from '../providers/health-part.ts';
import { openAlert } from './open-alert.ts';

const openMilliseconds = 2 * dayMilliseconds;

export const raiseAccountAlert = async (
  client: pg.ClientBase,
  companyId: string,
  senderId: string | null,
  { kind, detail, action, endsAt }: HealthAlert,
): Promise<void> => {
  await openAlert(
    client,
    {
      companyId,
      kind: kind === 'cost_drift' ? 'cost_drift' : 'account',
      key: newUuid(),
      subject: senderId && toPublicId('sender', senderId),
      data: { detail, action },
      resolvesAt: endsAt ?? new Date(Date.now() + openMilliseconds),
    },
    { isEmittedAlready: true },
  );
};
