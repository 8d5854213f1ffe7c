// Puts a lane together with what it needs of the outside: the table, the provider, and the sender's state.

import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { Lease } from '../processes/lease.ts';
import { changeSenderState } from '../senders/change-state.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import { attemptSend, type KnownRecipient } from './attempt-send.ts';
import type { Doubts } from './doubts.ts';
import type { Entry } from './entry.ts';
import { releasedSettlement } from './judge-outcome.ts';
import { type AttemptResult, Lane, type MarkOutcome } from './lane.ts';
import type { LaneKey } from './lane-key.ts';
import type { OutcomeWriter } from './outcome-writer.ts';
import { expireWaiting, findWaiting, type WaitingRow } from './queries.ts';
import type { Turns } from './turns.ts';

export interface LaneParts {
  readonly pool: pg.Pool;
  readonly senders: SenderDirectory;
  readonly http: OutgoingHttp;
  readonly turns: Turns;
  readonly outcomes: OutcomeWriter;
  readonly publicUrl: () => string;
  readonly onRecipient?: ((known: KnownRecipient) => void) | undefined;
  readonly doubts: Doubts;
  readonly mark: (entry: Entry, epoch: string) => Promise<MarkOutcome>;
  /** The outcome of a message that another process accepted is written. */
  readonly onForeignSettled: (messageId: string) => void;
  /** Nobody will know soon what becomes of a message. */
  readonly onHeldBack: (messageId: string) => void;
  /** A message was settled without us, by a late status for example: whoever waits for it can be told. */
  readonly onSettledElsewhere: (messageId: string) => void;
  readonly log: Log;
}

const toEntry = (row: WaitingRow): Entry => ({
  companyId: row.company_id,
  id: row.id,
  phoneNumber: row.phone_number,
  personKey: row.person_key ?? row.phone_number,
  body: row.body,
  type: row.type,
  content: row.content,
  contextId: row.context_id,
  priority: row.priority,
  onUnknown: row.on_unknown,
  expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
  isForeign: true,
  attempt: row.attempt,
  isStored: true,
  isWithdrawn: false,
  isLeft: false,
});

/** False when it was not there to be released. */
const releaseEntry = async (
  { outcomes, log }: LaneParts,
  entry: Entry,
  context: { readonly senderId: string; readonly ownerEpoch: string },
): Promise<boolean> => {
  try {
    return await outcomes.write(releasedSettlement(entry, context));
  } catch (error) {
    log.error({ err: error, message_id: entry.id }, 'a message was not released');
    return false;
  }
};

export const buildLane = (parts: LaneParts, sender: Sender, lease: Lease): Lane => {
  const { pool, senders, outcomes, log } = parts;
  const key: LaneKey = { companyId: sender.companyId, senderId: sender.id };
  const context = { senderId: sender.id, ownerEpoch: lease.epoch };

  /** The sender as it is now: its credentials may have changed since the lane was opened. */
  const currentSender = (): Sender =>
    senders.peek(key.companyId)?.find(({ id }) => id === sender.id) ?? sender;

  const changeState = async (state: Sender['state'], failure: Sender['failure']): Promise<void> => {
    try {
      if (await changeSenderState(pool, { ...key, state, failure })) {
        log.warn({ sender: sender.publicId, state, code: failure?.code }, 'the state of a sender changed');
      }
    } catch (error) {
      log.error({ err: error, sender: sender.publicId, state }, 'the state of a sender was not written');
    }
    senders.forget(key.companyId);
  };

  // A request may wait for its connection; a process that was frozen meanwhile must not send it when it wakes.
  const mayStart = (): boolean => lease.isHeld();
  const http: OutgoingHttp = {
    ...parts.http,
    send: (outgoing) => parts.http.send({ ...outgoing, mayStart }),
  };

  const { publicUrl, onRecipient } = parts;
  const attemptOptions = { http, outcomes, publicUrl, log, ...(onRecipient && { onRecipient }) };

  const attempt = async (entry: Entry): Promise<AttemptResult> => {
    parts.doubts.forget(entry.id);
    const result = await attemptSend(attemptOptions, currentSender(), entry, lease.epoch);
    result.written.then(
      () => {
        if (entry.isForeign) parts.onForeignSettled(entry.id);
        if (result.verdict.kind === 'suspended') parts.onHeldBack(entry.id);
      },
      () => undefined,
    );
    return result;
  };

  const release = (entry: Entry): Promise<boolean> => releaseEntry(parts, entry, context);

  return new Lane({
    key,
    limits: sender.provider.limitsOf(sender.fields),
    messagesPerSecond: sender.messagesPerSecond,
    turns: parts.turns,
    mayContinue: () => lease.isHeld(),
    findWaiting: async (priority, limit, crowded) =>
      (await findWaiting(pool, key, priority, limit, crowded)).map(toEntry),
    async mark(entry) {
      const outcome = await parts.mark(entry, lease.epoch);
      if (outcome === 'gone') parts.onSettledElsewhere(entry.id);
      return outcome;
    },
    attempt,
    async release(entry) {
      await release(entry);
    },
    async doubt(entry) {
      const { companyId, id, attempt } = entry;
      if (!(await release(entry))) parts.doubts.add({ companyId, id, attempt, ...context });
    },
    expire(entry) {
      expireWaiting(pool, [entry]).catch((error: unknown) =>
        log.warn({ err: error, message_id: entry.id }, 'an old message could not be expired'),
      );
    },
    onSuspended: (failure) => changeState('suspended', failure),
    onFailing: (failure) => void changeState('failing', failure),
    onWorking: () => void changeState('connected', null),
    log,
  });
};
