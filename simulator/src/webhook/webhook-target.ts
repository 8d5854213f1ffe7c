// The updates that wait for one callback URL, and how they are cut into batches: as many as fit into one POST by
// count and by size.
import type { WebhookSettings } from '../settings.ts';
import { asciiJson } from './ascii-json.ts';
import { envelope, type Update } from './updates.ts';

interface Waiting {
  update: Update;
  tried: (() => void) | undefined;
}

export interface Batch {
  items: Waiting[];
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
  { webhookBatchMax, escapeSlashes }: Pick<WebhookSettings, 'webhookBatchMax' | 'escapeSlashes'>,
  nowMs: number,
): Batch | null {
  let size = Math.min(Math.max(1, webhookBatchMax), waitingCount(target));
  if (size === 0) return null;
  for (;;) {
    const items = target.waiting.slice(target.head, target.head + size);
    const body = asciiJson(envelope(items.map(({ update }) => update)), escapeSlashes);
    if (body.length <= bodyCharsMax || size === 1) {
      moveHead(target, size);
      return { items, body, attempt: 1, firstAt: nowMs };
    }
    size = Math.max(1, Math.floor((size * 0.9 * bodyCharsMax) / body.length));
  }
}

function moveHead(target: Target, by: number): void {
  target.head += by;
  if (target.head <= 4_096 && target.head < target.waiting.length) return;
  target.waiting = target.waiting.slice(target.head);
  target.head = 0;
}
