// How data is fetched and kept. A refusal is not asked for again; silence is, twice. The one error that concerns
// every page, a session the gateway no longer accepts, is handled here.

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ProblemError, SimulatorError } from '../api.ts';

const isSessionEnded = (error: Error): boolean =>
  (error instanceof ProblemError && error.problem.status === 401) ||
  (error instanceof SimulatorError && error.status === 401);

const isRefusal = (error: Error): boolean => error instanceof ProblemError || error instanceof SimulatorError;

export function createQueryClient(onSessionEnded: () => void): QueryClient {
  const onError = (error: Error) => {
    if (isSessionEnded(error)) onSessionEnded();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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
}
