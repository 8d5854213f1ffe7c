// Takes a callback of Infobip apart. Reports of delivery, of reading, and messages come in the same envelope and are told
// apart by their fields; a part that makes no sense becomes a notice and must not cost its neighbours.

import type { Callback, CallbackItem, CallbackReading, CallbackStatus } from '../callback.ts';
import { asFields, asText } from '../cloud-api/graph-error.ts';
import { readUserId, readUsername } from '../cloud-api/read-person.ts';
import { toStatusVerdict } from '../cloud-api/verdicts.ts';
import { noticeOf, parseCallback } from '../parse-callback.ts';
import { type Fields, readDigits, readIsoTime } from '../read-values.ts';
import { readFile, readType, summarize } from './describe-incoming.ts';
import { readRefusal } from './find-rule.ts';

const failedGroups = new Set(['UNDELIVERABLE', 'EXPIRED', 'REJECTED']);

type Reported = Pick<CallbackStatus, 'status' | 'failure' | 'verdict'>;

/** Null for PENDING, which says nothing new; undefined for a word that is not known. */
const readDelivery = (report: Fields): Reported | null | undefined => {
  const group = asText(asFields(report.status)?.groupName) ?? '';
  if (group === 'PENDING') return null;
  if (group === 'DELIVERED') return { status: 'delivered', failure: null };
  if (!failedGroups.has(group)) return undefined;
  const { rule, failure, isRepetition } = readRefusal(report);
  // The first message under this id was accepted; only the second one was refused.
  if (isRepetition) return { status: 'sent', failure: null };
  return { status: 'failed', failure, verdict: toStatusVerdict(rule) };
};

const toStatus = (report: Fields, reported: Reported, at: Date): CallbackItem => {
  const id = asText(report.messageId) ?? '';
  const contact = asFields(report.contact);
  return {
    kind: 'status',
    // Reports do not name our number.
    account: null,
    status: {
      providerMessageId: id,
      ...reported,
      at,
      recipient: readDigits(report.to) ?? readDigits(contact?.phoneNumber),
      recipientUserId: readUserId(contact?.userId) ?? readUserId(report.to),
      recipientParentUserId: readUserId(contact?.parentUserId),
      // The id is ours, and says which message and attempt it was.
      echo: id,
      raw: report,
    },
  };
};

const readReport = (report: Fields, receivedAt: Date): CallbackItem[] => {
  if (!asText(report.messageId)) return [noticeOf('unreadable', { results: [report] })];
  if (report.seenAt !== undefined) {
    const at = readIsoTime(report.seenAt) ?? receivedAt;
    return [toStatus(report, { status: 'read', failure: null }, at)];
  }
  const reported = readDelivery(report);
  if (reported === null) return [];
  if (reported === undefined) return [noticeOf('unknown_status', { results: [report] })];
  const at = readIsoTime(report.doneAt) ?? readIsoTime(report.sentAt) ?? receivedAt;
  return [toStatus(report, reported, at)];
};

const readMessage = (raw: Fields, message: Fields, receivedAt: Date): CallbackItem => {
  const providerMessageId = asText(raw.messageId);
  if (!providerMessageId) return noticeOf('unreadable', { results: [raw] });
  const contact = asFields(raw.contact);
  const at = readIsoTime(raw.receivedAt);
  const file = readFile(message);
  return {
    kind: 'message',
    account: readDigits(raw.to),
    message: {
      providerMessageId,
      from: readDigits(contact?.phoneNumber) ?? readDigits(raw.from),
      userId: readUserId(contact?.userId) ?? readUserId(raw.from),
      parentUserId: readUserId(contact?.parentUserId),
      username: readUsername(contact?.username),
      fromName: asText(contact?.name),
      type: readType(message),
      text: summarize(message),
      at: at ?? receivedAt,
      ...(at === null && { isUntimed: true as const }),
      ...(file && { file }),
      raw,
    },
  };
};

/** WhatsApp's own switch for marketing messages. */
const readConsent = (raw: Fields, receivedAt: Date): CallbackItem | null => {
  const content = asFields(raw.content);
  const word = content?.notificationMessagesStatus;
  const state = word === 'stop' ? 'opted_out' : word === 'resume' ? 'opted_in' : null;
  const from = readDigits(content?.from);
  const userId = readUserId(content?.from);
  if (state === null || (from === null && userId === null)) return null;
  const at = readIsoTime(raw.createdAt) ?? receivedAt;
  return { kind: 'consent', account: null, consent: { from, userId, state, at } };
};

const readPart = (part: unknown, receivedAt: Date): CallbackItem[] => {
  const raw = asFields(part);
  if (!raw) return [noticeOf('unreadable', { results: [part] })];
  const message = asFields(raw.message);
  if (message) return [readMessage(raw, message, receivedAt)];
  if (raw.status !== undefined || raw.seenAt !== undefined) return readReport(raw, receivedAt);
  const consent = readConsent(raw, receivedAt);
  return consent ? [consent, noticeOf('marketing_subscription', raw)] : [noticeOf('other', raw)];
};

export const readInfobipCallback = ({ body, receivedAt }: Callback): CallbackReading => {
  const parsed = parseCallback(body);
  if (parsed.kind !== 'parsed') {
    return { kind: 'unreadable', detail: 'The callback is proven rightly, and is not JSON.' };
  }
  const results = asFields(parsed.body)?.results;
  const parts = Array.isArray(results) ? results : [parsed.body];
  return { kind: 'read', items: parts.flatMap((part: unknown) => readPart(part, receivedAt)) };
};
