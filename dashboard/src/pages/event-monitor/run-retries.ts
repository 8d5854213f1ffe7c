// Runs several failed requests again, a few at a time and in their order, and says of each what came of it.

import type { RequestSummary, RetryAnswer } from '@hudhud/contract/requests.ts';

export type RetryResult =
  | { readonly kind: 'answered'; readonly request: RequestSummary; readonly answer: RetryAnswer }
  | { readonly kind: 'refused'; readonly request: RequestSummary; readonly error: unknown };

const atOnce = 3;

/** Oldest first, as they were made. `onResult` hears of each as soon as it is known. */
export async function runRetries(
  requests: readonly RequestSummary[],
  retry: (id: string) => Promise<RetryAnswer>,
  onResult: (result: RetryResult) => void,
): Promise<void> {
  const waiting = requests.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const work = async (): Promise<void> => {
    for (let request = waiting.shift(); request; request = waiting.shift()) {
      try {
        onResult({ kind: 'answered', request, answer: await retry(request.id) });
      } catch (error) {
        onResult({ kind: 'refused', request, error });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
