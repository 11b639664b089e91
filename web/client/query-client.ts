import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { getConnection, onRecovery } from './connection.ts';
import { onOtherUser } from './session.ts';
import { followActions } from './unsent.ts';

/** How long a screen uses what was fetched before it was drawn, without another request. */
export const PREPARED_MS = 2000;

/** The page's query cache. A failed read is logged; the screen shows its own error state with Retry (G-32). */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      // The page as a whole shows the end of the session and a lost connection, so they are not logged per query.
      const isShown = error instanceof ApiError && [401, 403, 0].includes(error.status);
      if (!isShown) console.warn(error);
    },
  }),
  defaultOptions: {
    // Without a network, calls fail at once; if they were paused instead, a screen would load for ever.
    queries: { retry: retryOnce, refetchOnWindowFocus: false, staleTime: 10_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

followActions(queryClient);
// Nothing that one user read is shown to the next, who may have logged in from another tab.
onOtherUser(() => void queryClient.resetQueries());
/**
 * Where a proxy or an extension of the browser blocks one call alone, the portal is lost and found again with every
 * round of calls: at least so much time is between two reloads.
 */
const MIN_RELOAD_INTERVAL_MS = 2000;

let lastReloadAt = Number.NEGATIVE_INFINITY;
let nextReload: ReturnType<typeof setTimeout> | undefined;

// Reloads everything on screen, whether it failed or is only out of date.
onRecovery(() => {
  const waitMs = lastReloadAt + MIN_RELOAD_INTERVAL_MS - performance.now();
  if (waitMs <= 0) reload();
  else nextReload ??= setTimeout(reload, waitMs);
});

/** Forgets a reload that was to come. */
export function cancelReload(): void {
  clearTimeout(nextReload);
  nextReload = undefined;
}

function reload(): void {
  cancelReload();
  lastReloadAt = performance.now();
  void queryClient.invalidateQueries();
}

/** Retries once, and not at all while the portal is unreachable: the recovery then reloads everything. */
function retryOnce(failures: number): boolean {
  return failures < 1 && getConnection() === 'online';
}
