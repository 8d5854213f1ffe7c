// Takes a callback of the Cloud API apart: every entry, every change, every message and every status. A part that makes no
// sense is told as a notice with its content; it must not cost its neighbours.

import type {
  Callback,
  CallbackItem,
  CallbackPerson,
  CallbackReading,
  CallbackStatus,
  StatusVerdict,
} from '../callback.ts';
import { parseCallback } from '../parse-callback.ts';
import type { Failure } from '../provider.ts';
import { findRule, toFailure } from './find-rule.ts';
import { asFields, asText, type GraphError, readGraphError } from './graph-error.ts';
import { readMovedTo, readNumber, readUserId, readUsername } from './read-person.ts';
import { summarize } from './summarize.ts';
import { toStatusVerdict } from './verdicts.ts';

type Fields = Readonly<Record<string, unknown>>;

const statusNames = ['sent', 'delivered', 'read', 'played', 'failed'] as const;

const partsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

const listOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map(asFields).filter((item) => item !== null) : [];

/** Seconds as text, or as a number. Null for a time that cannot be read. */
const readTime = (value: unknown): Date | null => {
  const text = asText(value) ?? '';
  return /^[1-9]\d{0,10}$/.test(text) ? new Date(Number(text) * 1000) : null;
};

interface StatusFailure {
  readonly failure: Failure | null;
  readonly verdict: StatusVerdict;
}

/** The first error gives the reason; the others are kept in its detail. */
const joinErrors = (first: GraphError, others: readonly GraphError[]): GraphError => ({
  ...first,
  detail: [first.detail, ...others.map(({ code, title, detail }) => `${code} ${title}: ${detail}`)].join(
    ' | ',
  ),
});

const readFailure = (status: Fields): StatusFailure => {
  const errors = listOf(status.errors).flatMap((error) => readGraphError(error) ?? []);
  const [first, ...others] = errors;
  if (!first) return { failure: null, verdict: { kind: 'rejected' } };
  // A status has no HTTP status of its own; 400 is what a refusal has.
  const rules = errors.map((error) => findRule(error, 400));
  const [firstRule = findRule(first, 400)] = rules;
  const decisive = rules.find((rule) => rule.verdict === 'suspend') ?? firstRule;
  return {
    failure: toFailure(joinErrors(first, others), firstRule),
    verdict: toStatusVerdict(decisive),
  };
};

const readStatus = (raw: Fields, receivedAt: Date): CallbackStatus | null => {
  const providerMessageId = asText(raw.id);
  const status = statusNames.find((name) => name === raw.status);
  if (!providerMessageId || !status) return null;
  return {
    providerMessageId,
    status,
    at: readTime(raw.timestamp) ?? receivedAt,
    recipient: asText(raw.recipient_id),
    recipientUserId: readUserId(raw.recipient_user_id),
    // Its name until May 2026 still comes from old versions.
    recipientParentUserId: readUserId(raw.recipient_parent_user_id ?? raw.parent_recipient_user_id),
    echo: asText(raw.biz_opaque_callback_data),
    ...(status === 'failed' ? readFailure(raw) : { failure: null }),
    pricing: asText(asFields(raw.pricing)?.category),
    raw,
  };
};

/**
 * Names come beside the messages, by WhatsApp id or, for people who hide their number, by user id. With one writer and one
 * name there is no doubt, whatever id it carries.
 */
const writerOf = (message: Fields, contacts: readonly Fields[], hasOneWriter: boolean): Fields | undefined =>
  contacts.find((candidate) => candidate.wa_id !== undefined && candidate.wa_id === message.from) ??
  contacts.find(
    (candidate) => candidate.user_id !== undefined && candidate.user_id === message.from_user_id,
  ) ??
  (hasOneWriter && contacts.length === 1 ? contacts[0] : undefined);

/** One change of a callback, with what a notice about it needs. */
interface Change {
  readonly topic: string;
  readonly account: string | null;
  readonly value: Fields;
  readonly change: Fields;
  /** Says which business account the change is about, and when. */
  readonly entry: Fields;
  readonly receivedAt: Date;
}

const noticeOf = ({ topic, account, change, entry }: Change, raw: Fields = change): CallbackItem => ({
  kind: 'notice',
  account,
  topic,
  raw: { ...entry, changes: [raw] },
});

/** A part of a list that makes no sense, in the envelope it came in but without its neighbours. */
const partNotice = (from: Change, list: 'messages' | 'statuses', part: unknown): CallbackItem => {
  const { messages: _messages, statuses: _statuses, ...around } = from.value;
  return noticeOf(from, { ...from.change, value: { ...around, [list]: [part] } });
};

const readMessages = (from: Change): CallbackItem[] => {
  const contacts = listOf(from.value.contacts);
  const writers = new Set(listOf(from.value.messages).map((raw) => raw.from ?? raw.from_user_id));
  return partsOf(from.value.messages).map((part): CallbackItem => {
    const raw = asFields(part);
    const providerMessageId = asText(raw?.id);
    if (!raw || !providerMessageId) return partNotice(from, 'messages', part);
    const at = readTime(raw.timestamp);
    const writer = writerOf(raw, contacts, writers.size === 1);
    const profile = asFields(writer?.profile);
    const movedTo = readMovedTo(raw);
    return {
      kind: 'message',
      account: from.account,
      message: {
        providerMessageId,
        from: asText(raw.from),
        fromName: asText(profile?.name),
        userId: readUserId(raw.from_user_id ?? writer?.user_id),
        parentUserId: readUserId(raw.from_parent_user_id ?? writer?.parent_user_id),
        username: readUsername(profile?.username),
        ...(movedTo && { movedTo }),
        type: asText(raw.type) ?? 'unknown',
        text: summarize(raw),
        at: at ?? from.receivedAt,
        ...(at === null && { isUntimed: true as const }),
        raw,
      },
    };
  });
};

const readStatuses = (from: Change): CallbackItem[] =>
  partsOf(from.value.statuses).map((part): CallbackItem => {
    const raw = asFields(part);
    const status = raw && readStatus(raw, from.receivedAt);
    return status ? { kind: 'status', account: from.account, status } : partNotice(from, 'statuses', part);
  });

/** WhatsApp's own switch for marketing messages. */
const readPreferences = ({ value, account, receivedAt }: Change): CallbackItem[] =>
  listOf(value.user_preferences).flatMap((raw) => {
    const from = readNumber(raw.wa_id);
    const userId = readUserId(raw.user_id);
    const state = raw.value === 'stop' ? 'opted_out' : raw.value === 'resume' ? 'opted_in' : null;
    if ((from === null && userId === null) || state === null) return [];
    const at = readTime(raw.timestamp) ?? receivedAt;
    return [{ kind: 'consent', account, consent: { from, userId, state, at } } as const];
  });

const personBy = (raw: Fields, which: 'previous' | 'current'): CallbackPerson => ({
  number: readNumber(raw.wa_id),
  userId: readUserId(asFields(raw.user_id)?.[which]),
  parentUserId: readUserId(asFields(raw.parent_user_id)?.[which]),
});

const readMoves = ({ value, account }: Change): CallbackItem[] =>
  listOf(value.user_id_update).map((raw) => ({
    kind: 'move',
    account,
    move: { from: personBy(raw, 'previous'), to: personBy(raw, 'current') },
  }));

/** What a change about messages usually has. Anything else in it is told as a notice. */
const usualKeys = new Set(['messaging_product', 'metadata', 'contacts', 'messages', 'statuses']);

const readChange = (from: Change): CallbackItem[] => {
  if (from.topic === 'user_preferences' && from.account !== null) {
    return [...readPreferences(from), noticeOf(from)];
  }
  if (from.topic === 'user_id_update' && from.account !== null) return [...readMoves(from), noticeOf(from)];
  if (from.topic !== 'messages' || from.account === null) return [noticeOf(from)];
  const items = [...readMessages(from), ...readStatuses(from)];
  const isUsual = Object.keys(from.value).every((key) => usualKeys.has(key));
  const isUnderstood = items.some(({ kind }) => kind !== 'notice');
  // A change of which nothing is understood, or with something beside its parts, is told whole.
  if (!isUnderstood) return [noticeOf(from)];
  return isUsual ? items : [...items, noticeOf(from)];
};

export const readCloudApiCallback = (body: unknown, receivedAt: Date): CallbackItem[] =>
  listOf(asFields(body)?.entry).flatMap((entry) =>
    listOf(entry.changes).flatMap((change) => {
      const value = asFields(change.value) ?? {};
      return readChange({
        topic: asText(change.field) ?? 'unknown',
        account: asText(asFields(value.metadata)?.phone_number_id),
        value,
        change,
        entry,
        receivedAt,
      });
    }),
  );

export const readCloudApiBody = ({ body, receivedAt }: Callback): CallbackReading => {
  const parsed = parseCallback(body);
  return parsed.kind === 'parsed'
    ? { kind: 'read', items: readCloudApiCallback(parsed.body, receivedAt) }
    : { kind: 'unreadable', detail: 'The callback is signed rightly, and is not JSON.' };
};
