// Reads a callback of Twilio's: one status or one message. It never says when; a status finds its message by the
// address that the message named.

import type { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import type {
  Callback,
  CallbackItem,
  CallbackMessage,
  CallbackReading,
  CallbackStatus,
} from '../callback.ts';
import { describeCloudApiMessage } from '../cloud-api/describe-incoming.ts';
import { readUserId, readUsername } from '../cloud-api/read-person.ts';
import { summarize } from '../cloud-api/summarize.ts';
import { toStatusVerdict } from '../cloud-api/verdicts.ts';
import { echoParameter } from '../correlate.ts';
import type { IncomingFile } from '../media-part.ts';
import { asParameters, type Parameters, readParameters } from './parameters.ts';
import { findTwilioRule } from './playbook.ts';
import { twilioFailure } from './read-answer.ts';
import { toCloudMessage, typeOf } from './to-cloud-message.ts';

const words: Readonly<Partial<Record<string, CallbackStatus['status']>>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  undelivered: 'failed',
  canceled: 'failed',
};

/** Twilio reports these of a message that it still has. */
const early = new Set(['queued', 'accepted', 'scheduled', 'sending']);

const channel = 'whatsapp:';

/** Digits of a number at WhatsApp; null for an id, and for anything else. */
const digitsOf = (address: string | undefined): string | null =>
  address?.match(/^whatsapp:\+(\d{5,20})$/)?.[1] ?? null;

const userIdOf = (address: string | undefined): string | null =>
  address?.startsWith(channel) ? readUserId(address.slice(channel.length)) : null;

const notice = (parameters: Parameters): CallbackItem => ({
  kind: 'notice',
  account: digitsOf(parameters.To) ?? digitsOf(parameters.From),
  topic: parameters.EventType || parameters.MessageStatus || 'unknown',
  raw: parameters,
});

/** Twilio puts a code of its own beside the words of WhatsApp. */
const readFailure = ({ ErrorCode: code, ErrorMessage, ChannelStatusMessage, MessageStatus }: Parameters) => {
  const known = code || MessageStatus || 'failed';
  const rule = findTwilioRule(known, 400);
  const title = ErrorMessage || ChannelStatusMessage || `Twilio says ${known}`;
  const detail = ChannelStatusMessage || title;
  return { failure: { ...twilioFailure(known, title, rule), detail }, verdict: toStatusVerdict(rule) };
};

const readStatus = (
  id: string,
  status: CallbackStatus['status'],
  parameters: Parameters,
  { query, receivedAt }: Callback,
): CallbackItem => {
  const echo = query[echoParameter];
  return {
    kind: 'status',
    account: digitsOf(parameters.From),
    status: {
      providerMessageId: id,
      status,
      at: receivedAt,
      recipient: digitsOf(parameters.To),
      recipientUserId: userIdOf(parameters.To),
      echo: typeof echo === 'string' ? echo : null,
      ...(status === 'failed' ? readFailure(parameters) : { failure: null }),
      raw: parameters,
    },
  };
};

const fileIn = (parameters: Parameters): IncomingFile | null => {
  const { MediaUrl0: reference, MediaContentType0: mimeType } = parameters;
  if (!reference) return null;
  const { media } = describeTwilioMessage(parameters);
  return { reference, mimeType: mimeType || null, filename: media?.filename ?? null, sha256: null };
};

const readMessage = (id: string, parameters: Parameters, receivedAt: Date): CallbackItem => {
  const { From, To, WaId, ProfileName, ExternalUserId, ParentExternalUserId, ProfileUsername } = parameters;
  const file = fileIn(parameters);
  const message: CallbackMessage = {
    providerMessageId: id,
    from: digitsOf(From) ?? (/^\d{5,20}$/.test(WaId ?? '') ? (WaId ?? null) : null),
    userId: readUserId(ExternalUserId) ?? userIdOf(From),
    parentUserId: readUserId(ParentExternalUserId),
    username: readUsername(ProfileUsername),
    fromName: ProfileName || null,
    type: typeOf(parameters),
    text: summarize(toCloudMessage(parameters)),
    at: receivedAt,
    isUntimed: true,
    isReportedAtOnce: true,
    ...(file && { file }),
    raw: parameters,
  };
  return { kind: 'message', account: digitsOf(To), message };
};

const readItem = (parameters: Parameters, callback: Callback): CallbackItem | null => {
  const id = parameters.MessageSid || parameters.SmsSid;
  const word = parameters.MessageStatus || parameters.SmsStatus;
  if (!id) return notice(parameters);
  const isIncoming = parameters.MessageStatus === undefined && parameters.From !== undefined;
  if (isIncoming && (word === undefined || word === 'received' || word === 'receiving')) {
    return readMessage(id, parameters, callback.receivedAt);
  }
  if (word !== undefined && early.has(word)) return null;
  const status = word === undefined ? undefined : Object.hasOwn(words, word) ? words[word] : undefined;
  return status ? readStatus(id, status, parameters, callback) : notice(parameters);
};

export const readTwilioCallback = (callback: Callback): CallbackReading => {
  const parameters = readParameters(callback);
  if (!parameters) return { kind: 'unreadable', detail: 'The callback is neither a form nor a JSON object.' };
  const item = readItem(parameters, callback);
  return { kind: 'read', items: item ? [item] : [] };
};

export function describeTwilioMessage(raw: unknown): IncomingDetails {
  return describeCloudApiMessage(toCloudMessage(asParameters(raw)));
}
