// Verdicts for statuses that failed with an error of Meta's: one error for each verdict.

import type { StatusVerdict } from '../../callback.ts';

export const errorVerdicts: readonly [number, StatusVerdict][] = [
  [131026, { kind: 'rejected' }],
  [131050, { kind: 'opted_out' }],
  [131042, { kind: 'suspended' }],
  [131000, { kind: 'retry', scope: 'message', afterSeconds: null }],
  [131056, { kind: 'retry', scope: 'recipient', afterSeconds: null }],
  [80007, { kind: 'retry', scope: 'sender', afterSeconds: 60 }],
];
