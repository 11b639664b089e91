import { useEffect, useEffectEvent, useState } from 'react';
import { useHydrated } from './hydrated.ts';

/**
 * A field of a prerendered page can be typed into before it is hydrated. If its value then differs from `shown`, it is
 * passed to `take` once; otherwise the next render would restore `shown`.
 */
export function useTypedBeforeHydration(
  shown: string,
  find: () => HTMLInputElement | HTMLSelectElement | null | undefined,
  take: (value: string) => void,
): void {
  const [wasPrerendered] = useState(!useHydrated());
  const look = useEffectEvent(() => {
    const value = find()?.value ?? shown;
    if (wasPrerendered && value !== shown) take(value);
  });
  useEffect(() => look(), []);
}
