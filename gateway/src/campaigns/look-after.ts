// The next step of one campaign, by its state: begin, prepare, produce, hold back, or finish. Only the process that owns it
// does this.

import { type CampaignRow, keyOf } from './campaign-row.ts';
import { sumStates } from './numbers/queries.ts';
import { toNumbers } from './present.ts';
import { freezeAudience } from './produce/freeze.ts';
import { type ProduceOptions, produceMessages, type Tempo } from './produce/produce-messages.ts';
import { changeState, markFinished } from './queries.ts';
import { holdBack, pause, takeBack } from './steer.ts';

export interface Care extends ProduceOptions {
  readonly tempo: Tempo;
  /** False when the process stops, or owns nothing any more. */
  readonly mayContinue: () => boolean;
  /** There is more to do at once. */
  readonly wake: () => void;
}

/** One that begins later than this would surprise people: a person decides. */
const lateMillisecondsMax = 3_600_000;
const cancelledPerBite = 10_000;
const heldMilliseconds = 600_000;

const begin = async (care: Care, row: CampaignRow): Promise<void> => {
  const late = Date.now() - (row.schedule_at?.getTime() ?? 0);
  if (late < 0) return;
  if (late > lateMillisecondsMax) {
    const detail = 'The gateway was not running when it should have begun. Resume it to send now.';
    await pause(care, keyOf(row), { kind: 'schedule_missed', detail });
  } else if (await changeState(care.pool, keyOf(row), ['scheduled'], 'preparing')) care.wake();
};

const prepare = async (care: Care, row: CampaignRow): Promise<void> => {
  if (!(await freezeAudience(care, row))) return;
  care.onEmitted([row.company_id]);
  care.wake();
};

/** A cancelled campaign is over when no recipient is waiting and no message is under way. */
const wind = async ({ pool, mayContinue }: Care, row: CampaignRow): Promise<void> => {
  while (mayContinue() && (await takeBack(pool, row, cancelledPerBite)));
  const counts = toNumbers(await sumStates(pool, row.company_id, [row.id])).get(row.id)?.counts;
  if ((counts?.waiting ?? 0) + (counts?.queued ?? 0) === 0) await markFinished(pool, keyOf(row));
};

/** Messages that were under way when it was paused have been settled by then. */
const isRecent = ({ updated_at: at }: CampaignRow): boolean => Date.now() - at.getTime() < heldMilliseconds;

export const lookAfter = async (care: Care, row: CampaignRow): Promise<void> => {
  if (row.state === 'scheduled') await begin(care, row);
  else if (row.state === 'preparing') await prepare(care, row);
  else if (row.state === 'running') await produceMessages(care, row, care.tempo);
  else if (row.state === 'paused' && isRecent(row)) await holdBack(care.pool, row);
  else if (row.state === 'cancelled') await wind(care, row);
};
