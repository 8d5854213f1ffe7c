// Takes a callback of Meta apart: every entry, every change, every message and every status. A part that makes no sense is
// left out; it must not cost its neighbours.

import type { CallbackItem, CallbackStatus } from '../provider.ts';
import { findPlay, toFailure } from './find-play.ts';
import { asFields, asText, readGraphError } from './graph-error.ts';
import { summarize } from './summarize.ts';

type Fields = Readonly<Record<string, unknown>>;

const statusNames = ['sent', 'delivered', 'read', 'played', 'failed'] as const;

const listOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map(asFields).filter((item) => item !== null) : [];

/** Seconds as text, or as a number; a time that cannot be read is now. */
const readTime = (value: unknown): Date => {
  const text = asText(value) ?? '';
  return /^[1-9]\d{0,10}$/.test(text) ? new Date(Number(text) * 1000) : new Date();
};

const readFailure = (status: Fields): CallbackStatus['failure'] => {
  const error = listOf(status.errors)
    .map(readGraphError)
    .find((candidate) => candidate !== null);
  return error ? toFailure(error, findPlay(error, 400)) : null;
};

const readStatus = (raw: Fields): CallbackStatus | null => {
  const providerMessageId = asText(raw.id);
  const status = statusNames.find((name) => name === raw.status);
  if (!providerMessageId || !status) return null;
  return {
    providerMessageId,
    status,
    at: readTime(raw.timestamp),
    recipient: asText(raw.recipient_id),
    echo: asText(raw.biz_opaque_callback_data),
    failure: status === 'failed' ? readFailure(raw) : null,
    raw,
  };
};

/** Names come beside the messages, by WhatsApp id or, for people who hide their number, by user id. */
const nameOf = (message: Fields, contacts: readonly Fields[]): string | null => {
  const contact =
    contacts.find((candidate) => candidate.wa_id !== undefined && candidate.wa_id === message.from) ??
    contacts.find(
      (candidate) => candidate.user_id !== undefined && candidate.user_id === message.from_user_id,
    );
  return asText(asFields(contact?.profile)?.name);
};

const readMessages = (value: Fields, account: string): CallbackItem[] => {
  const contacts = listOf(value.contacts);
  return listOf(value.messages).flatMap((raw) => {
    const providerMessageId = asText(raw.id);
    if (!providerMessageId) return [];
    const message = {
      providerMessageId,
      from: asText(raw.from),
      fromName: nameOf(raw, contacts),
      type: asText(raw.type) ?? 'unknown',
      text: summarize(raw),
      at: readTime(raw.timestamp),
      raw,
    };
    return [{ kind: 'message', account, message } as const];
  });
};

/** WhatsApp's own switch for marketing messages. */
const readPreferences = (value: Fields, account: string): CallbackItem[] =>
  listOf(value.user_preferences).flatMap((raw) => {
    const from = asText(raw.wa_id);
    const state = raw.value === 'stop' ? 'opted_out' : raw.value === 'resume' ? 'opted_in' : null;
    if (!from || !/^\d{5,20}$/.test(from) || state === null) return [];
    return [{ kind: 'consent', account, consent: { from, state, at: readTime(raw.timestamp) } } as const];
  });

/** What a change about messages usually has. Anything else in it is told as a notice. */
const usualKeys = new Set(['messaging_product', 'metadata', 'contacts', 'messages', 'statuses']);

const readChange = (change: Fields, entry: Fields): CallbackItem[] => {
  const topic = asText(change.field) ?? 'unknown';
  const value = asFields(change.value) ?? {};
  const account = asText(asFields(value.metadata)?.phone_number_id);
  // The entry around the change says which business account it is about, and when.
  const notice = { kind: 'notice', account, topic, raw: { ...entry, changes: [change] } } as const;
  if (topic === 'user_preferences' && account !== null) return [...readPreferences(value, account), notice];
  if (topic !== 'messages' || account === null) return [notice];
  const statuses = listOf(value.statuses).flatMap((raw) => {
    const status = readStatus(raw);
    return status ? [{ kind: 'status', account, status } as const] : [];
  });
  const items = [...readMessages(value, account), ...statuses];
  const isUsual = Object.keys(value).every((key) => usualKeys.has(key));
  return items.length > 0 && isUsual ? items : [...items, notice];
};

export const readMetaCallback = (body: unknown): CallbackItem[] =>
  listOf(asFields(body)?.entry).flatMap((entry) =>
    listOf(entry.changes).flatMap((change) => readChange(change, entry)),
  );
