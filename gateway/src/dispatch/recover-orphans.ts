// Messages that a dead process had marked. Those it had certainly not called are requeued. Of the others it is unknown
// whether the provider accepted them, so they are not sent again blindly: each message says what to do in such a case.
// Where the provider refuses repetitions they are sent again under the same id.

import type pg from 'pg';
import { readPendingRequest } from '../monitoring/request-row.ts';
import { toPublicId } from '../platform/ids.ts';
import { findUncalled } from '../processes/call-journal.ts';
import { refusesRepetition } from '../providers/correlate.ts';
import type { SenderDirectory } from '../senders/directory.ts';
import { courseOfUnknown, releasedSettlement, safeRepetition } from './judge-outcome.ts';
import type { LaneKey } from './lane-key.ts';
import type { OutcomeWriter } from './outcome-writer.ts';
import { findOrphans, type OrphanRow } from './queries.ts';
import type { Settlement } from './settlement.ts';

const rowsPerBite = 1_000;

const ownerDied = JSON.stringify({
  code: 'gateway_stopped',
  title: 'The gateway stopped while it was sending',
  detail: '',
  cause: 'The gateway was stopped in the middle of handing the message over.',
  action: 'Wait for its status, or send it again at the risk that it arrives twice.',
});

const toSettlement = (orphan: OrphanRow, mayRepeat: boolean): Settlement => {
  const { attempt, on_unknown: onUnknown } = orphan;
  const { status, historyStatus, verdict } = mayRepeat
    ? safeRepetition(attempt)
    : courseOfUnknown({ onUnknown, attempt });
  const usedId = orphan.provider_message_id ?? `${toPublicId('message', orphan.id)}:${attempt}`;
  return {
    companyId: orphan.company_id,
    id: orphan.id,
    senderId: orphan.sender_id,
    ownerEpoch: orphan.owner_epoch,
    attempt: orphan.attempt,
    status,
    historyStatus,
    dueAt: verdict.kind === 'again' ? new Date(Date.now() + verdict.delayMilliseconds) : null,
    providerMessageId: mayRepeat ? usedId : null,
    failure: ownerDied,
    at: new Date(),
    call: null,
    answer: null,
    request: readPendingRequest(orphan.pending_request),
  };
};

const toReleased = (orphan: OrphanRow): Settlement =>
  releasedSettlement(
    {
      companyId: orphan.company_id,
      id: orphan.id,
      attempt: orphan.attempt,
      request: readPendingRequest(orphan.pending_request),
    },
    { senderId: orphan.sender_id, ownerEpoch: orphan.owner_epoch },
  );

/** Messages that were marked and certainly not called, according to the journals on this machine. */
const findReleasable = async (orphans: readonly OrphanRow[]): Promise<ReadonlySet<string>> => {
  const released = new Set<string>();
  for (const ofProcess of Map.groupBy(orphans, ({ owner_epoch }) => owner_epoch).values()) {
    const { boot_id: bootId, journal: file } = ofProcess[0] as OrphanRow;
    if (bootId === null || file === null) continue;
    const marked = ofProcess.map((row) => ({
      id: row.id,
      attempt: row.attempt,
      markedAt: row.updated_at.getTime(),
    }));
    for (const id of await findUncalled({ bootId, file }, marked)) released.add(id);
  }
  return released;
};

/** The senders of these messages whose provider refuses repetitions. */
const findRepeatable = async (
  senders: Pick<SenderDirectory, 'find'>,
  orphans: readonly OrphanRow[],
): Promise<Set<string>> => {
  const companies = new Set(orphans.map((orphan) => orphan.company_id));
  const found = await Promise.all([...companies].map((companyId) => senders.find(companyId)));
  return new Set(found.flat().flatMap(({ id, provider }) => (refusesRepetition(provider) ? [id] : [])));
};

/** Answers the lanes of the messages it found. */
export const recoverOrphans = async (
  pool: pg.Pool,
  outcomes: OutcomeWriter,
  senders: Pick<SenderDirectory, 'find'>,
  floor?: string,
): Promise<LaneKey[]> => {
  const lanes = new Map<string, LaneKey>();
  for (;;) {
    const orphans = await findOrphans(pool, rowsPerBite, floor);
    const repeatable = await findRepeatable(senders, orphans);
    const releasable = await findReleasable(orphans);
    const settlements = orphans.map((orphan) =>
      releasable.has(orphan.id) ? toReleased(orphan) : toSettlement(orphan, repeatable.has(orphan.sender_id)),
    );
    await Promise.all(settlements.map((settlement) => outcomes.write(settlement)));
    for (const { company_id, sender_id } of orphans)
      lanes.set(sender_id, { companyId: company_id, senderId: sender_id });
    if (orphans.length < rowsPerBite) return [...lanes.values()];
  }
};
