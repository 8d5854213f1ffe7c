// When people are alerted that a token ends: 14 days before, 3 days before, and when it is refused. Each alert is sent
// once per token, even if several processes read its end, or read it often.

import { dayMilliseconds } from '../../platform/time.ts';

const stages = [
  { word: '3', days: 3 },
  { word: '14', days: 14 },
] as const;

/** The alert that is due and was not sent yet; null when there is none. A later one stands for those before it. */
export const dueTokenAlert = (
  endsAt: Date | null,
  told: readonly string[],
  now: number,
): { readonly word: string; readonly all: readonly string[] } | null => {
  if (!endsAt) return null;
  const left = endsAt.getTime() - now;
  const due = stages.filter(({ days }) => left <= days * dayMilliseconds);
  const [first] = due;
  if (!first || told.includes(first.word) || told.includes('ended')) return null;
  return { word: first.word, all: [...new Set([...told, ...due.map(({ word }) => word)])] };
};
