import { useEffect } from 'react';

/** Closes what lies over the page when the visitor goes back or forward: it belongs to the page that is left. */
export function useCloseOnBack(close: () => void): void {
  useEffect(() => {
    // Before the router, which draws the next page and has this effect run again.
    addEventListener('popstate', close, { capture: true });
    return () => removeEventListener('popstate', close, { capture: true });
  }, [close]);
}
