// Message rows as the outside sees them.

import type { Message } from '@hudhud/contract/messages.ts';
import { readFailure } from '../monitoring/calls/read-failure.ts';
import { timeOfUuid, toPublicId } from '../platform/ids.ts';
import type { MessageRow } from './queries.ts';

export const presentMessage = (row: MessageRow): Message => ({
  id: toPublicId('message', row.id),
  direction: row.direction,
  status: row.status,
  type: row.type,
  phone_number: row.phone_number,
  user_id: row.contact_user_id ?? (row.phone_number === '' ? row.person_key : null),
  username: row.contact_username,
  message: row.body,
  content: row.content ?? (row.type === 'text' ? { type: 'text', message: row.body } : null),
  provider: row.provider,
  sender_id: row.sender_id && toPublicId('sender', row.sender_id),
  reference: row.reference,
  attempts: row.attempt,
  schedule_at: row.schedule_at?.toISOString() ?? null,
  next_attempt_at: row.due_at?.toISOString() ?? null,
  provider_message_id: row.provider_message_id,
  contact_name: row.contact_name,
  failure: readFailure(row.failure),
  transactional_reason: row.transactional_reason,
  request_id: row.request_id && toPublicId('request', row.request_id),
  created_at: timeOfUuid(row.id).toISOString(),
  updated_at: row.updated_at.toISOString(),
});
