// "Is all well?" in one answer: what was delivered and what failed in the last 24 hours, how fast sends were answered, and
// whether every sender and webhook works. Pure: what the gateway says in, figures and a verdict out.

import type { Overview } from '@hudhud/contract/overview.ts';
import type { RequestSummary } from '@hudhud/contract/requests.ts';
import type { Statistics } from '@hudhud/contract/statistics.ts';
import { countBars, toFunnel } from './count-messages.ts';

export type Verdict = 'well' | 'look' | 'act';

export interface Figure {
  /** Null: there is nothing to report yet. */
  readonly value: number | null;
  readonly verdict: Verdict;
}

/** How many of a kind work. */
export interface Share extends Figure {
  readonly working: number;
  readonly all: number;
}

export interface WellBeing {
  readonly verdict: Verdict;
  readonly delivered: Figure;
  readonly failed: Figure;
  readonly latency: Figure;
  readonly webhooks: Share;
  readonly senders: Share;
}

/** Below so few messages a share says nothing: one failure of two would be an alarm. */
const enoughMessages = 20;
const deliveredShareMin = 0.9;
const slowMilliseconds = 5_000;

const worst = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes('act') ? 'act' : verdicts.includes('look') ? 'look' : 'well';

/**
 * The share of delivered messages among those with a known outcome; a message on its way is neither delivered nor lost.
 */
function deliveredFigure(statistics: Pick<Statistics, 'data'>): Figure {
  const { sent, delivered } = toFunnel(statistics);
  const known = sent + countBars(statistics).failed;
  const value = known === 0 ? null : delivered / known;
  const isLow = value !== null && known >= enoughMessages && value < deliveredShareMin;
  return { value, verdict: isLow ? 'look' : 'well' };
}

/** The time that 95 of 100 of these requests did not exceed. */
export function latency95(requests: readonly Pick<RequestSummary, 'duration_ms'>[]): number | null {
  const sorted = requests.map(({ duration_ms }) => duration_ms).toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? null;
}

function webhookShare({ webhooks }: Overview): Share {
  const isDisabled = webhooks.some(({ condition }) => condition === 'disabled');
  const isFailing = webhooks.some(({ condition }) => condition === 'failing');
  const working = webhooks.filter(({ condition }) => condition === 'healthy').length;
  const verdict = isDisabled ? 'act' : isFailing ? 'look' : 'well';
  return { value: working, working, all: webhooks.length, verdict };
}

function senderShare({ senders }: Overview): Share {
  const isSuspended = senders.length === 0 || senders.some(({ state }) => state === 'suspended');
  const isFailing = senders.some(({ state }) => state === 'failing');
  const working = senders.filter(({ state }) => state === 'connected').length;
  const verdict = isSuspended ? 'act' : isFailing ? 'look' : 'well';
  return { value: working, working, all: senders.length, verdict };
}

export function wellBeing(
  overview: Overview,
  statistics: Pick<Statistics, 'data'>,
  sends: readonly Pick<RequestSummary, 'duration_ms'>[],
): WellBeing {
  const delivered = deliveredFigure(statistics);
  const failed: Figure = { value: countBars(statistics).failed, verdict: delivered.verdict };
  const slow = latency95(sends);
  const latency: Figure = {
    value: slow,
    verdict: slow !== null && slow > slowMilliseconds ? 'look' : 'well',
  };
  const webhooks = webhookShare(overview);
  const senders = senderShare(overview);
  const verdict = worst([delivered, latency, webhooks, senders].map((one) => one.verdict));
  return { verdict, delivered, failed, latency, webhooks, senders };
}
