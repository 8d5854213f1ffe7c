// Where messages from people are written down, by group commit: when `record` resolves, all of them are committed, each
// once however often the provider tells it.

import type pg from 'pg';
import type { EventListener } from '../../events/event-listener.ts';
import type { ToldEvent } from '../../events/told-event.ts';
import { createBatcher } from '../../platform/database/batcher.ts';
import { isDatabaseOutage } from '../../platform/database/database.ts';
import { storeEach } from '../../platform/database/store-each.ts';
import { untilKnown } from '../../platform/database/until-known.ts';
import { digestUuid } from '../../platform/digest-uuid.ts';
import { firstUuidAt, newUuid } from '../../platform/ids.ts';
import { toJsonText } from '../../platform/json-text.ts';
import { personKey } from '../../platform/person-key.ts';
import type { CallbackMessage } from '../../providers/callback.ts';
import { incomingMessageId, isStorableTime } from './incoming-id.ts';
import { claimUntimed, findIncoming, type IncomingRow, storeIncoming } from './queries.ts';

/** A message as a provider told it, for one of our senders. */
export interface ReportedMessage {
  readonly companyId: string;
  readonly senderId: string;
  readonly provider: string;
  readonly message: CallbackMessage;
}

export interface IncomingRecorder {
  /** Resolves when everything is committed; rejects when it should be brought again. */
  record(items: readonly ReportedMessage[]): Promise<void>;
  drain(): Promise<void>;
  readonly waiting: number;
}

export interface IncomingRecorderOptions {
  readonly writers: pg.Pool;
  readonly flushers?: number;
  readonly listener?: EventListener;
  /** A message that the database does not take, now or ever. */
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
const dayMilliseconds = 86_400_000;
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

const toRow = ({ item, raw }: WaitingMessage, id: string): IncomingRow => ({
  companyId: item.companyId,
  id,
  status: 'received',
  senderId: item.senderId,
  provider: item.provider,
  providerMessageId: item.message.providerMessageId,
  type: item.message.type,
  ...whoseOf(item.message),
  body: item.message.text,
  contactName: item.message.fromName,
  contactUserId: item.message.userId ?? null,
  contactUsername: item.message.username ?? null,
  raw,
  at: item.message.at.toISOString(),
  eventId: newUuid(),
});

export const createIncomingRecorder = (options: IncomingRecorderOptions): IncomingRecorder => {
  const { writers, listener, onRefused } = options;

  /** Messages whose time cannot be in an id have the time they came instead; only a look tells whether they came before. */
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

  /** The look misses what another process is storing at this moment; a claim does not. */
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

  const store = async (batch: readonly WaitingMessage[]): Promise<ToldEvent[]> => {
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
    return await storeIncoming(writers, [...rowById.values()]);
  };

  const batcher = createBatcher<WaitingMessage, undefined>({
    flush: async (batch) => {
      const told = await untilKnown(batch[0]?.giveUpAt ?? 0, () => store(batch));
      listener?.tell(told);
      return [];
    },
    flushers: options.flushers ?? 1,
    itemsMax: rowsPerBatchMax,
    bytesMax: bytesPerBatchMax,
    bytesOf: ({ item, raw }) => item.message.text.length + (raw?.length ?? 0),
    isOutage: isDatabaseOutage,
  });

  const prepare = (item: ReportedMessage): WaitingMessage => ({
    item,
    raw: toJsonText(item.message.raw),
    giveUpAt: performance.now() + settleMilliseconds,
  });

  return {
    record: (items) => storeEach(batcher, items.map(prepare), (error, { item }) => onRefused?.(error, item)),
    drain: () => batcher.drain(),
    get waiting() {
      return batcher.waiting;
    },
  };
};
