// An event row as the outside gets it, the same by webhook and by feed. Reading what a provider sent is passed in, because
// this room knows no provider.

import type { EventPayload, EventType } from '@hudhud/contract/events.ts';
import type { Failure } from '@hudhud/contract/failure.ts';
import type { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import type { MessageStatus } from '@hudhud/contract/messages.ts';
import { toPublicId } from '../platform/ids.ts';
import { toOffsetTime } from './offset-time.ts';
import type { EventRow } from './queries.ts';
import { statusSequence } from './status-sequence.ts';

export type DescribeIncoming = (provider: string, raw: unknown) => IncomingDetails;

type Fields = Readonly<Record<string, unknown>>;
type DataOf<Type extends EventType> = Omit<Extract<EventPayload, { event: Type }>['data'], 'occurred_at'>;

const parse = (json: string | null): unknown => {
  try {
    return json === null ? null : JSON.parse(json);
  } catch {
    return null;
  }
};

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const digitsOf = (phoneNumber: string | null): string => phoneNumber?.replace(/\D/g, '') ?? '';

/** The person as an address that can be sent to: their user id, else the digits of their number. */
const personOf = ({ contact_user_id: userId, person_key: key, phone_number: number }: EventRow): string =>
  userId ?? (number ? digitsOf(number) : (key ?? ''));

const senderOf = ({ sender_id: id }: EventRow): string | null => id && toPublicId('sender', id);

const messageOf = ({ message_id: id, id: eventId }: EventRow): string => toPublicId('message', id ?? eventId);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Our own writing, but kept as text: an older version may have written less of it. */
const readFailure = (value: unknown): Failure | null => {
  if (typeof value !== 'object' || value === null) return null;
  const { code, title, detail, cause, action } = asFields(value);
  return {
    code: textOf(code),
    title: textOf(title),
    detail: textOf(detail),
    cause: textOf(cause),
    action: textOf(action),
  };
};

/** What a message holds beside its text, in the words of its content. */
const contentData = ({ content }: EventRow): object => {
  if (content === null) return {};
  const { type: _type, ...fields } = content;
  const { message: _message, ...rest } = fields as Fields;
  return rest;
};

const incomingData = (row: EventRow, describe: DescribeIncoming): DataOf<'incoming_message'> => ({
  sender_phone: digitsOf(row.phone_number),
  sender_id: personOf(row),
  sender_username: row.contact_username,
  message_body: row.body ?? '',
  message_type: row.message_type ?? 'unknown',
  message_id: messageOf(row),
  sender_name: row.contact_name,
  received_by: senderOf(row),
  provider: row.provider,
  provider_message_id: row.provider_message_id,
  ...(row.provider === null ? {} : describe(row.provider, parse(row.raw))),
  ...contentData(row),
});

const statusData = (row: EventRow): DataOf<'message_status'> => {
  const status = row.status as MessageStatus;
  const attempt = row.attempt ?? 0;
  return {
    message_id: messageOf(row),
    recipient_phone: digitsOf(row.phone_number),
    recipient_id: personOf(row),
    status,
    attempt,
    sequence: statusSequence(status, attempt),
    error: readFailure(asFields(parse(row.data)).failure),
    reference: row.reference,
    sender_id: senderOf(row),
    provider_message_id: row.provider_message_id,
  };
};

const isUuid = (value: unknown): value is string => typeof value === 'string' && value.length === 36;

const consentData = (row: EventRow): DataOf<'contact_opted_out'> => {
  const { contact, phone, source, message } = asFields(parse(row.data));
  return {
    contact_id: isUuid(contact) ? toPublicId('contact', contact) : null,
    contact_phone: digitsOf(textOf(phone)),
    source: textOf(source),
    message_id: isUuid(message) ? toPublicId('message', message) : null,
  };
};

const dataOf = (row: EventRow, describe: DescribeIncoming): object => {
  if (row.type === 'incoming_message') return incomingData(row, describe);
  if (row.type === 'message_status') return statusData(row);
  if (row.type === 'contact_opted_out' || row.type === 'contact_opted_in') return consentData(row);
  const { failure, topic, raw, ...rest } = asFields(parse(row.data));
  if (row.type === 'sender_state') {
    return { sender_id: senderOf(row), ...rest, error: readFailure(failure) };
  }
  if (row.type === 'provider_notice') {
    return { sender_id: senderOf(row), topic: textOf(topic), notice: raw ?? null };
  }
  return rest;
};

export const toPayload = (row: EventRow, describe: DescribeIncoming): EventPayload =>
  ({
    id: toPublicId('event', row.id),
    event: row.type,
    timestamp: toOffsetTime(row.at, row.timezone),
    data: {
      ...dataOf(row, describe),
      occurred_at: toOffsetTime(row.at, row.timezone, 'millisecond'),
    },
  }) as EventPayload;
