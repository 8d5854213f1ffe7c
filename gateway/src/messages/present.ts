// Message rows as the outside sees them.

import type { Message } from '@hudhud/contract/messages.ts';
import { timeOfUuid, toPublicId } from '../platform/ids.ts';
import type { MessageRow } from './queries.ts';

export const presentMessage = (row: MessageRow): Message => ({
  id: toPublicId('message', row.id),
  direction: row.direction,
  status: row.status,
  type: row.type,
  phone_number: row.phone_number,
  message: row.body,
  provider: row.provider,
  request_id: row.request_id && toPublicId('request', row.request_id),
  created_at: timeOfUuid(row.id).toISOString(),
  updated_at: row.updated_at.toISOString(),
});
