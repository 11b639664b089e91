import { useSyncExternalStore } from 'react';
import { useMediaQuery } from './ui/media-query.ts';

/** Not in the standard library of types: only some browsers have it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
  userChoice: Promise<unknown>;
}

let offered: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

function keep(next: InstallPromptEvent | null): void {
  offered = next;
  for (const changed of listeners) changed();
}

/** Called as early as possible: the browser offers once, and a listener may not be there yet. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The portal asks in its own place.
    event.preventDefault();
    keep(event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', () => keep(null));
}

/** How to ask; null when the browser does not offer it, or the portal is installed already (X-INS-01). */
export function useInstallPrompt(): (() => Promise<void>) | null {
  const isStandalone = useMediaQuery('(display-mode: standalone)');
  const event = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offered,
  );
  if (event === null || isStandalone) return null;
  return async () => {
    await event.prompt();
    await event.userChoice;
    // A browser asks once with each offer, whatever the choice was.
    keep(null);
  };
}
