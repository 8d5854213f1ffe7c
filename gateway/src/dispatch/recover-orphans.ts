// Messages that a dead process was sending. Nobody knows whether the provider has taken them, so they are not sent again
// blindly: what happens is what each message says about such a case.

import type pg from 'pg';
import { courseOfUnknown } from './judge-outcome.ts';
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

const toSettlement = (orphan: OrphanRow): Settlement => {
  const { status, noted, verdict } = courseOfUnknown({
    onUnknown: orphan.on_unknown,
    attempt: orphan.attempt,
  });
  return {
    companyId: orphan.company_id,
    id: orphan.id,
    senderId: orphan.sender_id,
    ownerEpoch: orphan.owner_epoch,
    attempt: orphan.attempt,
    status,
    noted,
    dueAt: verdict.kind === 'again' ? new Date(Date.now() + verdict.delayMilliseconds) : null,
    providerMessageId: null,
    failure: ownerDied,
    at: new Date(),
    call: null,
    answer: null,
  };
};

/** Answers the lanes of the messages it found. */
export const recoverOrphans = async (
  pool: pg.Pool,
  outcomes: OutcomeWriter,
  floor?: string,
): Promise<LaneKey[]> => {
  const lanes = new Map<string, LaneKey>();
  for (;;) {
    const orphans = await findOrphans(pool, rowsPerBite, floor);
    await Promise.all(orphans.map((orphan) => outcomes.write(toSettlement(orphan))));
    for (const { company_id, sender_id } of orphans)
      lanes.set(sender_id, { companyId: company_id, senderId: sender_id });
    if (orphans.length < rowsPerBite) return [...lanes.values()];
  }
};
