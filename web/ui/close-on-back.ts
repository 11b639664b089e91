import { useEffect } from 'react';

/** Closes what lies over the page when the visitor goes back or forward: it belongs to the page that is left. */
export function useCloseOnBack(close: () => void): void {
  useEffect(() => {
    addEventListener('popstate', close);
    return () => removeEventListener('popstate', close);
  }, [close]);
}
