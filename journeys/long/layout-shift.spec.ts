import { expect, test } from 'vitest';
import { openPage, PHONE, DESK } from '../browser.ts';
import { openScreen } from '../open-screen.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { keepSession, signIn, type Login } from '../screens.ts';
import { browser, openStage, portal } from '../stage.ts';

openStage({ DEMO: '1' });

const SLOWER = 6;
const MAX_SHIFT = 0.02;

/** Adds up how far the page moves what is already drawn. A string, because it runs in the page. */
const WATCH_SHIFTS = `window.shifts = [];
  new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput, sources }) => !hadRecentInput
    && window.shifts.push([value, sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 90))])))
    .observe({ type: 'layout-shift', buffered: true });`;

/** Opens the screen with a slow processor, and returns by how much it moved, with what moved. */
async function measureShift(login: Login, path: string, viewport: { width: number; height: number }) {
  const { page, context } = await openPage(browser, portal.url, { viewport });
  await keepSession(context, await signIn(portal, login));
  await context.addInitScript(WATCH_SHIFTS);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await openScreen(page, path, viewport);
  const shifts = await page.evaluate<[number, string[]][]>('window.shifts');
  await context.close();
  return { total: shifts.reduce((sum, [value]) => sum + value, 0), shifts };
}

test.each([
  ['/dashboard', DEMO_CUSTOMERS[0] as Login],
  ['/my-files', DEMO_CUSTOMERS[0] as Login],
  ['/my-ticket', DEMO_CUSTOMERS[0] as Login],
  ['/admin/dashboard', ADMINISTRATOR],
  ['/admin/all-files', ADMINISTRATOR],
  ['/admin/all-tickets', ADMINISTRATOR],
])(
  '%s hardly moves while it loads, on a phone and a desk with a processor six times as slow',
  async (path, login) => {
    for (const viewport of [PHONE, DESK]) {
      const { total, shifts } = await measureShift(login, path, viewport);
      expect(total, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(MAX_SHIFT);
    }
  },
  180_000,
);
