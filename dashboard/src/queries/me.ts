// Who the session belongs to. Loaded once before any page shows, so pages may rely on it.

import type { Me } from '@hudhud/contract/companies.ts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { get } from '../api.ts';
import type { Session } from '../session.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => get<Me>('/me', { signal }),
  staleTime: 60_000,
});

/** Asks the gateway whether these two values belong together; throws its problem when they do not. */
export const fetchMeAs = (session: Session): Promise<Me> => get<Me>('/me', { as: session });

export const useMe = (): Me => useSuspenseQuery(meQuery).data;
