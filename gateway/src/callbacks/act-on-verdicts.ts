// The verdict of a `failed` status about its sender has the same effect as one in the answer to a send. The message
// itself is handled where statuses are recorded, and people who opted out where consent is.

import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import type { CallbackStatus } from '../providers/callback.ts';
import { changeSenderState } from '../senders/change-state.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import type { AssignedItem } from './assign-items.ts';

export type SlowDown = (
  lane: { readonly companyId: string; readonly senderId: string },
  pauseMilliseconds: number,
) => Promise<void>;

export interface VerdictOptions {
  readonly pool: pg.Pool;
  readonly directory: SenderDirectory;
  readonly slowDown: SlowDown;
  readonly log: Log;
}

/** A provider repeats its callbacks for days; an old one says nothing about the pace of now. */
const freshMilliseconds = 600_000;
const shortestPauseSeconds = 1;

interface Reported {
  readonly sender: Sender;
  readonly status: CallbackStatus;
}

const suspend = async (
  { pool, directory, log }: VerdictOptions,
  { sender, status }: Reported,
): Promise<void> => {
  const { companyId, id: senderId, publicId } = sender;
  const { failure, at } = status;
  if (!(await changeSenderState(pool, { companyId, senderId, state: 'suspended', failure, at }))) return;
  directory.forget(companyId);
  log.warn({ sender: publicId, state: 'suspended', code: failure?.code }, 'the state of a sender changed');
};

/** The newest of each sender speaks for it: a thousand refusals in one callback are one. */
const newestBySender = (reported: readonly Reported[]): Reported[] => {
  const newest = new Map<string, Reported>();
  for (const one of reported) {
    const known = newest.get(one.sender.id);
    if (!known || known.status.at <= one.status.at) newest.set(one.sender.id, one);
  }
  return [...newest.values()];
};

export const actOnVerdicts = async (
  options: VerdictOptions,
  assigned: readonly AssignedItem[],
): Promise<void> => {
  const reported = assigned.flatMap(({ sender, item }): Reported[] =>
    item.kind === 'status' && item.status.status === 'failed' ? [{ sender, status: item.status }] : [],
  );
  if (reported.length === 0) return;
  const suspending = reported.filter(({ status }) => status.verdict?.kind === 'suspended');
  for (const one of newestBySender(suspending)) await suspend(options, one);
  const slowing = reported.filter(
    ({ status: { verdict, at } }) =>
      verdict?.kind === 'retry' &&
      verdict.scope === 'sender' &&
      Date.now() - at.getTime() < freshMilliseconds,
  );
  for (const { sender, status } of newestBySender(slowing)) {
    const asked = status.verdict?.kind === 'retry' ? status.verdict.afterSeconds : null;
    const key = { companyId: sender.companyId, senderId: sender.id };
    await options.slowDown(key, (asked ?? shortestPauseSeconds) * 1000);
  }
};
