import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, PHONE } from '../browser.ts';
import { waitForWorker } from '../lost-network.ts';
import { DEMO_CUSTOMERS } from '../portal.ts';
import { signIn, keepSession } from '../screens.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

/** Opens the portal as a returning visitor whose page is controlled by the service worker. */
async function visit(viewport?: { width: number; height: number }) {
  const { page, context, failures } = await openPage(browser, portal.url, {
    hasWorker: true,
    isStill: true,
    ...(viewport && { viewport }),
  });
  await keepSession(context, await signIn(portal, DEMO_CUSTOMERS[0] as (typeof DEMO_CUSTOMERS)[number]));
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await waitForWorker(page);
  return { page, context, failures };
}

const cachedAddresses = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    'caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())))).then((all) => all.flat().map(({ url }) => new URL(url).pathname))',
  );

test('a browser finds everything it needs to install the portal', { tags: ['X-GEN-11', 'X-INS-01'] }, async () => {
  const { page, context } = await visit();
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const response = await page.request.get(href ?? '');
  expect(response.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  const manifest = (await response.json()) as {
    name: string;
    start_url: string;
    display: string;
    icons: { src: string; sizes: string; purpose?: string; type: string }[];
  };
  expect(manifest).toMatchObject({ name: 'Tunedesk', start_url: '/', display: 'standalone' });
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(src);
    expect([src, icon.status(), icon.headers()['content-type']?.split(';')[0]]).toEqual([src, 200, type]);
  }
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  );
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A headless browser is always incognito.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  await context.close();
});

test('a service worker is registered, and caches nothing from /api', { tags: ['X-SHL-17', 'X-GEN-10'] }, async () => {
  const { page, context, failures } = await visit();
  await page.goto('/my-files');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const stored = await cachedAddresses(page);
  expect(stored).toContain('/offline.html');
  expect(stored.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(10);
  expect(stored.filter((path) => path.startsWith('/api'))).toEqual([]);
  expect(stored.filter((path) => /admin/.test(path))).toEqual([]);
  expect(failures).toEqual([]);
  await context.close();
});

test('without a connection the portal shows its own offline page, and "Try again" returns to the screen', async () => {
  const { page, context } = await visit(PHONE);
  await context.setOffline(true);
  const response = await page.goto('/my-files');
  expect(response?.status()).toBe(200);
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await expectAccessible(page);
  // No earlier reply is served from a cache as if it were current.
  expect(await page.evaluate('fetch("/api/users/my").then(() => "answered", () => "no answer")')).toBe('no answer');
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'My Files' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/my-files');
  await context.close();
});

/** Records the worker's call, because a headless browser refuses notifications. A string, as it runs in the worker. */
const PUSH_AND_WATCH = `(async () => {
  const shown = [];
  self.registration.showNotification = async (...call) => { shown.push(call); };
  self.dispatchEvent(new PushEvent('push', {
    data: JSON.stringify({ title: 'Tunedesk', body: 'Your file is ready', url: '/view-file/1' }),
  }));
  return shown;
})()`;

test('the worker shows a received push, together with the address it leads to', async () => {
  const { context } = await visit();
  const [worker] = context.serviceWorkers();
  expect(await worker?.evaluate(PUSH_AND_WATCH)).toMatchObject([
    ['Tunedesk', { body: 'Your file is ready', data: '/view-file/1' }],
  ]);
  await context.close();
});
