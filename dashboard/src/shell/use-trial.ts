// Where the company stands: on trial with some time left, stopped, or simply working.

import { timeLeft } from '../parts/time/times.ts';
import { useNow } from '../parts/time/use-now.ts';
import { useMe } from '../queries/me.ts';

export type Trial =
  | { readonly kind: 'none' }
  | { readonly kind: 'left'; readonly left: NonNullable<ReturnType<typeof timeLeft>> }
  | { readonly kind: 'over' };

export function useTrial(): Trial {
  const { plan, trial_ends_at: end } = useMe().company;
  const now = useNow();
  if (plan !== 'trial' || end === null) return { kind: 'none' };
  const left = timeLeft(end, now);
  return left === null ? { kind: 'over' } : { kind: 'left', left };
}
