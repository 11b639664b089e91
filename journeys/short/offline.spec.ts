import { describe, test } from 'vitest';
import { openPage } from '../browser.ts';
import {
  loseNetwork,
  offlineStrip as strip,
  openTimed,
  UNTRUE,
  visitScreens as visit,
  waitForWorker,
} from '../lost-network.ts';
import { DEMO_CUSTOMERS, startPortal } from '../portal.ts';
import { keepSession, signIn, VISITORS, type Login } from '../screens.ts';
import { browser } from '../stage.ts';
import { openAllScreens, listOwnScreens } from '../all-screens.ts';

openAllScreens();

/** Forms, a dashboard, a list, and a page that is reloaded by itself. */
const ONE_OF_EACH_KIND =
  /^(login|register|dashboard|upload|my-files|view-file|admin-dashboard|admin-all-files|admin-email|admin-view-file)( |$)/;

// Every screen: journeys/long/offline.spec.ts.
describe('the network is lost during use and comes back', () => {
  test.concurrent.for(VISITORS)(
    'a screen of each kind of %s shows it, stays unchanged, and is live again within 3 s',
    { timeout: 300_000 },
    async ([, user], { expect }) => {
      const theirs = listOwnScreens(user).filter(({ name }) => ONE_OF_EACH_KIND.test(name));
      expect(theirs.length).toBeGreaterThan(1);
      expect(await loseNetwork(user, theirs)).toEqual([]);
    },
  );
});

test.concurrent('a screen opened without a network shows the problem, and loads by itself when it is back', async ({
  expect,
}) => {
  const { page, context } = await visit(DEMO_CUSTOMERS[0] as Login, true);
  const backWithinMs = await openTimed(page, '/dashboard');
  // The code of the screens is cached by now; their data is not.
  await waitForWorker(page);
  await context.setOffline(true);
  for (const name of ['My Files', 'My Tickets', 'My Credits History', 'Price List']) {
    await page.getByRole('link', { name: new RegExp(`^${name}( ?, .*waiting)?$`) }).click();
    await page.getByText('Could not load.').first().waitFor();
    await strip(page).waitFor();
    // The previous screen may still be shown while the next one is loading.
    await expect.poll(() => page.getByText(UNTRUE).count(), { timeout: 3000 }).toBe(0);
  }
  await context.setOffline(false);
  await page.getByText('Could not load.').first().waitFor({ state: 'detached', timeout: backWithinMs });
  await strip(page).waitFor({ state: 'detached' });
  await context.close();
});

test.concurrent('the offline page loads the portal by itself within 3 s after the network is back', async ({
  expect,
}) => {
  const { page, context } = await visit(DEMO_CUSTOMERS[0] as Login, true);
  const backWithinMs = await openTimed(page, '/dashboard');
  await waitForWorker(page);
  await context.setOffline(true);
  await page.goto('/my-files');
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'My Files' }).waitFor({ timeout: backWithinMs });
  expect(new URL(page.url()).pathname).toBe('/my-files');
  await context.close();
});

test.concurrent('a stopped portal is shown as unreachable, and the page is live again after a restart', async ({
  expect,
}) => {
  const other = await startPortal({ DEMO: '1' });
  const { page, context } = await openPage(browser, other.url, { isStill: true });
  await keepSession(context, await signIn(other, DEMO_CUSTOMERS[0] as Login));
  const backWithinMs = await openTimed(page, '/my-files');
  const rows = await page.locator('[data-row]').count();
  await other.end();
  await page.getByText('The portal cannot be reached.').waitFor();
  expect(await page.locator('[data-row]').count()).toBe(rows);
  const again = await startPortal({ DATA_DIR: other.dataDir, PORT: new URL(other.url).port });
  await page.getByText('The portal cannot be reached.').waitFor({ state: 'detached', timeout: backWithinMs });
  await context.close();
  await again.stop();
});
