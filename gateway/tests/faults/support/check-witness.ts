// Compares the witness's ledger with the callers' answers and the stored rows: nothing that was answered is lost,
// nothing is there twice unless its history says that the outcome was unknown, no process sent without a mark or
// outside its lease, and no status moved backward.

import type { LedgerEntry } from '@hudhud/simulator/ledger/ledger-entry.ts';
import type pg from 'pg';
import { fromPublicId } from '../../../src/platform/ids.ts';
import type { Journal } from './journal.ts';
import { readSentRows, type SentRow, type SentRows } from './sent-rows.ts';
import { type Mark, readBackwardMoves, readMarks } from './watch-rows.ts';

export interface WitnessReport {
  readonly figures: Readonly<Record<string, number | string>>;
  readonly problems: string[];
}

/** One message as the witness received it. */
interface Receipt {
  readonly messageId: string;
  readonly attempt: number;
  readonly text: string;
  readonly receivedAt: number;
}

/** The body on the wire: the Cloud API's, Twilio's form, or Infobip's with the id of our choice. */
interface WrittenBody {
  readonly text?: { readonly body?: string };
  readonly Body?: string;
  readonly content?: { readonly text?: string };
  readonly messageId?: string;
  readonly callbackData?: string;
}

interface Evidence {
  readonly rows: ReadonlyMap<string, SentRow>;
  readonly receipts: ReadonlyMap<string, Receipt[]>;
  /** `<message> <attempt> <status>` of every status in the history. */
  readonly history: ReadonlySet<string>;
  readonly marks: ReadonlyMap<string, Mark[]>;
}

/** From the check of the lease to the stamp of the witness, on a machine with more work than cores. */
const wayMilliseconds = 500;
const atRest = ['failed', 'expired', 'cancelled', 'unconfirmed'];
const taken = ['sent', 'delivered', 'read', 'played'];

/** The message and the attempt it carries, or null when the mark is not ours. */
export const readReceipt = ({ body, opaque, receivedAt }: LedgerEntry): Receipt | null => {
  const { text, Body, content, callbackData } = body as WrittenBody;
  // An id that is repeated names the attempt that used it first; the attempt itself is reported beside it.
  const [publicId = '', attempt = ''] = (callbackData ?? opaque)?.split(':') ?? [];
  const messageId = fromPublicId('message', publicId);
  if (messageId === null || !/^\d+$/.test(attempt)) return null;
  return {
    messageId,
    attempt: Number(attempt),
    text: text?.body ?? Body ?? content?.text ?? '',
    receivedAt,
  };
};

/** An attempt under the id of an earlier one. */
const isRepetition = ({ body }: LedgerEntry): boolean => {
  const { messageId, callbackData } = body as WrittenBody;
  return callbackData !== undefined && callbackData !== messageId;
};

const checkReceipt = (receipt: Receipt, { rows, marks }: Evidence): string[] => {
  const name = `${receipt.messageId}:${receipt.attempt}`;
  const row = rows.get(receipt.messageId);
  if (!row) return [`${name} was sent and is not stored`];
  const problems: string[] = [];
  if (row.body !== receipt.text) problems.push(`${name} was sent with the text of another message`);
  if (receipt.attempt > row.attempt)
    problems.push(`${name} was sent, and the row knows ${row.attempt} attempts`);
  const [mark, ...more] = marks.get(name) ?? [];
  if (!mark) return [...problems, `${name} was sent without being marked before`];
  if (more.length > 0) problems.push(`${name} was marked by ${more.length + 1} processes`);
  const late = receipt.receivedAt - mark.lease_until.getTime();
  if (late > wayMilliseconds)
    problems.push(`${name} was sent by process ${mark.epoch}, ${late} ms after its lease had ended`);
  return problems;
};

const checkTwice = (receipts: readonly Receipt[], row: SentRow, { history }: Evidence): string[] => {
  if (receipts.length < 2) return [];
  const times = `${row.id} reached the provider ${receipts.length} times`;
  const attempts = receipts.map(({ attempt }) => attempt).toSorted((one, two) => one - two);
  if (new Set(attempts).size < attempts.length) return [`${times}, in attempts ${attempts}`];
  if (row.on_unknown !== 'retry') return [`${times} although it was not to be sent again`];
  const sure = attempts.slice(0, -1).filter((attempt) => !history.has(`${row.id} ${attempt} unconfirmed`));
  return sure.length === 0 ? [] : [`${times}, and attempts ${sure} were not unconfirmed`];
};

const checkMessage = (row: SentRow, evidence: Evidence): string[] => {
  const receipts = evidence.receipts.get(row.id) ?? [];
  const problems = checkTwice(receipts, row, evidence);
  if (receipts.length === 0 && !atRest.includes(row.status))
    problems.push(`${row.id} is ${row.status} and never reached the provider`);
  if (receipts.length > 0 && row.status === 'unconfirmed')
    problems.push(`${row.id} is unconfirmed although its statuses came`);
  for (const status of taken.slice(taken.indexOf(row.status) + 1)) {
    const statusKeys = Array.from({ length: row.attempt }, (_, index) => `${row.id} ${index + 1} ${status}`);
    if (taken.includes(row.status) && statusKeys.some((key) => evidence.history.has(key)))
      problems.push(`${row.id} is ${row.status} although its history says ${status}`);
  }
  return problems;
};

const checkAnswers = (journal: Journal, { receipts, rows }: Evidence): string[] =>
  journal.wishes.flatMap((wish) =>
    wish.acceptances.flatMap(({ messageId, isSent }) => {
      const id = fromPublicId('message', messageId) ?? '';
      if (isSent && !receipts.has(id))
        return [`${messageId} was answered sent and never reached the provider`];
      return rows.has(id) ? [] : [`${messageId} was answered 2xx and is not stored`];
    }),
  );

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> =>
  Map.groupBy(items, keyOf);

/**
 * A kill may hit a call between its record in the journal and its first byte: such a message has to stay `unconfirmed`.
 */
export const vainPerKill = 2;

const toFigures = (journal: Journal, stored: SentRows, evidence: Evidence) => {
  const twice = [...evidence.receipts.values()].filter((receipts) => receipts.length > 1);
  const count = (status: string): number => stored.messages.filter((row) => row.status === status).length;
  const wasReceived = (name: string): boolean =>
    evidence.receipts.get(name.split(':')[0] ?? '')?.some(({ attempt }) => name.endsWith(`:${attempt}`)) ??
    false;
  const unconfirmed = stored.statuses.filter(({ status }) => status === 'unconfirmed');
  const unreached = unconfirmed.filter((row) => !wasReceived(`${row.message_id}:${row.attempt}`));
  const markedOnly = [...evidence.marks.keys()].filter((name) => !wasReceived(name));
  const epochs = new Set([...evidence.marks.values()].flatMap((marks) => marks.map(({ epoch }) => epoch)));
  return {
    received: [...evidence.receipts.values()].reduce((sum, receipts) => sum + receipts.length, 0),
    answeredSent: journal.wishes.flatMap((wish) => wish.acceptances).filter(({ isSent }) => isSent).length,
    read: count('read'),
    unconfirmed: count('unconfirmed'),
    failed: count('failed'),
    unconfirmedAtSomeTime: new Set(unconfirmed.map((row) => row.message_id)).size,
    /** Attempts that might have reached the provider, as far as we knew, and did not. */
    unconfirmedInVain: unreached.length,
    /** Attempts that were marked and never made. */
    markedInVain: markedOnly.length,
    receivedTwiceAsAsked: twice.length,
    sendingProcesses: epochs.size,
  };
};

export const checkWitness = async (
  client: pg.ClientBase,
  journal: Journal,
  ledger: readonly LedgerEntry[],
): Promise<WitnessReport> => {
  const accepted = ledger.filter(({ outcome }) => outcome === 'accepted');
  const received = accepted.map(readReceipt);
  const receipts = received.filter((receipt) => receipt !== null);
  const stored = await readSentRows(client);
  const evidence: Evidence = {
    rows: new Map(stored.messages.map((row) => [row.id, row])),
    receipts: groupBy(receipts, ({ messageId }) => messageId),
    history: new Set(stored.statuses.map((row) => `${row.message_id} ${row.attempt} ${row.status}`)),
    marks: groupBy(await readMarks(client), (mark) => `${mark.message_id}:${mark.attempt}`),
  };
  return {
    figures: {
      ...toFigures(journal, stored, evidence),
      repeatedUnderTheSameId: ledger.filter(isRepetition).length,
    },
    problems: [
      ...received.flatMap((receipt, index) =>
        receipt ? [] : [`the witness was sent ${accepted[index]?.opaque}, which names no message`],
      ),
      ...receipts.flatMap((receipt) => checkReceipt(receipt, evidence)),
      ...stored.messages.flatMap((row) => checkMessage(row, evidence)),
      ...checkAnswers(journal, evidence),
      ...(await readBackwardMoves(client)).map(
        (move) => `${move.message_id} went from ${move.was} to ${move.became}`,
      ),
      ...stored.missingOrTwice.map(
        ({ message_id, attempt, status, events }) =>
          `${events} events report ${message_id}:${attempt} ${status}`,
      ),
    ],
  };
};
