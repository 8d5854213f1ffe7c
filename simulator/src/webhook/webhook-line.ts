// The way to one callback URL: batches leave one after the other, and one that is not answered 200 comes back after
// a pause. Lines do not hold each other up.

import type { Settings, WebhookSettings } from '../settings.ts';
import type { Clock } from '../time/clock.ts';
import type { Schedule } from '../time/schedule.ts';
import type { CallbackFormat, CallbackPost } from './callback-format.ts';
import type { WebhookOutcome, WebhookSender } from './send-webhook.ts';
import type { Update } from './updates.ts';
import { type Batch, createTarget, takeBatch, waitingCount } from './webhook-target.ts';

// How long a webhook waits before its next try: doubling from the first pause to the longest, a fifth more or less by
// chance so that many failed batches do not come back at once.

export function retryDelayMs(
  attempt: number,
  settings: Pick<WebhookSettings, 'webhookRetryFirstMs' | 'webhookRetryMaxMs'>,
  chance: number,
): number {
  const doubled = settings.webhookRetryFirstMs * 2 ** Math.min(attempt - 1, 40);
  return Math.min(doubled, settings.webhookRetryMaxMs) * (0.8 + 0.4 * chance);
}

export interface WebhookAttempt {
  at: number;
  url: string;
  attempt: number;
  updates: number;
  bytes: number;
  durationMs: number;
  outcome: WebhookOutcome;
}

export interface WebhookStats {
  waiting: number;
  retrying: number;
  inFlight: number;
  delivered: number;
  dropped: number;
}

export interface WebhookLine {
  /** False when the backlog is full and the update was dropped. */
  push(update: Update, tried: (() => void) | undefined): boolean;
  /** Sends what can be sent. */
  pump(): void;
  isBusy(): boolean;
  stats(): WebhookStats;
  /** Drops what waits; a request under way ends on its own. */
  close(): void;
}

export interface WebhookLineParts {
  clock: Clock;
  schedule: Schedule;
  settings: () => Settings;
  sender: WebhookSender;
  random: () => number;
  publicUrl: () => string | null;
  /** Called after every attempt. */
  attempted: (attempt: WebhookAttempt) => void;
  /** Puts an update into the line it belongs to by now. */
  reroute: (update: Update) => void;
  /** False once the business has moved to another URL or secret. */
  belongs: (update: Update) => boolean;
}

/** For links to media in the callbacks of a simulator that does not listen. */
const unknownAddress = 'http://simulator.invalid';

export function createWebhookLine(url: string, format: CallbackFormat, parts: WebhookLineParts): WebhookLine {
  const { clock, settings } = parts;
  const target = createTarget();
  let delivered = 0;
  let dropped = 0;
  let isClosed = false;

  function pump(): void {
    const now = settings();
    const publicUrl = parts.publicUrl() ?? unknownAddress;
    const inFlightMax = format.concurrency ?? Math.max(1, now.webhookConcurrency);
    while (!now.webhooksHeld && target.inFlight < inFlightMax) {
      const batch = target.due.shift() ?? takeBatch(target, format, now, publicUrl, clock.now());
      if (!batch) break;
      target.inFlight += 1;
      void deliver(batch);
    }
  }

  async function deliver(batch: Batch): Promise<void> {
    const { items, body, attempt } = batch;
    const at = clock.now();
    const post = postOf(batch, url, settings());
    const outcome = await send(parts.sender, format, post, post.settings.webhookTimeoutMs);
    target.inFlight -= 1;
    if (attempt === 1) for (const { tried } of items) tried?.();
    if (outcome.kind === 'answered' && format.isTaken(outcome.status)) delivered += items.length;
    else if (!format.isRepeated(outcome, post)) dropped += items.length;
    else if (!isClosed) retryLater(batch);
    pump();
    const counts = { updates: items.length, bytes: body.length };
    parts.attempted({ at, url: post.url, attempt, ...counts, durationMs: clock.now() - at, outcome });
  }

  function retryLater(batch: Batch): void {
    const size = batch.items.length;
    const dueMs = clock.now() + retryDelayMs(batch.attempt, settings(), parts.random());
    if (dueMs - batch.firstAt > settings().webhookRetryForMs) {
      dropped += size;
      return;
    }
    target.retrying += size;
    parts.schedule.at(dueMs, () => {
      if (isClosed) return;
      target.retrying -= size;
      if (batch.items.every(({ update }) => parts.belongs(update))) {
        target.due.push({ ...batch, attempt: batch.attempt + 1 });
        pump();
      } else for (const { update } of batch.items) parts.reroute(update);
    });
  }

  return {
    push(update, tried) {
      const isFull = waitingCount(target) + target.retrying >= settings().webhookBacklogMax;
      if (isFull) dropped += 1;
      else target.waiting.push({ update, tried });
      return !isFull;
    },
    pump,
    isBusy: () =>
      target.inFlight > 0 || (!settings().webhooksHeld && waitingCount(target) + target.due.length > 0),
    stats() {
      const due = target.due.reduce((total, { items }) => total + items.length, 0);
      const retrying = target.retrying + due;
      return { waiting: waitingCount(target), retrying, inFlight: target.inFlight, delivered, dropped };
    },
    close() {
      isClosed = true;
      for (const { tried } of target.waiting.splice(0).slice(target.head)) tried?.();
      target.head = 0;
      target.due = [];
    },
  };
}

function postOf({ items, url, body, attempt }: Batch, lineUrl: string, settings: Settings): CallbackPost {
  const [first] = items;
  if (!first) throw new Error('a batch has at least one update');
  const [called = '', fragment = ''] = (url ?? lineUrl).split('#');
  return { url: called, fragment, body, number: first.update.number, attempt, settings };
}

function send(
  sender: WebhookSender,
  format: CallbackFormat,
  post: CallbackPost,
  timeoutMs: number,
): Promise<WebhookOutcome> {
  const { url, body } = post;
  return sender.send({ method: 'POST', url, headers: format.headers(post), body, timeoutMs });
}
