// Webhooks on their way out: each callback URL has a line of its own, and everything that falls due in one turn of the
// event loop is put into its line before the line moves, so that it goes in one batch.
import type { BusinessNumber } from '../account/numbers.ts';
import type { CallbackFormat } from './callback-format.ts';
import { ownCallbackUrl, type Update } from './updates.ts';
import {
  createWebhookLine,
  type WebhookAttempt,
  type WebhookLine,
  type WebhookLineParts,
  type WebhookStats,
} from './webhook-line.ts';

export interface WebhookQueue {
  /** `tried` is called after the first attempt, however it ended, and at once when there is nowhere to send. */
  push(update: Update, tried?: () => void): void;
  /** Sends what was held back, after the setting changed. */
  release(): void;
  /**
   * Resolves when nothing is waiting or under way, calls from before a `clear` included; pauses before a retry are not waited
   * for.
   */
  idle(): Promise<void>;
  /** The newest attempts, oldest first. */
  attempts(): WebhookAttempt[];
  stats(): WebhookStats;
  clear(): void;
}

export interface WebhookQueueParts extends Omit<WebhookLineParts, 'attempted' | 'reroute' | 'belongs'> {
  callbackUrl: (number: BusinessNumber) => string | null;
  formatOf: (number: BusinessNumber) => CallbackFormat;
}

const attemptsKept = 500;

export function createWebhookQueue(parts: WebhookQueueParts): WebhookQueue {
  const lines = new Map<string, WebhookLine>();
  /** Cleared, with calls that are still under way. */
  const closing = new Set<WebhookLine>();
  const unpumped = new Set<WebhookLine>();
  let attempts: WebhookAttempt[] = [];
  let idleWaiters: (() => void)[] = [];

  const urlOf = (update: Update) => ownCallbackUrl(update) ?? parts.callbackUrl(update.number);

  /** Addresses that differ in their query only share a line: a message of its own address would need a line of its own. */
  const keyOf = (url: string, { appSecret, dialect }: BusinessNumber) =>
    `${url.split(/[?#]/)[0]}\n${appSecret}\n${dialect}`;

  function lineTo(url: string, number: BusinessNumber): WebhookLine {
    const key = keyOf(url, number);
    let line = lines.get(key);
    if (!line) {
      const belongs = (update: Update) => keyOf(urlOf(update) ?? '', update.number) === key;
      line = createWebhookLine(url, parts.formatOf(number), { ...parts, attempted, reroute: push, belongs });
      lines.set(key, line);
    }
    return line;
  }

  function push(update: Update, tried?: () => void): void {
    const { number } = update;
    const url = parts.formatOf(number).carries(update) ? urlOf(update) : null;
    const line = url === null ? null : lineTo(url, number);
    if (line?.push(update, tried)) {
      if (unpumped.size === 0) setImmediate(pumpAll);
      unpumped.add(line);
    } else tried?.();
  }

  function pumpAll(): void {
    const pumped = [...unpumped];
    unpumped.clear();
    for (const line of pumped) line.pump();
    notifyIdle();
  }

  function attempted(attempt: WebhookAttempt): void {
    attempts.push(attempt);
    if (attempts.length > 2 * attemptsKept) attempts = attempts.slice(-attemptsKept);
    notifyIdle();
  }

  function notifyIdle(): void {
    if (idleWaiters.length === 0 || unpumped.size > 0) return;
    for (const line of closing) if (!line.isBusy()) closing.delete(line);
    if (closing.size > 0 || [...lines.values()].some((line) => line.isBusy())) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  }

  return {
    push,
    release() {
      for (const line of lines.values()) line.pump();
    },
    idle: () =>
      new Promise((resolve) => {
        idleWaiters.push(resolve);
        notifyIdle();
      }),
    attempts: () => attempts.slice(-attemptsKept),
    stats: () => sum([...lines.values()].map((line) => line.stats())),
    clear() {
      for (const line of lines.values()) {
        line.close();
        closing.add(line);
      }
      lines.clear();
      unpumped.clear();
      attempts = [];
    },
  };
}

function sum(all: WebhookStats[]): WebhookStats {
  const total = (name: keyof WebhookStats) => all.reduce((count, stats) => count + stats[name], 0);
  return {
    waiting: total('waiting'),
    retrying: total('retrying'),
    inFlight: total('inFlight'),
    delivered: total('delivered'),
    dropped: total('dropped'),
  };
}
