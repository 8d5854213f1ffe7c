// Every fault the simulator can play, by name. Magic numbers and the control API use the same names, so what one
// shows the other shows too.
import { isKnownErrorCode } from '../cloud/graph-error.ts';

/** Faults of the answer to a send. */
export type AnswerFault =
  | { kind: 'slow'; delayMs: number | null }
  | { kind: 'silent' }
  | { kind: 'reset_before' }
  | { kind: 'reset_after' }
  | { kind: 'status_first' }
  | { kind: 'refuse'; code: number }
  | { kind: 'empty'; status: number };

/** Faults of the statuses that follow. */
export type StatusFault =
  | { kind: 'fail'; code: number }
  | { kind: 'window' }
  | { kind: 'duplicate' }
  | { kind: 'reverse' }
  | { kind: 'skip_delivered' }
  | { kind: 'fail_after_delivered' }
  | { kind: 'stay_sent' }
  | { kind: 'none' };

export type Fault = { stage: 'answer'; fault: AnswerFault } | { stage: 'status'; fault: StatusFault };

export interface FaultDetails {
  delayMs?: number;
  code?: number;
}

const fixed = {
  no_answer: { stage: 'answer', fault: { kind: 'silent' } },
  reset_before_recording: { stage: 'answer', fault: { kind: 'reset_before' } },
  reset_after_recording: { stage: 'answer', fault: { kind: 'reset_after' } },
  throughput_reached: { stage: 'answer', fault: { kind: 'refuse', code: 130429 } },
  pair_rate_reached: { stage: 'answer', fault: { kind: 'refuse', code: 131056 } },
  token_invalid: { stage: 'answer', fault: { kind: 'refuse', code: 190 } },
  server_error: { stage: 'answer', fault: { kind: 'empty', status: 500 } },
  status_before_answer: { stage: 'answer', fault: { kind: 'status_first' } },
  undeliverable: { stage: 'status', fault: { kind: 'fail', code: 131026 } },
  window_closed: { stage: 'status', fault: { kind: 'fail', code: 131047 } },
  window_enforced: { stage: 'status', fault: { kind: 'window' } },
  marketing_capped: { stage: 'status', fault: { kind: 'fail', code: 131049 } },
  opted_out: { stage: 'status', fault: { kind: 'fail', code: 131050 } },
  duplicated_statuses: { stage: 'status', fault: { kind: 'duplicate' } },
  out_of_order_statuses: { stage: 'status', fault: { kind: 'reverse' } },
  skipped_delivered: { stage: 'status', fault: { kind: 'skip_delivered' } },
  failed_after_delivered: { stage: 'status', fault: { kind: 'fail_after_delivered' } },
  stays_sent: { stage: 'status', fault: { kind: 'stay_sent' } },
  missing_statuses: { stage: 'status', fault: { kind: 'none' } },
} as const satisfies Record<string, Fault>;

/** `slow_answer` takes a delay; the last two take any code of the catalogue. */
export const faultNames = [
  ...(Object.keys(fixed) as (keyof typeof fixed)[]),
  'slow_answer',
  'answer_error',
  'failed_status',
] as const;

export type FaultName = (typeof faultNames)[number];

export function isFaultName(name: string): name is FaultName {
  return (faultNames as readonly string[]).includes(name);
}

/** Why these details do not make this fault, or null when they do. */
export function checkFaultDetails(
  name: FaultName,
  details: FaultDetails,
  isKnownCode: (code: number) => boolean = isKnownErrorCode,
): string | null {
  if (name !== 'answer_error' && name !== 'failed_status') return null;
  if (details.code === undefined) return `${name} needs a code`;
  return isKnownCode(details.code) ? null : `${details.code} is not a code of the catalogue`;
}

export function faultByName(name: FaultName, details: FaultDetails = {}): Fault {
  switch (name) {
    case 'slow_answer':
      return { stage: 'answer', fault: { kind: 'slow', delayMs: details.delayMs ?? null } };
    case 'answer_error':
      return { stage: 'answer', fault: { kind: 'refuse', code: details.code ?? 131000 } };
    case 'failed_status':
      return { stage: 'status', fault: { kind: 'fail', code: details.code ?? 131000 } };
    default:
      return fixed[name];
  }
}
