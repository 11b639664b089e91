import { test } from 'vitest';
import { openPage } from '../browser.ts';
import { loseNetwork, openTimed } from '../lost-network.ts';
import { DEMO_CUSTOMERS, startPortal } from '../portal.ts';
import { keepSession, signIn, type Login } from '../screens.ts';
import { browser } from '../stage.ts';
import { openAllScreens, listOwnScreens } from '../all-screens.ts';

openAllScreens();

const CUSTOMER = DEMO_CUSTOMERS[0] as Login;

/** A dashboard, a form, a list, and a page that is reloaded by itself. */
const ONE_OF_EACH_KIND = /^(dashboard|upload|my-files|view-file)( |$)/;

// Every screen, and of every user: journeys/long/offline.spec.ts.
test.concurrent('the network is lost during use and comes back: a screen of each kind shows it, stays unchanged, and is live again within 3 s', async ({
  expect,
}) => {
  const theirs = listOwnScreens(CUSTOMER).filter(({ name }) => ONE_OF_EACH_KIND.test(name));
  expect(theirs.length).toBeGreaterThan(3);
  expect(await loseNetwork(CUSTOMER, theirs)).toEqual([]);
});

test.concurrent('a stopped portal is shown as unreachable, and the page is live again after a restart', async ({
  expect,
}) => {
  const other = await startPortal({ DEMO: '1' });
  const { page, context } = await openPage(browser, other.url, { isStill: true });
  await keepSession(context, await signIn(other, CUSTOMER));
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
