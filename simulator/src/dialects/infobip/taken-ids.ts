// The ids that callers have chosen, so that a second message with one is refused.
import type { BusinessNumber } from '../../account/numbers.ts';

const idsMax = 500_000;

// A number stays one object for as long as it is registered.
const idsByNumber = new WeakMap<BusinessNumber, Set<string>>();

export const isTaken = (number: BusinessNumber, id: string): boolean =>
  idsByNumber.get(number)?.has(id) ?? false;

export function rememberTaken(number: BusinessNumber, id: string): void {
  const ids = idsByNumber.get(number) ?? new Set();
  idsByNumber.set(number, ids.add(id));
  const [oldest] = ids;
  if (ids.size > idsMax && oldest !== undefined) ids.delete(oldest);
}
