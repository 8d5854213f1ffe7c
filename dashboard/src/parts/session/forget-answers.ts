// Forgets what was read for whoever was here. What the doors offer is everybody's, and on screen at that moment.

import type { QueryClient } from '@tanstack/react-query';
import { waysInQuery } from '../../queries/account.ts';

export function forgetAnswers(queryClient: QueryClient): void {
  const [kept] = waysInQuery.queryKey;
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== kept });
}
