import { useEffect, useSyncExternalStore } from 'react';

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
