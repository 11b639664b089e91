import { useEffect, useRef } from 'react';

/** The link of a mail works once, and React runs effects twice while developing. */
export function usePostedOnce(token: string, post: (input: { token: string }) => void): void {
  const posted = useRef(false);
  useEffect(() => {
    if (posted.current) return;
    posted.current = true;
    post({ token });
  }, [post, token]);
}
