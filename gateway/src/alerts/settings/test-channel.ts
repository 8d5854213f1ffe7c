// A test alert by one way, through the same rows and rounds as a real one, so that what arrives is what would arrive.

import type { AlertChannel } from '@hudhud/contract/alerts.ts';
import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newUuid } from '../../platform/ids.ts';
import { hourMilliseconds } from '../../platform/time.ts';
import { openAlert } from '../open-alert.ts';
import { requireChoices } from './change-settings.ts';

const missing: Readonly<Record<Exclude<AlertChannel, 'webhook'>, string>> = {
  mail: 'This gateway has no mail server; its operator sets SMTP_URL.',
  whatsapp: "There is no number for WhatsApp yet. Save the owner's number first.",
};

export const testChannel = (
  pool: pg.Pool,
  companyId: string,
  channel: AlertChannel,
  isMailSetUp: boolean,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    const choices = await requireChoices(client, companyId);
    const isThere = { mail: isMailSetUp, webhook: true, whatsapp: choices.whatsapp !== null }[channel];
    if (!isThere && channel !== 'webhook') {
      throw new AppError('alert_channel_unavailable', { detail: missing[channel] });
    }
    const resolvesAt = new Date(Date.now() + hourMilliseconds);
    const test = { companyId, kind: 'test' as const, key: newUuid(), subject: null, data: {}, resolvesAt };
    await openAlert(client, test, { channels: [channel], isUrgent: true });
  });
