import { useEffect, useEffectEvent, useState } from 'react';
import { useHydrated } from './hydrated.ts';

/**
 * On a page that was drawn ahead, a field can be typed into before the program has taken it over: what it then has
 * instead of `shown` is handed to `take` once, or the next drawing would put `shown` back.
 */
export function useTypedBefore(
  shown: string,
  find: () => HTMLInputElement | HTMLSelectElement | null | undefined,
  take: (value: string) => void,
): void {
  const [isTakenOver] = useState(!useHydrated());
  const look = useEffectEvent(() => {
    const value = find()?.value ?? shown;
    if (isTakenOver && value !== shown) take(value);
  });
  useEffect(() => look(), []);
}
