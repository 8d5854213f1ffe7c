// How data is fetched and kept. A refusal is not asked for again; silence is, twice. The errors that concern every page, a
// session that has ended and a company one no longer belongs to, are handled here.

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ProblemError, SimulatorError } from '../api.ts';
import type { MutationEffects } from './mutation.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { readonly effects?: MutationEffects };
    queryMeta: { readonly asksWhoIsThere?: boolean };
  }
}

/** A wrong password is a 401 too, and ends nothing. */
const endedCodes = new Set(['not_signed_in', 'invalid_credentials']);

const isSessionEnded = (error: Error): boolean =>
  (error instanceof ProblemError && endedCodes.has(error.problem.code)) ||
  (error instanceof SimulatorError && error.status === 401);

const isRemoved = (error: Error): boolean =>
  error instanceof ProblemError && error.problem.code === 'not_a_member';

const isRefusal = (error: Error): boolean => error instanceof ProblemError || error instanceof SimulatorError;

interface Ends {
  readonly onSessionEnded: () => void;
  readonly onRemoved: () => void;
}

export function createQueryClient({ onSessionEnded, onRemoved }: Ends): QueryClient {
  const onError = (error: Error) => {
    if (isSessionEnded(error)) onSessionEnded();
    if (isRemoved(error)) onRemoved();
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (query.meta?.asksWhoIsThere && query.state.data === undefined) return;
        onError(error);
      },
    }),
    mutationCache: new MutationCache({
      onError,
      onSuccess: (data, variables, _before, { meta }) => meta?.effects?.onSuccess(client, data, variables),
      onSettled: (_data, error, variables, _before, { meta }) =>
        meta?.effects?.onSettled(client, variables, error === null),
    }),
    defaultOptions: {
      // 'always': a gateway on this machine or in this network answers also when there is no internet.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) => !isRefusal(error) && failures < 2,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
    },
  });
  return client;
}
