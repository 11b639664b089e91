import { useEffect, useSyncExternalStore } from 'react';

/** What a reload would cost: one sentence for each active guard. */
let prices: readonly { sentence: string }[] = [];
const listeners = new Set<() => void>();

function set(next: typeof prices) {
  prices = next;
  document.documentElement.style.overscrollBehaviorY = prices.length > 0 ? 'contain' : '';
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Returns the latest sentence; null if a reload costs nothing. */
export const useRefreshPrice = (): string | null =>
  useSyncExternalStore(subscribe, () => prices.at(-1)?.sentence ?? null);

/** Called after the visitor agreed to the reload, so that the browser does not ask again. */
export const allowRefresh = (): void => set([]);

/**
 * While `sentence` is set, the browser asks before it leaves the page, the refresh button asks with that sentence, and
 * pulling the page down on a phone does not reload it (G-33).
 */
export function useRefreshGuard(sentence: string | null): void {
  useEffect(() => {
    if (sentence === null) return undefined;
    const price = { sentence };
    const ask = (event: BeforeUnloadEvent) => {
      if (prices.includes(price)) event.preventDefault();
    };
    set([...prices, price]);
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      set(prices.filter((other) => other !== price));
    };
  }, [sentence]);
}
