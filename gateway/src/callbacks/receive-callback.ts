// From the bytes of a callback to what it says, stored. Nothing is answered before everything in it is committed.

import type pg from 'pg';
import type { PeopleListener } from '../contacts/incoming/hear-people.ts';
import type { IncomingRecorder } from '../messages/incoming/incoming-recorder.ts';
import type { StatusRecorder } from '../messages/statuses/status-recorder.ts';
import { untilKnown } from '../platform/database/until-known.ts';
import { AppError } from '../platform/errors.ts';
import { newUuid } from '../platform/ids.ts';
import { toJsonText } from '../platform/json-text.ts';
import { parseCallback } from '../providers/parse-callback.ts';
import type { Callback } from '../providers/provider.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import { type AssignedItem, assignItems } from './assign-items.ts';
import { findSendersByAccount, storeNotices } from './queries.ts';
import { readHeard, readWishes } from './read-people.ts';

export interface ReceiveOptions {
  readonly pool: pg.Pool;
  readonly writers: pg.Pool;
  readonly directory: SenderDirectory;
  readonly statuses: StatusRecorder;
  readonly incoming: IncomingRecorder;
  /** Hears who wrote and who wants no more messages. */
  readonly people?: PeopleListener;
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
  notices: assigned.flatMap(({ sender, item }) =>
    item.kind === 'notice'
      ? [
          {
            companyId: sender.companyId,
            senderId: sender.id,
            eventId: newUuid(),
            data:
              toJsonText({ topic: item.topic, raw: item.raw }) ??
              JSON.stringify({ topic: item.topic, raw: null }),
          },
        ]
      : [],
  ),
});

const keepNotices = async (writers: pg.Pool, notices: ReturnType<typeof sort>['notices']): Promise<void> => {
  if (notices.length === 0) return;
  await untilKnown(performance.now() + settleMilliseconds, () => storeNotices(writers, notices));
};

export const receiveCallback = async (
  options: ReceiveOptions,
  addressee: Sender,
  callback: Callback,
): Promise<CallbackCounts> => {
  const { provider } = addressee;
  if (!provider.verifyCallback(callback, addressee.fields)) throw new AppError('callback_refused');
  const parsed = parseCallback(callback.body);
  if (parsed.kind === 'unreadable') {
    throw new AppError('invalid_json', { detail: 'The callback is signed rightly, and is not JSON.' });
  }
  const { assigned, ignored } = await assignItems(provider.readCallback(parsed.body), {
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
    options.people?.heard(readHeard(assigned)),
    options.people?.told(readWishes(assigned)),
  ]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return { statuses: statuses.length, messages: messages.length, notices: notices.length, ignored };
};
