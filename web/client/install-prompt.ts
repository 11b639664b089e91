import { useSyncExternalStore } from 'react';
import { useMediaQuery } from '../ui/media-query.ts';

/** Missing in TypeScript's DOM types, because only some browsers have it. */
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

/** Called as early as possible: the browser fires the event only once, maybe before any component listens. */
export function keepInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The portal has its own place for the prompt.
    event.preventDefault();
    keep(event as InstallPromptEvent);
  });
  window.addEventListener('appinstalled', () => keep(null));
}

/** Returns a function that opens the prompt; null if there is none or the portal is already installed (X-INS-01). */
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
    // Each event allows one prompt, whatever the user chooses.
    keep(null);
  };
}
