import { describe, test } from 'vitest';
import { openAllScreens, listOwnScreens } from '../all-screens.ts';
import {
  loseNetwork,
  offlineStrip as strip,
  openTimed,
  UNTRUE,
  visitScreens as visit,
  waitForWorker,
} from '../lost-network.ts';
import { DEMO_CUSTOMERS } from '../portal.ts';
import { VISITORS, type Login } from '../screens.ts';

openAllScreens();

describe('the network is lost during use and comes back', () => {
  test.concurrent.for(VISITORS)(
    'every screen of %s shows it, stays unchanged, and is live again within 3 s',
    { timeout: 300_000 },
    async ([, user], { expect }) => expect(await loseNetwork(user, listOwnScreens(user))).toEqual([]),
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
