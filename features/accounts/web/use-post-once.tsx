import { useEffect, useRef } from 'react';

/** Posts a mailed token only once: its link works once, and React runs effects twice in development. */
export function usePostOnce(token: string, post: (input: { token: string }) => void): void {
  const posted = useRef(false);
  useEffect(() => {
    if (posted.current) return;
    posted.current = true;
    post({ token });
  }, [post, token]);
}
