// From a callback as it came to what it says, stored. Nothing is answered before everything in it is committed.

import type pg from 'pg';
import type { PeopleListener } from '../contacts/incoming/hear-people.ts';
import type { IncomingRecorder } from '../messages/incoming/incoming-recorder.ts';
import type { StatusRecorder } from '../messages/statuses/status-recorder.ts';
import { untilKnown } from '../platform/database/until-known.ts';
import { digestUuid } from '../platform/digest-uuid.ts';
import { newUuid } from '../platform/ids.ts';
import { toJsonText } from '../platform/json-text.ts';
import type { Log } from '../platform/log.ts';
import type { Callback, CallbackItem } from '../providers/callback.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import { actOnVerdicts, type SlowDown } from './act-on-verdicts.ts';
import { type AssignedItem, assignItems } from './assign-items.ts';
import { findSendersByAccount, type NoticeRow, storeNotices } from './queries.ts';
import { readHeard, readMoves, readPairs, readWishes } from './read-people.ts';

export interface ReceiveOptions {
  readonly pool: pg.Pool;
  readonly writers: pg.Pool;
  readonly directory: SenderDirectory;
  readonly statuses: StatusRecorder;
  readonly incoming: IncomingRecorder;
  /** Hears who wrote and who wants no more messages. */
  readonly people?: PeopleListener;
  readonly slowDown: SlowDown;
  readonly log: Log;
}

/** How many of each kind a callback held. */
export interface CallbackCounts {
  readonly statuses: number;
  readonly messages: number;
  readonly notices: number;
  readonly ignored: number;
}

export type Received =
  | {
      readonly kind: 'stored';
      readonly counts: CallbackCounts;
      /** The provider's names of numbers that no sender has. */
      readonly unknownAccounts: readonly string[];
    }
  /** The provider has not proven that it calls. */
  | { readonly kind: 'unproven' }
  | { readonly kind: 'unreadable'; readonly detail: string };

const settleMilliseconds = 5_000;

const sendersOf = async (directory: SenderDirectory, companyId: string): Promise<readonly Sender[]> =>
  directory.peek(companyId) ?? (await directory.find(companyId));

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

const toNotice = (sender: Sender, item: Extract<CallbackItem, { kind: 'notice' }>): NoticeRow => {
  const data =
    toJsonText({ topic: item.topic, raw: item.raw }) ?? JSON.stringify({ topic: item.topic, raw: null });
  return {
    companyId: sender.companyId,
    senderId: sender.id,
    digest: digestUuid(`notice ${sender.id} ${data}`),
    eventId: newUuid(),
    data,
  };
};

const sort = (assigned: readonly AssignedItem[]) => ({
  statuses: assigned.flatMap(({ sender, item }) =>
    item.kind === 'status' ? [{ companyId: sender.companyId, senderId: sender.id, status: item.status }] : [],
  ),
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
  notices: assigned.flatMap(({ sender, item }) => (item.kind === 'notice' ? [toNotice(sender, item)] : [])),
});

const keepNotices = async (writers: pg.Pool, notices: readonly NoticeRow[]): Promise<void> => {
  if (notices.length === 0) return;
  const distinct = [...new Map(notices.map((notice) => [notice.digest, notice])).values()];
  await untilKnown(performance.now() + settleMilliseconds, () => storeNotices(writers, distinct));
};

/** What people are called comes first: a stop under the new name is then theirs. */
const hearPeople = async (
  people: PeopleListener,
  pool: pg.Pool,
  assigned: readonly AssignedItem[],
): Promise<void> => {
  people.learned(readPairs(assigned));
  await people.moved(readMoves(assigned));
  await Promise.all([
    people.heard(readHeard(assigned)),
    readWishes(pool, assigned).then((wishes) => people.told(wishes)),
  ]);
};

const accountsOf = (items: readonly CallbackItem[]): string[] => [
  ...new Set(items.flatMap(({ account }) => account ?? [])),
];

export const receiveCallback = async (
  options: ReceiveOptions,
  addressee: Sender,
  callback: Callback,
): Promise<Received> => {
  const { callbacks } = addressee.provider;
  if (!callbacks.verify(callback, addressee.fields)) return { kind: 'unproven' };
  const reading = callbacks.read(callback);
  if (reading.kind === 'unreadable') return reading;
  const { assigned, unassigned } = await assignItems(reading.items, {
    addressee,
    callback,
    neighbours: await sendersOf(options.directory, addressee.companyId),
    findStrangers: findStrangers(options),
  });
  const { statuses, messages, notices } = sort(assigned);
  // One kind that fails does not answer for the others while they are still being written.
  const results = await Promise.allSettled([
    options.statuses.record(statuses),
    options.incoming.record(messages),
    keepNotices(options.writers, notices),
    options.people && hearPeople(options.people, options.pool, assigned),
    actOnVerdicts(options, assigned),
  ]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return {
    kind: 'stored',
    counts: {
      statuses: statuses.length,
      messages: messages.length,
      notices: notices.length,
      ignored: unassigned.length,
    },
    unknownAccounts: accountsOf(unassigned),
  };
};
