// Message rows in the public shape.

import type { Message, MessageDetails } from '@hudhud/contract/messages.ts';
import { withReference } from '../events/to-payload.ts';
import { readFailure } from '../monitoring/calls/read-failure.ts';
import { timeOfUuid, toPublicId } from '../platform/ids.ts';
import { describeIncoming, describeStatus } from '../providers/describe-incoming.ts';
import type { MessageRow } from './queries.ts';

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
};

/** Details of an incoming message, with the names of its event. */
const detailsOf = ({ provider, raw, refers_to_id: refersToId }: MessageRow): MessageDetails | null => {
  if (raw === null) return null;
  const details = describeIncoming(provider, parse(raw));
  const described = { ...details, ...withReference(details, refersToId) };
  return Object.keys(described).length === 0 ? null : described;
};

/** The provider's charges, from the last status that names them. */
const chargesOf = (provider: string, statusRaws: readonly string[]): MessageDetails | null => {
  let charges: MessageDetails = {};
  for (const raw of statusRaws) {
    const { pricing, conversation } = describeStatus(provider, parse(raw));
    charges = { ...charges, ...(pricing && { pricing }), ...(conversation && { conversation }) };
  }
  return Object.keys(charges).length === 0 ? null : charges;
};

/** `statusRaws`: the raw statuses, where one message is shown alone. */
export const presentMessage = (row: MessageRow, statusRaws: readonly string[] = []): Message => ({
  id: toPublicId('message', row.id),
  direction: row.direction,
  status: row.status,
  type: row.type,
  phone_number: row.phone_number,
  user_id: row.contact_user_id ?? (row.phone_number === '' ? row.person_key : null),
  username: row.contact_username,
  message: row.body,
  content: row.content ?? (row.type === 'text' ? { type: 'text', message: row.body } : null),
  details: detailsOf(row) ?? chargesOf(row.provider, statusRaws),
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
