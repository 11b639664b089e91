/** Past this many failures in a row the server is asked less often. */
const PATIENCE = 3;
const SLOWEST_MS = 30_000;

type Asked = { state: { fetchFailureCount: number; dataUpdateCount: number; errorUpdateCount: number } };

/** Another one in every browser. */
const SEED = Math.random();

/**
 * From 0.9 to 1.1, another one after every response, and the same until then: a page that is drawn again in the
 * meantime asks for the interval again, and a new one would restart its timer, on a busy page for ever.
 */
function unevenness({ state: { dataUpdateCount, errorUpdateCount } }: Asked): number {
  const random = ((SEED + dataUpdateCount + errorUpdateCount) * Math.PI * 1000) % 1;
  return 0.9 + random * 0.2;
}

/**
 * Asks again every `pollMs` while the tab is visible (G-56): a tenth earlier or later, so that many tabs do not ask at
 * once, and slower without responses. A hidden tab does not ask, and asks at once when it is shown again.
 */
export function pollEvery(pollMs: number) {
  return {
    refetchInterval: (query: Asked) => {
      const failures = query.state.fetchFailureCount;
      const slower = failures < PATIENCE ? pollMs : Math.min(SLOWEST_MS, pollMs * 2 ** (failures - PATIENCE + 1));
      return Math.round(slower * unevenness(query));
    },
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    staleTime: pollMs / 2,
    retry: false,
  } as const;
}
