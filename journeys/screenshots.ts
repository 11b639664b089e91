import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DESK, PHONE, openBrowser, openPage } from './browser.ts';
import { DEMO_CUSTOMERS, startPortal } from './portal.ts';
import { keepSession, listScreens, signIn } from './screens.ts';

const FOLDER = fileURLToPath(new URL('../test-results/screenshots/', import.meta.url));

const LOOKS = [
  { look: 'desk-light', viewport: DESK, dark: false },
  { look: 'desk-dark', viewport: DESK, dark: true },
  { look: 'phone-light', viewport: PHONE, dark: false },
  { look: 'phone-dark', viewport: PHONE, dark: true },
];

/** `npm run generate screenshots [word]` captures every screen of the demo world, or those with the word in their name. */
const pattern = process.argv[2] ?? '';
const portal = await startPortal({ DEMO: '1' });
const browser = await openBrowser();
try {
  const screens = (await listScreens(portal, DEMO_CUSTOMERS)).filter(({ name }) => name.includes(pattern));
  await mkdir(FOLDER, { recursive: true });
  for (const { look, ...options } of LOOKS) {
    for (const { name, path, user } of screens) {
      const { page, context } = await openPage(browser, portal.url, options);
      if (user !== null) await keepSession(context, await signIn(portal, user));
      await page.goto(path);
      await page.locator('h1').first().waitFor();
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(FOLDER, `${name.replaceAll(' ', '-')}-${look}.png`), fullPage: true });
      await context.close();
    }
  }
  console.log(`${screens.length * LOOKS.length} screenshots in ${FOLDER}`);
} finally {
  await browser.close();
  await portal.stop();
}
