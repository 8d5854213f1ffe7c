// An event row as the outside gets it, the same by webhook and by feed. Reading what a provider sent is passed in, because
// this room knows no provider.

import type { EventPayload, EventType } from '@hudhud/contract/events.ts';
import type { Failure } from '@hudhud/contract/failure.ts';
import type { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import type { MessageStatus } from '@hudhud/contract/states.ts';
import { toPublicId } from '../platform/ids.ts';
import { isJsonObject, type JsonObject } from '../platform/json.ts';
import { dayMilliseconds } from '../platform/time.ts';
import { describeMedia, type EventMedia } from './event-media.ts';
import { toOffsetTime } from './offset-time.ts';
import type { EventRow } from './queries.ts';
import { statusSequence } from './status-sequence.ts';

/** `refersToId` is a UUID; null when we do not know the message. */
export const withReference = (
  { refers_to: refersTo }: IncomingDetails,
  refersToId: string | null,
): Pick<IncomingDetails, 'refers_to'> =>
  refersTo && refersToId ? { refers_to: { ...refersTo, message_id: toPublicId('message', refersToId) } } : {};

export type DescribeIncoming = (provider: string, raw: unknown) => IncomingDetails;

type DataOf<Type extends EventType> = Omit<Extract<EventPayload, { event: Type }>['data'], 'occurred_at'>;

const parse = (json: string | null): unknown => {
  try {
    return json === null ? null : JSON.parse(json);
  } catch {
    return null;
  }
};

const asFields = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

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

/** The content of a message besides its text. */
const contentData = ({ content }: EventRow): object => {
  if (content === null) return {};
  const { type: _type, ...fields } = content;
  const { message: _message, ...rest } = fields as JsonObject;
  return rest;
};

/** The parts of a message besides its text: its file as we keep it, and which of our messages it refers to. */
const detailsOf = (row: EventRow, describe: DescribeIncoming, eventMedia: EventMedia): IncomingDetails => {
  if (row.provider === null) return {};
  const details = describe(row.provider, parse(row.raw));
  const media = describeMedia(row, details.media, eventMedia);
  return {
    ...details,
    ...withReference(details, row.refers_to_id),
    ...contentData(row),
    ...(media && { media }),
  };
};

const incomingData = (
  row: EventRow,
  describe: DescribeIncoming,
  eventMedia: EventMedia,
): DataOf<'incoming_message'> => ({
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
  ...detailsOf(row, describe, eventMedia),
});

const appMessageData = (
  row: EventRow,
  describe: DescribeIncoming,
  eventMedia: EventMedia,
): DataOf<'app_message'> => ({
  recipient_phone: digitsOf(row.phone_number),
  recipient_id: personOf(row),
  message_body: row.body ?? '',
  message_type: row.message_type ?? 'unknown',
  message_id: messageOf(row),
  sent_by: senderOf(row),
  provider: row.provider,
  provider_message_id: row.provider_message_id,
  ...detailsOf(row, describe, eventMedia),
});

const readCall = (row: EventRow): object => ({ sender_id: senderOf(row), ...asFields(parse(row.data)) });

const statusData = (row: EventRow): DataOf<'message_status'> => {
  const status = row.status as MessageStatus;
  const attempt = row.attempt ?? 0;
  const { failure, ...details } = asFields(parse(row.data));
  return {
    message_id: messageOf(row),
    recipient_phone: digitsOf(row.phone_number),
    recipient_id: personOf(row),
    status,
    attempt,
    sequence: statusSequence(status, attempt),
    error: readFailure(failure),
    reference: row.reference,
    sender_id: senderOf(row),
    provider_message_id: row.provider_message_id,
    ...details,
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

/** A time of ours in the company's offset; null where there is none. */
const timeOf = (row: EventRow, value: unknown, addMilliseconds = 0): string | null => {
  const time = Date.parse(textOf(value));
  return Number.isNaN(time) ? null : toOffsetTime(new Date(time + addMilliseconds), row.timezone);
};

/** `data` is null when the person was erased since. */
const closingData = (row: EventRow): DataOf<'window_closing'> => {
  const { phone, last_incoming_at: last } = asFields(parse(row.data));
  const person = textOf(phone);
  return {
    sender_id: senderOf(row),
    contact_phone: person.startsWith('+') ? digitsOf(person) : '',
    contact_id: person.startsWith('+') ? digitsOf(person) : person,
    last_incoming_at: timeOf(row, last),
    closes_at: timeOf(row, last, dayMilliseconds),
  };
};

const alertData = (row: EventRow): DataOf<'account_alert'> => {
  const { kind, detail, action, ends_at: endsAt } = asFields(parse(row.data));
  return {
    sender_id: senderOf(row),
    kind: textOf(kind),
    detail: textOf(detail),
    action: textOf(action),
    ends_at: timeOf(row, endsAt),
  };
};

const incomingTypes = new Set(['incoming_message', 'message_edited', 'message_deleted']);

const dataOf = (row: EventRow, describe: DescribeIncoming, eventMedia: EventMedia): object => {
  if (incomingTypes.has(row.type)) return incomingData(row, describe, eventMedia);
  if (row.type === 'app_message') return appMessageData(row, describe, eventMedia);
  if (row.type === 'call') return readCall(row);
  if (row.type === 'media_stored') {
    return {
      message_id: messageOf(row),
      sender_id: senderOf(row),
      media: describeMedia(row, undefined, eventMedia),
    };
  }
  if (row.type === 'message_status') return statusData(row);
  if (row.type === 'contact_opted_out' || row.type === 'contact_opted_in') return consentData(row);
  if (row.type === 'window_closing') return closingData(row);
  if (row.type === 'account_alert') return alertData(row);
  const { failure, topic, raw, ...rest } = asFields(parse(row.data));
  if (row.type === 'sender_quality' || row.type === 'sender_limit') {
    return { sender_id: senderOf(row), ...rest };
  }
  if (row.type === 'sender_state') {
    return { sender_id: senderOf(row), ...rest, error: readFailure(failure) };
  }
  if (row.type === 'provider_notice') {
    return { sender_id: senderOf(row), topic: textOf(topic), notice: raw ?? null };
  }
  return rest;
};

export const toPayload = (
  row: EventRow,
  describe: DescribeIncoming,
  eventMedia: EventMedia = {},
): EventPayload =>
  ({
    id: toPublicId('event', row.id),
    event: row.type,
    timestamp: toOffsetTime(row.at, row.timezone),
    data: {
      ...dataOf(row, describe, eventMedia),
      occurred_at: toOffsetTime(row.at, row.timezone, 'millisecond'),
    },
  }) as EventPayload;
