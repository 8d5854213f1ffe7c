// Runs several failed requests again and says of each what came of it.

import type { RequestSummary, RetryAnswer } from '@hudhud/contract/requests.ts';
import { runAll } from '../../parts/list/run-all.ts';

export type RetryResult =
  | { readonly kind: 'answered'; readonly request: RequestSummary; readonly answer: RetryAnswer }
  | { readonly kind: 'refused'; readonly request: RequestSummary; readonly error: unknown };

export const runRetries = (
  requests: readonly RequestSummary[],
  retry: (id: string) => Promise<RetryAnswer>,
  onResult: (result: RetryResult) => void,
): Promise<void> =>
  runAll(
    requests,
    ({ id }) => retry(id),
    (request, error, answer) =>
      onResult(answer === null ? { kind: 'refused', request, error } : { kind: 'answered', request, answer }),
  );
