// Takes a callback of the Cloud API apart: every entry, every change, every message and every status. A part that makes no
// sense becomes a notice with its content; it must not cost its neighbours.

import type {
  Callback,
  CallbackItem,
  CallbackMessage,
  CallbackPerson,
  CallbackReading,
} from '../callback.ts';
import { parseCallback } from '../parse-callback.ts';
import { type Fields, listOf } from '../read-values.ts';
import { asFields, asText } from './graph-error.ts';
import { readCall } from './read-call.ts';
import { readFile } from './read-file.ts';
import { readMovedTo, readNumber, readUserId, readUsername } from './read-person.ts';
import { refersTo } from './read-reference.ts';
import { readStatus } from './read-status.ts';
import { readTemplateChange } from './read-template-change.ts';
import { readTime } from './read-values.ts';
import { summarize } from './summarize.ts';

const partsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/**
 * Names come beside the messages, by WhatsApp id or, for people who hide their number, by user id. With one writer and one
 * name there is no doubt, with any id it carries.
 */
const writerOf = (message: Fields, contacts: readonly Fields[], hasOneWriter: boolean): Fields | undefined =>
  contacts.find((candidate) => candidate.wa_id !== undefined && candidate.wa_id === message.from) ??
  contacts.find(
    (candidate) => candidate.user_id !== undefined && candidate.user_id === message.from_user_id,
  ) ??
  (hasOneWriter && contacts.length === 1 ? contacts[0] : undefined);

/** One change of a callback, with the data for a notice about it. */
interface Change {
  readonly topic: string;
  readonly account: string | null;
  readonly value: Fields;
  readonly change: Fields;
  /** Says which business account the change is about, and when. */
  readonly entry: Fields;
  readonly receivedAt: Date;
}

const noticeOf = (
  { topic, account, change, entry }: Change,
  raw: Fields = change,
): Extract<CallbackItem, { kind: 'notice' }> => ({
  kind: 'notice',
  account,
  topic,
  raw: { ...entry, changes: [raw] },
});

type ListName = 'messages' | 'statuses' | 'message_echoes' | 'calls';
const listNames = new Set<string>(['messages', 'statuses', 'message_echoes', 'calls'] satisfies ListName[]);

/** A part of a list that makes no sense, in the envelope it came in but without its neighbours. */
const partNotice = (from: Change, list: ListName, part: unknown): CallbackItem => {
  const around = Object.entries(from.value).filter(([name]) => !listNames.has(name));
  return noticeOf(from, { ...from.change, value: { ...Object.fromEntries(around), [list]: [part] } });
};

const roles: Readonly<Record<string, CallbackMessage['role']>> = { edit: 'edit', revoke: 'deletion' };

/** The content of a message, without its sender and recipient. */
const readContent = (raw: Fields, providerMessageId: string, receivedAt: Date) => {
  const at = readTime(raw.timestamp);
  const file = readFile(raw);
  const earlier = refersTo(raw)?.provider_message_id;
  return {
    providerMessageId,
    type: asText(raw.type) ?? 'unknown',
    text: summarize(raw),
    at: at ?? receivedAt,
    ...(at === null && { isUntimed: true as const }),
    ...(file && { file }),
    ...(earlier && { refersTo: earlier }),
    raw,
  };
};

const readMessages = (from: Change): CallbackItem[] => {
  const contacts = listOf(from.value.contacts);
  const writers = new Set(listOf(from.value.messages).map((raw) => raw.from ?? raw.from_user_id));
  return partsOf(from.value.messages).map((part): CallbackItem => {
    const raw = asFields(part);
    const providerMessageId = asText(raw?.id);
    if (!raw || !providerMessageId) return partNotice(from, 'messages', part);
    const writer = writerOf(raw, contacts, writers.size === 1);
    const profile = asFields(writer?.profile);
    const movedTo = readMovedTo(raw);
    const role = roles[asText(raw.type) ?? ''];
    return {
      kind: 'message',
      account: from.account,
      message: {
        ...readContent(raw, providerMessageId, from.receivedAt),
        from: asText(raw.from),
        fromName: asText(profile?.name),
        userId: readUserId(raw.from_user_id ?? writer?.user_id),
        parentUserId: readUserId(raw.from_parent_user_id ?? writer?.parent_user_id),
        username: readUsername(profile?.username),
        ...(movedTo && { movedTo }),
        ...(role && { role }),
      },
    };
  });
};

/** Messages that were written in the phone app; the person is the one they went to. */
const readEchoes = (from: Change): CallbackItem[] =>
  partsOf(from.value.message_echoes).map((part): CallbackItem => {
    const raw = asFields(part);
    const providerMessageId = asText(raw?.id);
    if (!raw || !providerMessageId) return partNotice(from, 'message_echoes', part);
    return {
      kind: 'message',
      account: from.account,
      message: {
        ...readContent(raw, providerMessageId, from.receivedAt),
        role: 'app',
        from: asText(raw.to),
        fromName: null,
        userId: readUserId(raw.to_user_id),
        parentUserId: readUserId(raw.to_parent_user_id),
      },
    };
  });

const readCalls = (from: Change): CallbackItem[] =>
  partsOf(from.value.calls).map((part): CallbackItem => {
    const raw = asFields(part);
    const call = raw && readCall(raw, from.receivedAt);
    return call ? { kind: 'call', account: from.account, call } : partNotice(from, 'calls', part);
  });

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

/** The parts of changes that have a kind of their own, and how each is read. */
const readers: Readonly<Record<string, (from: Change) => CallbackItem[]>> = {
  messages: (from) => [...readMessages(from), ...readStatuses(from)],
  smb_message_echoes: readEchoes,
  calls: readCalls,
};

/** The usual keys of each kind of change. Any other key becomes a notice. */
const usualKeys: Readonly<Record<string, ReadonlySet<string>>> = {
  messages: new Set(['messaging_product', 'metadata', 'contacts', 'messages', 'statuses']),
  smb_message_echoes: new Set(['messaging_product', 'metadata', 'contacts', 'message_echoes']),
  calls: new Set(['messaging_product', 'metadata', 'contacts', 'calls']),
};

const readChange = (from: Change): CallbackItem[] => {
  if (from.topic === 'user_preferences' && from.account !== null) {
    return [...readPreferences(from), noticeOf(from)];
  }
  if (from.topic === 'user_id_update' && from.account !== null) return [...readMoves(from), noticeOf(from)];
  const read = readers[from.topic];
  if (!read || from.account === null) return [...readTemplateChange(from), noticeOf(from)];
  const items = read(from);
  const isUsual = Object.keys(from.value).every((key) => usualKeys[from.topic]?.has(key));
  const isUnderstood = items.some(({ kind }) => kind !== 'notice');
  // A change of which nothing is understood, or with something beside its parts, becomes a notice as a whole.
  if (!isUnderstood) return [noticeOf(from)];
  return isUsual ? items : [...items, noticeOf(from)];
};

/** The name of the number that a change is about, from its `metadata`. */
type AccountOf = (metadata: Fields) => string | null;

const byMetasId: AccountOf = ({ phone_number_id }) => asText(phone_number_id);

export const readCloudApiCallback = (
  body: unknown,
  receivedAt: Date,
  accountOf: AccountOf = byMetasId,
): CallbackItem[] =>
  listOf(asFields(body)?.entry).flatMap((entry) =>
    listOf(entry.changes).flatMap((change) => {
      const value = asFields(change.value) ?? {};
      return readChange({
        topic: asText(change.field) ?? 'unknown',
        account: accountOf(asFields(value.metadata) ?? {}),
        value,
        change,
        entry,
        receivedAt,
      });
    }),
  );

export const readCloudApiBodyBy =
  (accountOf: AccountOf) =>
  ({ body, receivedAt }: Callback): CallbackReading => {
    const parsed = parseCallback(body);
    return parsed.kind === 'parsed'
      ? { kind: 'read', items: readCloudApiCallback(parsed.body, receivedAt, accountOf) }
      : { kind: 'unreadable', detail: 'The callback is signed rightly, and is not JSON.' };
  };

export const readCloudApiBody = readCloudApiBodyBy(byMetasId);
