import { useEffect, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on a page that was drawn ahead until the program has taken it over; true on every other from the start. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

let end = () => {};

/** From then on the screen may show what was not known when its page was drawn ahead. */
export const screenTakenOver = new Promise<void>((resolve) => (end = resolve));

/** Beside the screen, inside what is taken over together with it: later than the frame around it. */
export function ScreenTakenOver(): null {
  useEffect(() => end(), []);
  return null;
}
