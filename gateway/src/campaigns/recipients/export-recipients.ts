// The people of a campaign as a CSV file, streamed a page at a time.

import { Readable } from 'node:stream';
import type pg from 'pg';
import { byteOrderMark, csvLine } from '../../platform/csv-line.ts';
import type { CampaignKey } from '../campaign-row.ts';
import { presentRecipient } from './present.ts';
import { listRecipients, type RecipientFilter, type RecipientRow } from './queries.ts';

const rowsPerPage = 1_000;

const headings = [
  'phone_number',
  'name',
  'state',
  'reason',
  'reason_title',
  'what_to_do',
  'message_id',
  'sent_at',
  'delivered_at',
  'read_at',
  'failed_at',
  'replied_at',
];

const toCells = (row: RecipientRow): string[] => {
  const shown = presentRecipient(row);
  return [
    shown.phone_number,
    shown.name ?? '',
    shown.state,
    shown.reason ?? '',
    shown.error?.title ?? '',
    shown.error?.action ?? '',
    shown.message_id ?? '',
    shown.sent_at ?? '',
    shown.delivered_at ?? '',
    shown.read_at ?? '',
    shown.failed_at ?? '',
    shown.replied_at ?? '',
  ];
};

async function* lines(pool: pg.Pool, key: CampaignKey, filter: RecipientFilter): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(headings);
  for (let after = 0; ; ) {
    const rows = await listRecipients(pool, key, filter, after, rowsPerPage);
    if (rows.length > 0) yield rows.map((row) => csvLine(toCells(row))).join('');
    const last = rows.at(-1);
    if (rows.length < rowsPerPage || !last) return;
    after = last.position;
  }
}

export const exportRecipients = (pool: pg.Pool, key: CampaignKey, filter: RecipientFilter): Readable =>
  Readable.from(lines(pool, key, filter));
