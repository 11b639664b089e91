import { useEffect, useState } from 'react';

/** Returns true once `active` has lasted `ms`, so that quick responses never flash a skeleton. */
export function useDelayed(active: boolean, ms = 200): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLate(true), ms);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active, ms]);
  return active && late;
}
