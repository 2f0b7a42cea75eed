import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isPassing, isSignedOut, ProblemError } from './problem.js';

const MOST_RETRIES = 3;

/** The cache of answers. `onSignedOut` is called when the server no longer knows the session. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isSignedOut(error)) onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => failures < MOST_RETRIES && isPassing(error),
        retryDelay: (attempt, error) =>
          error instanceof ProblemError && error.retryAfter !== undefined
            ? error.retryAfter * 1000
            : Math.min(1000 * 2 ** attempt, 8000),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
