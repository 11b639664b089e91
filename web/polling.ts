/** Past this many failures in a row the server is asked less often. */
const PATIENCE = 3;
const SLOWEST_MS = 30_000;

/**
 * Asks again every `pollMs` while the tab is visible (G-56): a tenth earlier or later, so that many tabs do not ask at
 * once, and slower while nothing answers. A hidden tab does not ask, and asks at once when it is shown again.
 */
export function pollEvery(pollMs: number) {
  return {
    refetchInterval: (query: { state: { fetchFailureCount: number } }) => {
      const failures = query.state.fetchFailureCount;
      const slower = failures < PATIENCE ? pollMs : Math.min(SLOWEST_MS, pollMs * 2 ** (failures - PATIENCE + 1));
      return Math.round(slower * (0.9 + Math.random() * 0.2));
    },
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    staleTime: pollMs / 2,
    retry: false,
  } as const;
}
