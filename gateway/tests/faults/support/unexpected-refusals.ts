// Which refusals a careful caller may meet while something fails: 503 with a time to come back, and nothing else that
// the lane does not name.

import type { Refusal } from './journal.ts';

const duringFaults = ['store_unavailable', 'overloaded'];

export const unexpectedRefusals = (
  refusals: readonly Refusal[],
  alsoExpected: readonly string[] = [],
): Refusal[] =>
  refusals.filter(
    ({ status, code, retryAfter }) =>
      retryAfter === null ||
      !((status === 503 && duringFaults.includes(code)) || alsoExpected.includes(code)),
  );
