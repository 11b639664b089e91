import { useEffect, useSyncExternalStore } from 'react';

/** What a reload would cost, one sentence for each that guards the page. */
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

/** The latest of the sentences; null: a reload costs nothing. */
export const useRefreshPrice = (): string | null =>
  useSyncExternalStore(subscribe, () => prices.at(-1)?.sentence ?? null);

/** The visitor was asked and agreed: the browser does not ask again. */
export const allowRefresh = (): void => set([]);

/**
 * While `sentence` is there, the browser asks before it leaves the page, the refresh button asks in its words, and
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
