import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on a prerendered page until it is hydrated; true on all other pages from the start. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

let end = () => {};

/** Resolves when the screen is hydrated; from then on it may show what was unknown when its page was prerendered. */
export const screenHydrated = new Promise<void>((resolve) => (end = resolve));

/** Rendered next to the screen, so that it is hydrated together with it, which is later than the frame around it. */
export function ScreenHydrated(): null {
  useEffect(() => end(), []);
  return null;
}

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

/** False while the build prerenders the public pages (prerender.tsx), where there is no window, storage or event. */
export const isBrowser = typeof window !== 'undefined';
