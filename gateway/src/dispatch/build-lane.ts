// Wires a lane to its surroundings: the table, the provider, and the sender's state.

import type pg from 'pg';
import type { Lease } from '../processes/lease.ts';
import { changeSenderState } from '../senders/change-state.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';
import { closesAt } from '../windows/window.ts';
import { type CarrierOptions, createCarrier } from './attempt-send.ts';
import type { Entry } from './entry.ts';
import { releasedSettlement } from './judge-outcome.ts';
import { Lane } from './lane.ts';
import type { LaneKey } from './lane-key.ts';
import type { LaneLedger, MarkOutcome, SenderHealth } from './lane-parts.ts';
import { expireWaiting, type WaitingRow } from './queries.ts';
import type { FindRetrying } from './retrying-finder.ts';
import type { Turns } from './turns.ts';
import type { UncertainMarks } from './uncertain-marks.ts';
import type { WaitingFinder } from './waiting/waiting-finder.ts';

export interface LaneParts extends CarrierOptions {
  readonly pool: pg.Pool;
  readonly senders: SenderDirectory;
  readonly turns: Turns;
  readonly uncertainMarks: UncertainMarks;
  readonly waiting: WaitingFinder;
  readonly findRetrying: FindRetrying;
  readonly mark: (entry: Entry, epoch: string) => Promise<MarkOutcome>;
  /** Another process or a late status settled a message: the requests that wait for it can be answered. */
  readonly onSettledElsewhere: (messageId: string) => void;
  /** Messages entered the table after their lane closed. */
  readonly onLeftBehind: (lane: LaneKey) => void;
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
  windowClosesAt: closesAt(row.last_incoming_at ?? null)?.getTime() ?? null,
  isForeign: true,
  request: null,
  attempt: row.attempt,
  clientId: row.provider_message_id,
  isStored: true,
  isWithdrawn: false,
  isEvicted: false,
});

/** False when the message was not there to be released. */
const releaseEntry = async (
  { outcomes, log }: LaneParts,
  entry: Entry,
  context: { readonly senderId: string; readonly ownerEpoch: string },
): Promise<boolean> => {
  try {
    const isReleased = await outcomes.write(releasedSettlement(entry, context));
    if (isReleased) entry.request = null;
    return isReleased;
  } catch (error) {
    log.error({ err: error, message_id: entry.id }, 'a message was not released');
    return false;
  }
};

const createLedger = (
  parts: LaneParts,
  key: LaneKey,
  ownerEpoch: string,
  checksWindow: () => boolean,
): LaneLedger => {
  const { pool, log } = parts;
  const context = { senderId: key.senderId, ownerEpoch };
  const readWaiting = parts.waiting.open(key);
  return {
    findWaiting: async (limits, crowded) => (await readWaiting(limits, crowded, checksWindow())).map(toEntry),
    findRetrying: async () =>
      (await parts.findRetrying(key)).map((row) => ({
        entry: toEntry(row),
        waitMilliseconds: row.wait_ms,
      })),
    async mark(entry) {
      const outcome = await parts.mark(entry, ownerEpoch);
      if (outcome === 'gone') parts.onSettledElsewhere(entry.id);
      return outcome;
    },
    async release(entry) {
      await releaseEntry(parts, entry, context);
    },
    async releaseUncertain(entry) {
      const { companyId, id, attempt, request } = entry;
      if (!(await releaseEntry(parts, entry, context)))
        parts.uncertainMarks.add({ companyId, id, attempt, request, ...context });
    },
    expire(entry) {
      expireWaiting(pool, [entry]).catch((error: unknown) =>
        log.warn({ err: error, message_id: entry.id }, 'an old message could not be expired'),
      );
    },
    leftBehind: () => parts.onLeftBehind(key),
  };
};

const createHealth = ({ pool, senders, log }: LaneParts, sender: Sender): SenderHealth => {
  const key: LaneKey = { companyId: sender.companyId, senderId: sender.id };
  let isChanging = false;
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

  return {
    suspended: (failure) => changeState('suspended', failure),
    failing: (failure) => void changeState('failing', failure),
    async working() {
      // Many messages find out at once.
      if (isChanging) return;
      isChanging = true;
      await changeState('connected', null);
      isChanging = false;
    },
  };
};

export const buildLane = (parts: LaneParts, sender: Sender, lease: Lease): Lane => {
  const { senders, turns, log } = parts;
  const key: LaneKey = { companyId: sender.companyId, senderId: sender.id };
  const peek = (): Sender | undefined => senders.peek(key.companyId)?.find(({ id }) => id === sender.id);
  const current = (): Sender => peek() ?? sender;
  const health = createHealth(parts, sender);
  const onTaken = (): void => {
    // A test failed, or another process found it failing: what the provider takes shows that it works.
    if (peek()?.state === 'failing') health.working();
  };
  return new Lane({
    sender: {
      key,
      limits: sender.provider.limitsOf(sender.fields),
      messagesPerSecond: sender.messagesPerSecond,
    },
    ledger: createLedger(parts, key, lease.epoch, () => current().checksWindow === true),
    carrier: createCarrier(parts, { current, onTaken }, lease),
    health,
    turns,
    log,
  });
};
