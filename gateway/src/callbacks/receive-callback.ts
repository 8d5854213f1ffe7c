// Reads a callback into its parts, and records them in the database.

import type pg from 'pg';
import type { PeopleListener } from '../contacts/incoming/people-listener.ts';
import type { IncomingRecorder } from '../messages/incoming/incoming-recorder.ts';
import type { ReportedStatus, StatusRecorder } from '../messages/statuses/status-recorder.ts';
import { untilKnown } from '../platform/database/until-known.ts';
import { digestUuid, newUuid } from '../platform/ids.ts';
import { toJsonText } from '../platform/json.ts';
import type { Log } from '../platform/log.ts';
import type { Callback, CallbackItem } from '../providers/callback.ts';
import { isProvenCallback } from '../providers/prove-callback.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import type { ReceivedTemplate, TemplateListener } from '../templates/template-listener.ts';
import { openByCall } from '../windows/keep-windows.ts';
import { actOnVerdicts, type SlowDown } from './act-on-verdicts.ts';
import { type AssignedItem, assignItems } from './assign-items.ts';
import { findSendersByAccount, type NoticeRow, storeNotices } from './queries.ts';
import { readCallers, readMoves, readPairs, readReceived, readWishes } from './read-people.ts';

const readTemplates = (assigned: readonly AssignedItem[]): ReceivedTemplate[] =>
  assigned.flatMap(({ sender, item }) =>
    item.kind === 'template'
      ? [{ companyId: sender.companyId, provider: sender.provider.name, template: item.template }]
      : [],
  );

export interface ReceiveOptions {
  readonly pool: pg.Pool;
  readonly writers: pg.Pool;
  readonly directory: SenderDirectory;
  readonly statuses: StatusRecorder;
  readonly incoming: IncomingRecorder;
  /** Learns who wrote and who wants no more messages. */
  readonly people?: PeopleListener;
  /** Learns what happens to templates. */
  readonly templateListener?: TemplateListener;
  readonly slowDown: SlowDown;
  /** Called once with every notice, however often the provider repeats it. */
  readonly onNotice?: (sender: Sender, topic: string, raw: unknown) => Promise<void>;
  readonly log: Log;
}

/** How many of each kind a callback held. */
export interface CallbackCounts {
  readonly statuses: number;
  readonly messages: number;
  readonly notices: number;
  readonly ignored: number;
}

const settleMilliseconds = 5_000;

const sendersOf = async (directory: SenderDirectory, companyId: string): Promise<readonly Sender[]> =>
  directory.peek(companyId) ?? (await directory.find(companyId));

type NoticeItem = Extract<CallbackItem, { kind: 'notice' }>;

interface Notice extends NoticeRow {
  /** The sender and the item for `onNotice`; calls have their own way. */
  readonly source?: { readonly sender: Sender; readonly item: NoticeItem };
}

const findStrangers =
  ({ pool, directory }: ReceiveOptions) =>
  async (provider: string, accounts: readonly string[]): Promise<Sender[]> => {
    const rows = await findSendersByAccount(pool, provider, accounts);
    const companies = new Map<string, readonly Sender[]>();
    for (const { company_id: companyId } of rows) {
      if (!companies.has(companyId)) companies.set(companyId, await sendersOf(directory, companyId));
    }
    return rows.flatMap((row) => companies.get(row.company_id)?.find(({ id }) => id === row.id) ?? []);
  };

const toNotice = (sender: Sender, item: NoticeItem): Notice => {
  const data =
    toJsonText({ topic: item.topic, raw: item.raw }) ?? JSON.stringify({ topic: item.topic, raw: null });
  return {
    companyId: sender.companyId,
    senderId: sender.id,
    type: 'provider_notice',
    digest: digestUuid(`notice ${sender.id} ${data}`),
    eventId: newUuid(),
    data,
    source: { sender, item },
  };
};

/** Emitted like a notice: once for each stage of a call, however often the provider repeats it. */
const toCallNotice = (sender: Sender, { call }: Extract<CallbackItem, { kind: 'call' }>): Notice => {
  const { callId, stage, direction, person, status } = call;
  const data = {
    call_id: callId,
    stage,
    direction,
    person_phone: person.number ?? '',
    person_id: person.userId ?? person.number ?? '',
    status,
    started_at: call.startedAt?.toISOString() ?? null,
    ended_at: call.endedAt?.toISOString() ?? null,
    duration_seconds: call.durationSeconds,
  };
  return {
    companyId: sender.companyId,
    senderId: sender.id,
    type: 'call',
    digest: digestUuid(`call ${sender.id} ${callId} ${stage} ${status}`),
    eventId: newUuid(),
    data: toJsonText({ ...data, call: call.raw }) ?? JSON.stringify({ ...data, call: null }),
  };
};

const statusesIn = (assigned: readonly AssignedItem[]): ReportedStatus[] =>
  assigned.flatMap(({ sender, item }) =>
    item.kind === 'status' ? [{ companyId: sender.companyId, senderId: sender.id, status: item.status }] : [],
  );

const sort = (assigned: readonly AssignedItem[]) => ({
  statuses: statusesIn(assigned),
  messages: assigned.flatMap(({ sender, item }) =>
    item.kind === 'message'
      ? [
          {
            companyId: sender.companyId,
            senderId: sender.id,
            provider: sender.provider.name,
            message: item.message,
          },
        ]
      : [],
  ),
  notices: assigned.flatMap(({ sender, item }) => {
    if (item.kind === 'notice') return [toNotice(sender, item)];
    return item.kind === 'call' ? [toCallNotice(sender, item)] : [];
  }),
});

const keepNotices = async (
  { writers, onNotice }: ReceiveOptions,
  notices: readonly Notice[],
): Promise<void> => {
  if (notices.length === 0) return;
  const distinct = [...new Map(notices.map((notice) => [notice.digest, notice])).values()];
  const giveUpAt = performance.now() + settleMilliseconds;
  const emitted = await untilKnown(giveUpAt, () => storeNotices(writers, distinct));
  for (const { eventId, source } of distinct) {
    if (source && emitted.has(eventId)) await onNotice?.(source.sender, source.item.topic, source.item.raw);
  }
};

/** New names of people are recorded first, so that a stop under a new name finds its person. */
const recordPeople = async (
  people: PeopleListener,
  pool: pg.Pool,
  assigned: readonly AssignedItem[],
): Promise<void> => {
  people.learned(readPairs(assigned));
  await people.moved(readMoves(assigned));
  await Promise.all([
    people.received(readReceived(assigned)),
    readWishes(pool, assigned).then((wishes) => people.reported(wishes)),
  ]);
};

const accountsOf = (items: readonly CallbackItem[]): string[] => [
  ...new Set(items.flatMap(({ account }) => account ?? [])),
];

/** A callback that is proven and readable, with every part given to its sender. */
export interface ReadCallback {
  readonly kind: 'read';
  readonly assigned: readonly AssignedItem[];
  readonly counts: CallbackCounts;
  /** The provider's names of numbers that no sender has. */
  readonly unknownAccounts: readonly string[];
}

export type Reading =
  | ReadCallback
  /** The provider has not proven that it calls. */
  | { readonly kind: 'unproven' }
  | { readonly kind: 'unreadable'; readonly detail: string };

const countOf = (assigned: readonly AssignedItem[], ...kinds: readonly CallbackItem['kind'][]): number =>
  assigned.filter(({ item }) => kinds.includes(item.kind)).length;

/** `provenIds` are senders whose proof was checked before: a kept callback is not checked again. */
export const readCallback = async (
  options: ReceiveOptions,
  addressee: Sender,
  callback: Callback,
  provenIds: ReadonlySet<string> = new Set(),
): Promise<Reading> => {
  const { callbacks } = addressee.provider;
  const isProven = async (sender: Sender): Promise<boolean> =>
    provenIds.has(sender.id) || (await isProvenCallback(addressee.provider, callback, sender.fields));
  if (!(await isProven(addressee))) return { kind: 'unproven' };
  const reading = callbacks.read(callback);
  if (reading.kind === 'unreadable') return reading;
  const { assigned, unassigned } = await assignItems(reading.items, {
    addressee,
    isProven,
    neighbours: await sendersOf(options.directory, addressee.companyId),
    findStrangers: findStrangers(options),
  });
  return {
    kind: 'read',
    assigned,
    counts: {
      statuses: countOf(assigned, 'status'),
      messages: countOf(assigned, 'message'),
      notices: countOf(assigned, 'notice', 'call'),
      ignored: unassigned.length,
    },
    unknownAccounts: accountsOf(unassigned),
  };
};

/** From a status without a failure only the names of its person are learned. Most callbacks hold nothing else. */
const isPlainStatus = ({ item }: AssignedItem): boolean =>
  item.kind === 'status' && item.status.status !== 'failed';

/**
 * Resolves when all of it is committed; rejects when the provider should retry it. Recording it twice changes nothing.
 */
export const storeItems = async (
  options: ReceiveOptions,
  assigned: readonly AssignedItem[],
): Promise<void> => {
  if (assigned.every(isPlainStatus)) {
    options.people?.learned(readPairs(assigned));
    return await options.statuses.record(statusesIn(assigned));
  }
  const { statuses, messages, notices } = sort(assigned);
  // A kind that fails does not end the wait while the others are still being written.
  const results = await Promise.allSettled([
    options.statuses.record(statuses),
    options.incoming.record(messages),
    keepNotices(options, notices),
    options.people && recordPeople(options.people, options.pool, assigned),
    actOnVerdicts(options, assigned),
    openByCall(options.writers, readCallers(assigned)),
    options.templateListener?.received(readTemplates(assigned)),
  ]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
};
