/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;

/** Put in by the build (vite.config.ts): what to keep, and a word that is another one when any of it changes. */
declare const __KEPT__: { version: string; files: string[] };

const kept = __KEPT__;
const CACHE = `tunedesk-${kept.version}`;
const OFFLINE_PAGE = '/offline.html';

/**
 * Keeps the program of the pages and the offline page, and nothing else: what the server says about files, credits and
 * people is never stored. It takes over only when the visitor says so, since it must not change a page in use.
 */
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(kept.files)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldVersions().then(() => self.clients.claim()));
});

self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || /^\/api(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => keptOr(OFFLINE_PAGE, request)));
  // Their names change with their content, so the kept one is the right one.
  else if (pathname.startsWith('/assets/')) event.respondWith(keptOr(pathname, request));
  else if (kept.files.includes(pathname)) event.respondWith(fetch(request).catch(() => keptOr(pathname, request)));
});

async function keptOr(path: string, request: Request): Promise<Response> {
  return (await caches.match(path, { cacheName: CACHE })) ?? fetch(request);
}

async function forgetOldVersions(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('tunedesk-') && name !== CACHE).map((name) => caches.delete(name)),
  );
}
