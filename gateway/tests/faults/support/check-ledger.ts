// Compares the callers' answers with the stored rows: nothing answered 2xx is lost, nothing is there twice, and a
// message, its request and its key are there together or not at all.

import type pg from 'pg';
import { fromPublicId } from '../../../src/platform/ids.ts';
import type { Journal, Wish } from './journal.ts';
import { readStoredRows, type StoredKey, type StoredMessage, type StoredRows } from './stored-rows.ts';

export interface LedgerReport {
  readonly figures: Readonly<Record<string, number | string>>;
  /** One sentence per wrong row or answer; empty when the promise was kept. */
  readonly problems: string[];
}

/** The first ones show what is wrong; a lane that lost everything would otherwise print for minutes. */
const problemsMax = 30;

interface Index {
  readonly byId: Map<string, StoredMessage[]>;
  readonly byText: Map<string, StoredMessage[]>;
  readonly keys: Map<string, StoredKey>;
}

const groupBy = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
};

const checkAcceptances = (wish: Wish, { byId }: Index): string[] => {
  const problems: string[] = [];
  if (new Set(wish.acceptances.map((acceptance) => acceptance.messageId)).size > 1) {
    problems.push(`${wish.text} was answered with different message ids`);
  }
  for (const { messageId, requestId, isReplayed } of wish.acceptances) {
    const rows = byId.get(fromPublicId('message', messageId) ?? '') ?? [];
    const row = rows[0];
    if (!row) {
      problems.push(`${messageId} was answered 2xx (request ${requestId}) and is not stored`);
      continue;
    }
    if (rows.length > 1) problems.push(`${messageId} is stored ${rows.length} times`);
    if (row.body !== wish.text) problems.push(`${messageId} is stored with the text of another message`);
    if (!isReplayed && row.caller_request_id !== requestId) {
      problems.push(
        `${messageId} was accepted by request ${requestId} and stored by ${row.caller_request_id}`,
      );
    }
  }
  return problems;
};

const checkKey = (wish: Wish, rows: readonly StoredMessage[], { keys }: Index): string[] => {
  if (wish.key === null) return [];
  const problems: string[] = [];
  const key = keys.get(wish.key);
  if (rows.length === 1 && key?.message_id !== rows[0]?.id) {
    problems.push(`key ${wish.key} points at ${key?.message_id} and its message is ${rows[0]?.id}`);
  }
  if (rows.length === 0 && key) problems.push(`key ${wish.key} is stored without a message`);
  if (rows.some((row) => row.request_status !== 503 && row.idempotency_key !== wish.key)) {
    problems.push(`the request of ${wish.text} is stored without its key`);
  }
  return problems;
};

const checkWish = (wish: Wish, index: Index): string[] => {
  const rows = index.byText.get(wish.text) ?? [];
  const problems = [...checkAcceptances(wish, index), ...checkKey(wish, rows, index)];
  if (rows.length > 1) problems.push(`${wish.text} is stored as ${rows.length} messages`);
  return problems;
};

const checkRows = (stored: StoredRows, texts: ReadonlySet<string>): string[] => {
  const problems = stored.requestsWithoutMessage.map((id) => `request ${id} was accepted without a message`);
  for (const message of stored.messages) {
    if (message.request_status === null) problems.push(`message ${message.id} has no request row`);
    // A caller that got 503 while its message was on the way may have left its refusal behind first.
    else if (message.request_message_id !== message.id && message.request_status !== 503) {
      problems.push(`the request of message ${message.id} names ${message.request_message_id}`);
    }
    if (!texts.has(message.body)) problems.push(`message ${message.id} was never asked for`);
  }
  return problems;
};

export const checkLedger = async (client: pg.Client, journal: Journal): Promise<LedgerReport> => {
  const stored = await readStoredRows(client);
  const index: Index = {
    byId: groupBy(stored.messages, (message) => message.id),
    byText: groupBy(stored.messages, (message) => message.body),
    keys: new Map(stored.keys.map((row) => [row.key, row])),
  };
  const { wishes } = journal;
  const answered = wishes.filter((wish) => wish.acceptances.length > 0);
  const refusedBy = Map.groupBy(journal.refusals, (refusal) => `${refusal.status} ${refusal.code}`);
  return {
    figures: {
      wishes: wishes.length,
      requests: journal.requests,
      accepted: journal.accepted,
      wishesAnswered: answered.length,
      wishesUnanswered: wishes.length - answered.length,
      repeatedUntilAnswered: answered.filter((wish) => wish.attempts > wish.acceptances.length).length,
      replayed: answered.flatMap((wish) => wish.acceptances).filter(({ isReplayed }) => isReplayed).length,
      refused: [...refusedBy].map(([name, list]) => `${list.length} x ${name}`).join(', ') || 'none',
      broken: [...journal.brokenBy].map(([reason, times]) => `${times} x ${reason}`).join(', ') || 'none',
      slowestAnswerMs: Math.round(journal.slowestMilliseconds),
      messageRows: stored.messages.length,
      requestRows: stored.requests,
      keyRows: stored.keys.length,
    },
    problems: [
      ...wishes.flatMap((wish) => checkWish(wish, index)),
      ...checkRows(stored, new Set(wishes.map((wish) => wish.text))),
    ].slice(0, problemsMax),
  };
};

export const printFigures = (lane: string, figures: Readonly<Record<string, number | string>>): void => {
  const parts = Object.entries(figures).map(([name, figure]) => `${name}: ${figure}`);
  console.log(`${lane}\n  ${parts.join('\n  ')}`);
};
