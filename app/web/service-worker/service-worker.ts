/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope;

/** Filled in by the build (vite.config.ts): the files to cache, and a version that changes with any of them. */
declare const __PRECACHE__: { version: string; files: string[] };

const precache = __PRECACHE__;
const CACHE = `tunedesk-${precache.version}`;
const OFFLINE_PAGE = '/offline.html';
/** Of a browser's six connections to a server, those that are left are for the page, which has just been opened. */
const FILES_AT_ONCE = 2;

/**
 * Caches the code of the pages and the offline page, and nothing else: replies about files, credits and people are
 * never stored. A new version only takes over when the visitor agrees, since it must not change a page in use.
 */
self.addEventListener('install', (event) => {
  event.waitUntil(fillCache());
});

async function fillCache(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (let at = 0; at < precache.files.length; at += FILES_AT_ONCE)
    await cache.addAll(precache.files.slice(at, at + FILES_AT_ONCE));
}

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
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => cachedOr(OFFLINE_PAGE, request)));
  // The names of assets change with their content, so a cached one is always current.
  else if (pathname.startsWith('/assets/')) event.respondWith(cachedOr(pathname, request));
  else if (precache.files.includes(pathname))
    event.respondWith(fetch(request).catch(() => cachedOr(pathname, request)));
});

async function cachedOr(path: string, request: Request): Promise<Response> {
  return (await caches.match(path, { cacheName: CACHE })) ?? fetch(request);
}

async function forgetOldVersions(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('tunedesk-') && name !== CACHE).map((name) => caches.delete(name)),
  );
}

interface Push {
  title: string;
  body: string;
  url: string;
}

self.addEventListener('push', (event) => {
  if (event.data === null) return;
  const { title, body, url } = event.data.json() as Push;
  const icon = '/icons/icon-192.png';
  // A new notification replaces the previous one about the same page, as audibly, so that a conversation does not fill
  // the screen. What has no page, such as an announcement, replaces nothing.
  const place = url === '/' ? {} : { tag: url, renotify: true };
  event.waitUntil(self.registration.showNotification(title, { body, icon, data: url, ...place }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

/** Focuses a tab that already shows this path, or opens a new one. */
async function open(path: string): Promise<void> {
  const address = new URL(path, self.location.origin);
  if (address.origin !== self.location.origin) return;
  const tabs = await self.clients.matchAll({ type: 'window' });
  const same = tabs.find(({ url }) => new URL(url).pathname === address.pathname);
  if (same) await same.focus();
  else await self.clients.openWindow(address.href);
}
