// Stores messages from people, by group commit: when `record` resolves, all of them are committed, each
// once however often the provider reports it.

import type pg from 'pg';
import type { EmittedEvent } from '../../events/emitted-event.ts';
import type { EventListener } from '../../events/event-listener.ts';
import type { ExpectedFile } from '../../media/incoming/expect-files.ts';
import { createBatcher } from '../../platform/database/batcher.ts';
import { isDatabaseOutage } from '../../platform/database/database.ts';
import { storeEach } from '../../platform/database/store-each.ts';
import { untilKnown } from '../../platform/database/until-known.ts';
import { digestUuid, firstUuidAt, newUuid } from '../../platform/ids.ts';
import { toJsonText } from '../../platform/json.ts';
import { personKey } from '../../platform/person-key.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import type { CallbackMessage } from '../../providers/callback.ts';
import { opensWindow } from '../../windows/window.ts';
import { findReferences, referenceKey } from './find-references.ts';
import { expectedFilesOf, incomingContent } from './incoming-file.ts';
import { incomingMessageId, isStorableTime } from './incoming-id.ts';
import {
  claimUntimed,
  deleteCallbackParts,
  findIncoming,
  type IncomingRow,
  storeIncoming,
} from './queries.ts';

/** A provider repeats a callback for seven days; a day more, for its clock and ours. */
const keptDays = 8;

export const sweepCallbackParts = (pool: pg.Pool): Promise<number> => deleteCallbackParts(pool, keptDays);

/** A message as a provider reported it, for one of our senders. */
export interface ReportedMessage {
  readonly companyId: string;
  readonly senderId: string;
  readonly provider: string;
  readonly message: CallbackMessage;
}

export interface IncomingRecorder {
  /** Resolves when everything is committed; rejects when the provider should repeat it. */
  record(items: readonly ReportedMessage[]): Promise<void>;
  drain(): Promise<void>;
  readonly waiting: number;
}

export interface IncomingRecorderOptions {
  readonly writers: pg.Pool;
  readonly flushers?: number;
  readonly listener?: EventListener;
  /** Files that must be fetched. Resolves when that is committed; the same file may be named again. */
  readonly expectFiles?: (files: readonly ExpectedFile[]) => Promise<void>;
  /** Their messages are committed, too. */
  readonly onFiles?: () => void;
  /** Called for a message that the database refuses for good. */
  readonly onRefused?: (error: unknown, item: ReportedMessage) => void;
}

interface WaitingMessage {
  readonly item: ReportedMessage;
  readonly raw: string | null;
  readonly giveUpAt: number;
}

const settleMilliseconds = 5_000;
const rowsPerBatchMax = 256;
const bytesPerBatchMax = 1_048_576;
/** How far back a message without a usable time is looked for: as long as a provider repeats it, and a day more. */
const searchedDays = 8;

const hasTime = ({ at, isUntimed }: CallbackMessage, now: number): boolean =>
  !isUntimed && isStorableTime(at.getTime(), now);

const keyOf = (senderId: string, providerMessageId: string): string => `${senderId} ${providerMessageId}`;

/** Only digits are a phone number; people who hide theirs are known by their user id. */
const whoseOf = ({ from, userId }: CallbackMessage): Pick<IncomingRow, 'phoneNumber' | 'personKey'> => {
  const phoneNumber = /^\d{1,20}$/.test(from ?? '') ? `+${from}` : '';
  return { phoneNumber, personKey: phoneNumber === '' ? (userId ?? '') : personKey(phoneNumber) };
};

const eventTypes = {
  edit: 'message_edited',
  deletion: 'message_deleted',
  app: 'app_message',
} as const;

const toRow = ({ item, raw }: WaitingMessage, id: string): IncomingRow => ({
  companyId: item.companyId,
  id,
  direction: item.message.role === 'app' ? 'out' : 'in',
  status: item.message.role === 'app' ? 'sent' : 'received',
  senderId: item.senderId,
  provider: item.provider,
  providerMessageId: item.message.providerMessageId,
  type: item.message.type,
  ...whoseOf(item.message),
  body: item.message.text,
  content: incomingContent(item.message, id),
  contactName: item.message.fromName,
  contactUserId: item.message.userId ?? null,
  contactUsername: item.message.username ?? null,
  raw,
  at: item.message.at.toISOString(),
  // Only what the person wrote just now: neither what the business typed in its app nor an edit, nor one whose time is lost.
  opensWindow:
    item.message.role === undefined &&
    (!item.message.isUntimed || item.message.isReportedAtOnce === true) &&
    !item.message.movedTo &&
    opensWindow(item.message.type),
  eventId: newUuid(),
  eventType: item.message.role ? eventTypes[item.message.role] : 'incoming_message',
  refersToId: null,
});

/** Says which messages of ours the rows refer to. A message and its change may be in one batch. */
const withReferences = async (
  writers: pg.Pool,
  batch: readonly WaitingMessage[],
  rows: readonly IncomingRow[],
): Promise<readonly IncomingRow[]> => {
  const wanted = batch.flatMap(({ item: { companyId, message } }) =>
    message.refersTo === undefined
      ? []
      : [{ companyId, personKey: whoseOf(message).personKey, providerMessageId: message.refersTo }],
  );
  if (wanted.length === 0) return rows;
  const known = await findReferences(writers, wanted);
  for (const { companyId, providerMessageId, id } of rows) {
    known.set(referenceKey(companyId, providerMessageId ?? ''), id);
  }
  const earlierOf = new Map(
    batch.map(({ item: { companyId, message } }) => [
      referenceKey(companyId, message.providerMessageId),
      message.refersTo === undefined ? undefined : known.get(referenceKey(companyId, message.refersTo)),
    ]),
  );
  return rows.map((row) => ({
    ...row,
    refersToId: earlierOf.get(referenceKey(row.companyId, row.providerMessageId ?? '')) ?? null,
  }));
};

const storeWithFiles = async (
  { writers, expectFiles, onFiles }: IncomingRecorderOptions,
  batch: readonly WaitingMessage[],
  rowById: ReadonlyMap<string, IncomingRow>,
): Promise<EmittedEvent[]> => {
  const files = batch.some(({ item }) => item.message.file) ? expectedFilesOf(batch, rowById) : [];
  // First, so that no event is emitted for a message whose file would never be fetched.
  if (files.length > 0) await expectFiles?.(files);
  const emitted = await storeIncoming(writers, await withReferences(writers, batch, [...rowById.values()]));
  if (files.length > 0) onFiles?.();
  return emitted;
};
const prepare = (item: ReportedMessage): WaitingMessage => ({
  item,
  raw: toJsonText(item.message.raw),
  giveUpAt: performance.now() + settleMilliseconds,
});

export const createIncomingRecorder = (options: IncomingRecorderOptions): IncomingRecorder => {
  const { writers, listener, onRefused } = options;

  /**
   * Messages whose time cannot be in an id have the time they came instead; only a query shows whether they came
   * before.
   */
  const findEarlier = async (batch: readonly WaitingMessage[], now: number): Promise<Map<string, string>> => {
    const untimed = batch.filter(({ item }) => !hasTime(item.message, now));
    if (untimed.length === 0) return new Map();
    const wanted = untimed.map(({ item }) => ({
      companyId: item.companyId,
      personKey: whoseOf(item.message).personKey,
      providerMessageId: item.message.providerMessageId,
    }));
    const earlier = await findIncoming(writers, wanted, firstUuidAt(now - searchedDays * dayMilliseconds));
    const known = new Map(earlier.map((row) => [keyOf(row.sender_id, row.provider_message_id), row.id]));
    return await claimRest(untimed, known, now);
  };

  /** The query misses what another process is storing at this moment; a claim does not. */
  const claimRest = async (
    untimed: readonly WaitingMessage[],
    known: ReadonlyMap<string, string>,
    now: number,
  ): Promise<Map<string, string>> => {
    const claims = new Map(
      untimed.flatMap(({ item: { companyId, senderId, message } }) => {
        const key = keyOf(senderId, message.providerMessageId);
        if (known.has(key)) return [];
        const id = incomingMessageId(senderId, message.providerMessageId, now);
        return [[key, { companyId, digest: digestUuid(`message ${key}`), id }] as const];
      }),
    );
    if (claims.size === 0) return new Map(known);
    const ids = await claimUntimed(writers, [...claims.values()]);
    const claimed = [...claims].map(([key, { digest, id }]) => [key, ids.get(digest) ?? id] as const);
    return new Map([...known, ...claimed]);
  };

  const store = async (batch: readonly WaitingMessage[]): Promise<EmittedEvent[]> => {
    const now = Date.now();
    const earlier = await findEarlier(batch, now);
    const rowById = new Map<string, IncomingRow>();
    for (const waiting of batch) {
      const { senderId, message } = waiting.item;
      const at = message.at.getTime();
      const id =
        earlier.get(keyOf(senderId, message.providerMessageId)) ??
        incomingMessageId(senderId, message.providerMessageId, at);
      if (!rowById.has(id)) rowById.set(id, toRow(waiting, id));
    }
    return await storeWithFiles(options, batch, rowById);
  };

  const batcher = createBatcher<WaitingMessage, undefined>({
    flush: async (batch) => {
      const emitted = await untilKnown(batch[0]?.giveUpAt ?? 0, () => store(batch));
      listener?.notify(emitted);
      return [];
    },
    flushers: options.flushers ?? 1,
    itemsMax: rowsPerBatchMax,
    bytesMax: bytesPerBatchMax,
    bytesOf: ({ item, raw }) => item.message.text.length + (raw?.length ?? 0),
    isOutage: isDatabaseOutage,
  });

  return {
    record: (items) => storeEach(batcher, items.map(prepare), (error, { item }) => onRefused?.(error, item)),
    drain: () => batcher.drain(),
    get waiting() {
      return batcher.waiting;
    },
  };
};
