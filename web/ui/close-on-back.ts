import { useEffect, useRef } from 'react';

/** Closes what lies over the page when the visitor goes back or forward: it belongs to the page that is left. */
export function useCloseOnBack(close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    // Never exchanged: the router listens before, and draws the next page before this listener is asked.
    const back = () => latest.current();
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
}
