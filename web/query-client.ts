import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** One cache for the page. A failed read is logged; the screen shows its own state with Retry (G-32). */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (!(error instanceof ApiError && (error.status === 403 || error.status === 401))) console.warn(error);
    },
  }),
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: false, staleTime: 10_000 },
    mutations: { retry: false },
  },
});
