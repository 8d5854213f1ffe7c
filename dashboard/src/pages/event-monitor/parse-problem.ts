// The problem inside a kept answer, when it holds one.

import type { Problem } from '@hudhud/contract/problem.ts';

export function parseProblem(answer: string | null): Problem | null {
  if (answer === null) return null;
  try {
    const parsed: unknown = JSON.parse(answer);
    return typeof parsed === 'object' && parsed !== null && 'code' in parsed && 'detail' in parsed
      ? (parsed as Problem)
      : null;
  } catch {
    // A kept answer may be cut short; the page then shows it as it is.
    return null;
  }
}
