import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Navigates to `path` after `afterMs`, or not at all if that is null. Leaving the screen earlier cancels it. */
export function useLeaveFor(path: string, afterMs: number | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (afterMs === null) return undefined;
    const timer = setTimeout(() => void navigate(path), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs, navigate, path]);
}
