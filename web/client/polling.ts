import { useSyncExternalStore } from 'react';

/** After this many failures in a row, polling slows down. */
const MAX_FAILED_POLLS = 3;
const MAX_INTERVAL_MS = 30_000;

type PolledQuery = {
  state: { status: string; dataUpdateCount: number; errorUpdateCount: number; errorUpdatedAt: number };
};

/** The errors of each query until its last response: the library counts failures of one request, not those in a row. */
const earlierErrors = new WeakMap<PolledQuery, number>();

function countFailures(query: PolledQuery): number {
  const { status, errorUpdateCount } = query.state;
  if (status === 'success') earlierErrors.set(query, errorUpdateCount);
  return errorUpdateCount - (earlierErrors.get(query) ?? 0);
}

/** Different in every browser. */
const SEED = Math.random();

/**
 * Returns a factor from 0.9 to 1.1 that only changes with each response. Every render asks for the interval again, and
 * a new value would restart the timer, on a busy page for ever.
 */
function computeJitter({ state: { dataUpdateCount, errorUpdateCount } }: PolledQuery): number {
  const random = ((SEED + dataUpdateCount + errorUpdateCount) * Math.PI * 1000) % 1;
  return 0.9 + random * 0.2;
}

/**
 * Polls every `pollMs` while the tab is visible (G-56): up to a tenth earlier or later, so that many tabs do not poll
 * at the same moment, and more slowly without responses. A hidden tab does not poll until it is shown again.
 */
export function pollEvery(pollMs: number) {
  return {
    refetchInterval: (query: PolledQuery) => {
      const failures = countFailures(query);
      const slower =
        failures < MAX_FAILED_POLLS
          ? pollMs
          : Math.min(MAX_INTERVAL_MS, pollMs * 2 ** (failures - MAX_FAILED_POLLS + 1));
      return Math.round(slower * computeJitter(query));
    },
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    staleTime: pollMs / 2,
    // A failure is as new as data of the same age: what failed before it was drawn is not requested again at once.
    retryOnMount: ({ state }: PolledQuery) => Date.now() - state.errorUpdatedAt > pollMs / 2,
    retry: false,
  } as const;
}

const subscribe = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

/** False while the tab is in the background. */
export const useIsPageVisible = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible',
    () => true,
  );
