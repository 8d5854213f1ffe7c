// A callback of Vonage is one status or one message.

import type { Callback, CallbackItem, CallbackReading, CallbackStatus } from '../callback.ts';
import { asFields, asText } from '../cloud-api/graph-error.ts';
import { readUserId, readUsername } from '../cloud-api/read-person.ts';
import { toStatusVerdict } from '../cloud-api/verdicts.ts';
import { noticeOf, parseCallback } from '../parse-callback.ts';
import { type Fields, readDigits, readIsoTime } from '../read-values.ts';
import { readFile, readType, summarize } from './describe-incoming.ts';
import { readRefusal } from './find-rule.ts';
import { alreadySentCode } from './playbook.ts';

const words: Readonly<Partial<Record<string, CallbackStatus['status']>>> = {
  submitted: 'sent',
  delivered: 'delivered',
  read: 'read',
  rejected: 'failed',
  undeliverable: 'failed',
};

type Reported = Pick<CallbackStatus, 'status' | 'failure' | 'verdict'>;

const readReported = (raw: Fields, status: CallbackStatus['status']): Reported => {
  if (status !== 'failed') return { status, failure: null };
  // A status has no HTTP status of its own; refusals have 422.
  const refusal = readRefusal(asFields(raw.error) ?? {}, 422);
  if (refusal?.code === alreadySentCode) return { status: 'sent', failure: null };
  return {
    status,
    failure: refusal?.failure ?? null,
    verdict: refusal ? toStatusVerdict(refusal.rule) : { kind: 'rejected' },
  };
};

const readStatus = (raw: Fields, receivedAt: Date): CallbackItem => {
  const providerMessageId = asText(raw.message_uuid);
  const status = words[asText(raw.status) ?? ''];
  if (!providerMessageId || !status) return noticeOf('unreadable', raw);
  const whatsapp = asFields(raw.whatsapp);
  const recipient = asFields(whatsapp?.recipient);
  return {
    kind: 'status',
    account: readDigits(raw.from),
    status: {
      providerMessageId,
      ...readReported(raw, status),
      at: readIsoTime(raw.timestamp) ?? receivedAt,
      recipient: readDigits(raw.to) ?? readDigits(recipient?.wa_id),
      recipientUserId: readUserId(recipient?.user_id),
      echo: asText(raw.client_ref),
      pricing: asText(asFields(whatsapp?.pricing)?.category),
      raw,
    },
  };
};

const readMessage = (raw: Fields, receivedAt: Date): CallbackItem => {
  const providerMessageId = asText(raw.message_uuid);
  if (!providerMessageId) return noticeOf('unreadable', raw);
  const sender = asFields(asFields(raw.whatsapp)?.sender);
  const profile = asFields(raw.profile);
  const at = readIsoTime(raw.timestamp);
  const file = readFile(raw);
  return {
    kind: 'message',
    account: readDigits(raw.to),
    message: {
      providerMessageId,
      from: readDigits(raw.from) ?? readDigits(sender?.wa_id),
      userId: readUserId(sender?.user_id) ?? readUserId(raw.from),
      parentUserId: readUserId(sender?.parent_user_id),
      username: readUsername(profile?.username),
      fromName: asText(profile?.name),
      type: readType(raw),
      text: summarize(raw),
      at: at ?? receivedAt,
      ...(at === null && { isUntimed: true as const }),
      ...(file && { file }),
      raw,
    },
  };
};

export const readVonageCallback = ({ body, receivedAt }: Callback): CallbackReading => {
  const parsed = parseCallback(body);
  if (parsed.kind !== 'parsed') {
    return { kind: 'unreadable', detail: 'The callback is signed rightly, and is not JSON.' };
  }
  const raw = asFields(parsed.body);
  if (!raw) return { kind: 'read', items: [noticeOf('unreadable', parsed.body)] };
  if (raw.status !== undefined) return { kind: 'read', items: [readStatus(raw, receivedAt)] };
  if (raw.message_type !== undefined) return { kind: 'read', items: [readMessage(raw, receivedAt)] };
  return { kind: 'read', items: [noticeOf('other', raw)] };
};
