import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { openPage } from '../browser.ts';
import { DEMO_CUSTOMERS, startPortal } from '../portal.ts';
import { openScreen } from '../open-screen.ts';
import { keepSession, kindsOf, signIn, VISITORS, type Login } from '../screens.ts';
import { browser, portal } from '../stage.ts';
import { openAllScreens, screens } from '../all-screens.ts';

const BACK_WITHIN_MS = 3000;

openAllScreens();

async function visit(user: Login | null, hasWorker = false) {
  const opened = await openPage(browser, portal.url, { isStill: true, hasWorker });
  if (user !== null) await keepSession(opened.context, await signIn(portal, user));
  return opened;
}

const strip = (page: Page) => page.getByText('You are offline.');

/** Texts that a page must not show while the network is down. */
const UNTRUE = /^(Loading\.\.\.|Support is online)$/;

/** Returns such texts with the content around them, which identifies the part of the screen. */
const untrueTexts = (page: Page) =>
  page
    .getByText(UNTRUE)
    .evaluateAll((found) =>
      found.map(
        (element) => `${element.textContent} in ${element.closest('section, header, main')?.textContent?.slice(0, 80)}`,
      ),
    );

describe('the network is lost during use and comes back', () => {
  test.concurrent.for(VISITORS)(
    'every screen of %s shows it, stays unchanged, and is live again within 3 s',
    { timeout: 300_000 },
    async ([, user], { expect }) => {
      const { page, context } = await visit(user);
      const findings: string[] = [];
      for (const { name, path } of kindsOf(screens.filter((screen) => screen.user?.email === user?.email))) {
        await openScreen(page, path);
        const before = await page.locator('h1').first().textContent();
        await context.setOffline(true);
        const isShown = await strip(page)
          .waitFor({ timeout: 2000 })
          .then(
            () => true,
            () => false,
          );
        if (!isShown) findings.push(`${name}: does not say that it is offline`);
        if ((await page.locator('h1').first().textContent()) !== before) findings.push(`${name}: another heading`);
        // An interrupted call takes a moment to fail.
        await expect.poll(() => untrueTexts(page), { message: name, timeout: 3000 }).toEqual([]);
        await context.setOffline(false);
        const backAt = Date.now();
        await strip(page).waitFor({ state: 'detached' });
        if (Date.now() - backAt > BACK_WITHIN_MS) findings.push(`${name}: back after ${Date.now() - backAt} ms`);
      }
      await context.close();
      expect(findings).toEqual([]);
    },
  );
});

test.concurrent('a screen opened without a network shows the problem, and loads by itself when it is back', async ({
  expect,
}) => {
  const { page, context } = await visit(DEMO_CUSTOMERS[0] as Login, true);
  await openScreen(page, '/dashboard');
  // The code of the screens is cached by now; their data is not.
  await page.evaluate('navigator.serviceWorker.ready');
  await context.setOffline(true);
  for (const name of ['My Files', 'My Tickets', 'My Credits History', 'Price List']) {
    await page.getByRole('link', { name: new RegExp(`^${name}( ?, .*waiting)?$`) }).click();
    await page.getByText('Could not load.').first().waitFor();
    await strip(page).waitFor();
    // The previous screen may still be shown while the next one is loading.
    await expect.poll(() => page.getByText(UNTRUE).count(), { timeout: 3000 }).toBe(0);
  }
  await context.setOffline(false);
  await page.getByText('Could not load.').first().waitFor({ state: 'detached', timeout: BACK_WITHIN_MS });
  await strip(page).waitFor({ state: 'detached' });
  await context.close();
});

test.concurrent('the offline page loads the portal by itself within 3 s after the network is back', async ({
  expect,
}) => {
  const { page, context } = await visit(DEMO_CUSTOMERS[0] as Login, true);
  await openScreen(page, '/dashboard');
  await page.evaluate('navigator.serviceWorker.ready');
  await context.setOffline(true);
  await page.goto('/my-files');
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'My Files' }).waitFor({ timeout: BACK_WITHIN_MS + 1000 });
  expect(new URL(page.url()).pathname).toBe('/my-files');
  await context.close();
});

test.concurrent('a stopped portal is shown as unreachable, and the page is live again after a restart', async ({
  expect,
}) => {
  const other = await startPortal({ DEMO: '1' });
  const { page, context } = await openPage(browser, other.url, { isStill: true });
  await keepSession(context, await signIn(other, DEMO_CUSTOMERS[0] as Login));
  await openScreen(page, '/my-files');
  const rows = await page.locator('[data-row]').count();
  await other.end();
  await page.getByText('The portal cannot be reached.').waitFor();
  expect(await page.locator('[data-row]').count()).toBe(rows);
  const again = await startPortal({ DATA_DIR: other.dataDir, PORT: new URL(other.url).port });
  await page.getByText('The portal cannot be reached.').waitFor({ state: 'detached', timeout: BACK_WITHIN_MS + 1000 });
  await context.close();
  await again.stop();
});
