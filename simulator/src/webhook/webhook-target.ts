// The updates that wait for one callback URL, and how they are cut into batches: as many as fit into one POST by
// count and by size.
import type { Settings } from '../settings.ts';
import type { CallbackFormat } from './callback-format.ts';
import { ownCallbackUrl, type Update } from './updates.ts';

interface Waiting {
  update: Update;
  tried: (() => void) | undefined;
}

export interface Batch {
  items: Waiting[];
  /** An address of its own, or null for that of the line. */
  url: string | null;
  body: string;
  attempt: number;
  firstAt: number;
}

export interface Target {
  waiting: Waiting[];
  /** Where `waiting` begins; shifting it for every batch would move the rest each time. */
  head: number;
  /** Failed batches whose pause is over. */
  due: Batch[];
  /** Updates in failed batches that pause. */
  retrying: number;
  inFlight: number;
}

const bodyCharsMax = 3 * 1024 * 1024;

export function createTarget(): Target {
  return { waiting: [], head: 0, due: [], retrying: 0, inFlight: 0 };
}

export function waitingCount({ waiting, head }: Target): number {
  return waiting.length - head;
}

export function takeBatch(
  target: Target,
  format: Pick<CallbackFormat, 'updatesMax' | 'write'>,
  settings: Settings,
  publicUrl: string,
  nowMs: number,
): Batch | null {
  const most = format.updatesMax ?? settings.webhookBatchMax;
  let size = sameUrlCount(target, Math.min(Math.max(1, most), waitingCount(target)));
  if (size === 0) return null;
  for (;;) {
    const items = target.waiting.slice(target.head, target.head + size);
    const updates = items.map(({ update }) => update);
    const body = format.write(updates, settings, publicUrl);
    if (body.length <= bodyCharsMax || size === 1) {
      moveHead(target, size);
      const url = updates[0] ? ownCallbackUrl(updates[0]) : null;
      return { items, url, body, attempt: 1, firstAt: nowMs };
    }
    size = Math.max(1, Math.floor((size * 0.9 * bodyCharsMax) / body.length));
  }
}

/** How many of the next updates go to one address. */
function sameUrlCount({ waiting, head }: Target, most: number): number {
  const urlAt = (index: number) => {
    const update = waiting[head + index]?.update;
    return update ? ownCallbackUrl(update) : null;
  };
  const url = urlAt(0);
  let count = Math.min(1, most);
  while (count < most && urlAt(count) === url) count += 1;
  return count;
}

function moveHead(target: Target, by: number): void {
  target.head += by;
  if (target.head <= 4_096 && target.head < target.waiting.length) return;
  target.waiting = target.waiting.slice(target.head);
  target.head = 0;
}
