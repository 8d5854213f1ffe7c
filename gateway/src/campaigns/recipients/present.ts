// A row of the ledger as the outside sees it.

import type { Recipient } from '@hudhud/contract/campaign-recipients.ts';
import { readFailure } from '../../monitoring/calls/read-failure.ts';
import { toPublicId } from '../../platform/ids.ts';
import type { RecipientRow } from './queries.ts';

export const presentRecipient = (row: RecipientRow): Recipient => ({
  position: row.position,
  phone_number: row.phone_number,
  name: row.name || null,
  contact_id: row.contact_id && toPublicId('contact', row.contact_id),
  state: row.state,
  reason: row.reason,
  error: row.reason === null ? null : readFailure(row.failure),
  message_id: row.message_id && toPublicId('message', row.message_id),
  variables: { ...row.variables },
  sent_at: row.sent_at?.toISOString() ?? null,
  delivered_at: row.delivered_at?.toISOString() ?? null,
  read_at: row.read_at?.toISOString() ?? null,
  failed_at: row.failed_at?.toISOString() ?? null,
  replied_at: row.replied_at?.toISOString() ?? null,
});
