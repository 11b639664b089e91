import { useSyncExternalStore } from 'react';

/** Where the build puts the service worker; its scope is everything below its own address. */
const WORKER = '/service-worker.js';
const CHECK_INTERVAL_MS = 3_600_000;

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

/** Called once, after the page has loaded, so that it does not delay what the visitor came for (X-GEN-10). */
export async function registerServiceWorker(container = navigator.serviceWorker as ServiceWorkerContainer | undefined) {
  // The container is missing when the portal is opened without https, except on localhost.
  if (container === undefined) return;
  const registration = await container.register(WORKER).catch((error: unknown) => {
    console.warn('The service worker could not be registered', error);
  });
  if (!registration) return;
  const look = () => noticeNewVersion(registration, container);
  look();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  setInterval(() => void registration.update().catch(() => undefined), CHECK_INTERVAL_MS);
}

function noticeNewVersion(registration: ServiceWorkerRegistration, container: ServiceWorkerContainer) {
  // Without a controller, this is the browser's first worker, so there is no new version to offer.
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

/** Only the visitor's click triggers this: a reload may lose an unfinished form, or credits on DTC OFF (G-33). */
export function switchToNewVersion(reload = () => location.reload()): void {
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  waiting?.postMessage('take over');
}
