import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Goes to `path` after so many milliseconds; null stays. Leaving the screen earlier calls it off. */
export function useLeaveFor(path: string, afterMs: number | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (afterMs === null) return undefined;
    const timer = setTimeout(() => void navigate(path), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs, navigate, path]);
}
