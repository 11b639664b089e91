import { useEffect, useSyncExternalStore } from 'react';

/** What a reload would cost, as a sentence; null: it costs nothing. */
let price: string | null = null;
const listeners = new Set<() => void>();

function set(next: string | null) {
  price = next;
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

export const useRefreshPrice = (): string | null => useSyncExternalStore(subscribe, () => price);

/** The visitor has been asked and wants it: the browser need not ask again. */
export const allowRefresh = (): void => set(null);

/**
 * While `sentence` is there, the browser asks before it leaves the page, the refresh button asks in its words, and
 * pulling the page down on a phone does not reload it (G-33).
 */
export function useRefreshGuard(sentence: string | null): void {
  useEffect(() => {
    if (sentence === null) return undefined;
    const { style } = document.documentElement;
    const ask = (event: BeforeUnloadEvent) => {
      if (price !== null) event.preventDefault();
    };
    set(sentence);
    style.overscrollBehaviorY = 'contain';
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      style.overscrollBehaviorY = '';
      set(null);
    };
  }, [sentence]);
}
