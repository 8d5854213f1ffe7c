// Forgets what was read for the last user. The answers for the sign-in pages concern everybody, and are on screen then.

import type { QueryClient } from '@tanstack/react-query';
import { waysInQuery } from '../../queries/account.ts';

export function forgetAnswers(queryClient: QueryClient): void {
  const [kept] = waysInQuery.queryKey;
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== kept });
}
