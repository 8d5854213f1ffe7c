// Which statuses follow a message, when each is posted and what time each claims. Pure, so every fault of the
// statuses is a table that a test can read.
import type { StatusFault } from '../fault/faults-by-name.ts';
import type { BehaviourSettings } from '../settings.ts';

export type StatusName = 'sent' | 'delivered' | 'read' | 'played' | 'failed';

export interface StatusStep {
  status: StatusName;
  /** When the webhook leaves, counted from the answer. */
  postAfterMs: number;
  /** When it happened, counted from the answer: what the webhook's timestamp says. */
  happenedAfterMs: number;
  errorCode: number | null;
  /** Meta sends pricing with `sent` and with one of `delivered` and `read`. */
  isPriced: boolean;
}

// Far enough apart that duplicates and reversed statuses usually come in POSTs of their own.
const apartMs = 20;

type Delays = Pick<
  BehaviourSettings,
  'sentDelayMs' | 'deliveredDelayMs' | 'readDelayMs' | 'playedDelayMs' | 'readReceipts'
>;

export interface PlannedMessage {
  type: string;
  isVoice: boolean;
}

export function planStatuses(
  message: PlannedMessage,
  delays: Delays,
  fault: StatusFault | null,
): StatusStep[] {
  if (fault?.kind === 'none') return [];
  if (fault?.kind === 'fail') return [failed(fault.code, delays.sentDelayMs)];
  const usual =
    message.isVoice || message.type === 'reaction' ? usualSteps(message, delays) : plainSteps(delays);
  switch (fault?.kind) {
    case 'duplicate':
      return usual.flatMap((step) => [step, { ...step, postAfterMs: step.postAfterMs + apartMs }]);
    case 'reverse':
      return reversed(usual);
    case 'skip_delivered':
      return usual
        .filter((step) => step.status !== 'delivered')
        .map((step) => (step.status === 'read' ? { ...step, isPriced: true } : step));
    case 'fail_after_delivered':
      return [
        ...usual.filter((step) => step.status === 'sent' || step.status === 'delivered'),
        failed(131000, delays.readDelayMs),
      ];
    case 'stay_sent':
      return usual.filter((step) => step.status === 'sent');
    default:
      return usual;
  }
}

// Nearly every message has the same plan, and settings are replaced rather than changed.
const plainPlans = new WeakMap<Delays, StatusStep[]>();

function plainSteps(delays: Delays): StatusStep[] {
  let steps = plainPlans.get(delays);
  if (!steps) {
    steps = usualSteps({ type: 'text', isVoice: false }, delays);
    plainPlans.set(delays, steps);
  }
  return steps;
}

function usualSteps(message: PlannedMessage, delays: Delays): StatusStep[] {
  const steps = [step('sent', delays.sentDelayMs, true)];
  // Meta reports nothing but `sent` for reactions.
  if (message.type === 'reaction') return steps;
  steps.push(step('delivered', delays.deliveredDelayMs, true));
  if (delays.readReceipts) {
    steps.push(step('read', delays.readDelayMs, false));
    if (message.isVoice) steps.push(step('played', delays.playedDelayMs, false));
  }
  return steps;
}

function step(status: StatusName, afterMs: number, isPriced: boolean): StatusStep {
  return { status, postAfterMs: afterMs, happenedAfterMs: afterMs, errorCode: null, isPriced };
}

function failed(errorCode: number, afterMs: number): StatusStep {
  return { ...step('failed', afterMs, false), errorCode };
}

/** Last first, each still with the time it happened; they leave once the last one has happened. */
function reversed(steps: StatusStep[]): StatusStep[] {
  const end = steps.at(-1)?.postAfterMs ?? 0;
  return steps.toReversed().map((step, index) => ({ ...step, postAfterMs: end + index * apartMs }));
}
