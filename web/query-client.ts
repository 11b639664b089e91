import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { getConnection, onRecovery } from './connection.ts';
import { followActions } from './unsent.ts';

/** One cache for the page. A failed read is logged; the screen shows its own state with Retry (G-32). */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      // What the page shows as a whole is not worth a line for each query: the end of the session, no connection.
      const isShown = error instanceof ApiError && [401, 403, 0].includes(error.status);
      if (!isShown) console.warn(error);
    },
  }),
  defaultOptions: {
    // Without a network a call fails at once with an error; held back, a screen would load for ever.
    queries: { retry: retryOnce, refetchOnWindowFocus: false, staleTime: 10_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

followActions(queryClient);
// Everything that is shown is loaded again, whether it failed or is only old.
onRecovery(() => void queryClient.invalidateQueries());

/** While the portal is not reached, the recovery asks again. */
function retryOnce(failures: number): boolean {
  return failures < 1 && getConnection() === 'online';
}
