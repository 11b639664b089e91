import { useSyncExternalStore } from 'react';

/** Where the build puts the worker; it looks after everything below its own address. */
const WORKER = '/service-worker.js';
const LOOK_AGAIN_MS = 3_600_000;

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

/** Called once, when the page has loaded: what the visitor came for comes first (X-GEN-10). */
export async function registerServiceWorker(container = navigator.serviceWorker as ServiceWorkerContainer | undefined) {
  // Missing where the portal is opened without https, except on this machine itself.
  if (container === undefined) return;
  const registration = await container.register(WORKER).catch((error: unknown) => {
    console.warn('The service worker could not be registered', error);
  });
  if (!registration) return;
  const look = () => noticeNewVersion(registration, container);
  look();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  setInterval(() => void registration.update().catch(() => undefined), LOOK_AGAIN_MS);
}

function noticeNewVersion(registration: ServiceWorkerRegistration, container: ServiceWorkerContainer) {
  // Without a controller it is the first worker of this browser, and nothing has been replaced.
  waiting = container.controller === null ? null : registration.waiting;
  for (const changed of listeners) changed();
}

export function useNewVersion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== null,
  );
}

/** Only ever by the visitor's click: a reload may cost an unfinished form, and on DTC OFF credits (G-33). */
export function changeToNewVersion(reload = () => location.reload()): void {
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  waiting?.postMessage('take over');
}
