import { describe, expect, test } from 'vitest';
import { openPage, PHONE } from '../browser.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { goToScreen, openScreen } from '../open-screen.ts';
import { isOfSpentLink, keepSession, kindsOf, signIn, VISITORS, type Login } from '../screens.ts';
import { FEW_WIDTHS, TIGHT_WIDTHS, findCutOff } from '../widths.ts';
import { NAMES_SOLUTIONS, findBrokenSolutions } from '../words.ts';
import { browser, portal } from '../stage.ts';
import { openAllScreens, screens } from '../all-screens.ts';

openAllScreens();

/** Opens the screens of a user by kind, resizes them, and returns what is wrong, one line each. */
async function walk(user: Login | null, language: string, widths: readonly number[], kinds = /./): Promise<string[]> {
  const { page, context, failures } = await openPage(browser, portal.url, { isStill: true });
  await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  if (user !== null) await keepSession(context, await signIn(portal, user));
  const findings: string[] = [];
  const theirs = screens.filter((screen) => screen.user?.email === user?.email && kinds.test(screen.name));
  expect(theirs.length).toBeGreaterThan(2);
  let isFilledIn = false;
  for (const { name, path } of kindsOf(theirs)) {
    await (isFilledIn ? openScreen : goToScreen)(page, path);
    isFilledIn = name === 'upload';
    findings.push(...(await findCutOff(page, widths)).map((text) => `${name}, ${text}`));
    if (WITH_LONG_WORDS.includes(language) && NAMES_SOLUTIONS.test(name)) {
      findings.push(...(await findBrokenSolutions(page, name)).map((text) => `${name}, ${text}`));
    }
  }
  await context.close();
  return [...findings, ...failures.filter((failure) => !isOfSpentLink(failure))];
}

const CUSTOMER = DEMO_CUSTOMERS[0] as Login;
const LISTS =
  /^(my-|supported-ecus|outbox|dashboard|admin-(all|solutions|credits|payments|audit|security-log|dashboard))/;
const LISTS_AND_SOLUTIONS = new RegExp(`${LISTS.source}|${NAMES_SOLUTIONS.source}`);
const WITH_LONG_WORDS = ['mk', 'de'];

// English is checked at every width together with axe (screens.spec.ts).
describe('nothing is cut off, no page scrolls sideways, and no short word is broken where solutions are named', () => {
  test.each(VISITORS)(
    'for %s, in Macedonian',
    async (_, user) => expect(await walk(user, 'mk', FEW_WIDTHS)).toEqual([]),
    300_000,
  );
  test.each([
    ['de', LISTS_AND_SOLUTIONS],
    ['es', LISTS],
    ['it', LISTS],
    ['fr', LISTS],
  ] as const)(
    'in the lists, in %s',
    async (language, kinds) => {
      expect(await walk(CUSTOMER, language, TIGHT_WIDTHS, kinds)).toEqual([]);
      expect(await walk(ADMINISTRATOR, language, TIGHT_WIDTHS, kinds)).toEqual([]);
    },
    300_000,
  );
});

/** Two bars, the headline with its buttons, the totals, and the search with the button for filters. */
const MAX_FIRST_ROW = 300;

const LISTS_ON_A_PHONE: [Login, string[]][] = [
  [
    ADMINISTRATOR,
    ['all-files', 'all-tickets', 'all-users', 'credits-ledger', 'audit', 'security-log', 'bin', 'solutions'].map(
      (name) => `/admin/${name}`,
    ),
  ],
  [ADMINISTRATOR, ['/outbox']],
  [CUSTOMER, ['/my-files', '/my-ticket', '/my-credits-history']],
];

/** Deletes an image of a solution's catalogue entry, so that the bin has a row. */
async function fillBin(): Promise<void> {
  const { token } = await signIn(portal, ADMINISTRATOR);
  const headers = { authorization: `Bearer ${token}` };
  const [solution] = (await (await fetch(`${portal.url}/api/solutions`, { headers })).json()) as { id: number }[];
  await fetch(`${portal.url}/api/solutions/${solution?.id}`, { method: 'DELETE', headers });
}

test(`on a phone the first row of every list begins above ${MAX_FIRST_ROW} px, and a list can be searched without opening anything`, async () => {
  await fillBin();
  const tops: Record<string, number> = {};
  const withoutSearch: string[] = [];
  for (const [login, paths] of LISTS_ON_A_PHONE) {
    const { page, context } = await openPage(browser, portal.url, { isStill: true });
    await keepSession(context, await signIn(portal, login));
    for (const path of paths) {
      await openScreen(page, path);
      await page.setViewportSize(PHONE);
      await page.locator('main li[data-row]').first().waitFor();
      tops[path] = (await page.locator('main [data-row]').first().boundingBox())?.y ?? Infinity;
      const isSearched = (await page.getByRole('searchbox').count()) > 0;
      if (isSearched && !(await page.getByRole('searchbox').first().isVisible())) withoutSearch.push(path);
    }
    await context.close();
  }
  expect(Object.entries(tops).filter(([, top]) => top > MAX_FIRST_ROW)).toEqual([]);
  expect(withoutSearch).toEqual([]);
}, 120_000);

test('on a phone a button opens the filters and the order of a list, and counts the filters that are set', async () => {
  const { page, context, failures } = await openPage(browser, portal.url, { isStill: true });
  await keepSession(context, await signIn(portal, ADMINISTRATOR));
  await openScreen(page, '/admin/credits-ledger', PHONE);
  const filter = page.getByRole('button', { name: 'Filters', exact: true });
  const day = page.getByLabel('From');
  expect(await day.isVisible()).toBe(false);
  await filter.click();
  expect(await filter.getAttribute('aria-expanded')).toBe('true');
  await day.fill('2026-01-01');
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  expect(await day.isVisible()).toBe(false);
  await openScreen(page, '/admin/all-files', PHONE);
  expect(await page.getByLabel('Sort by').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  expect(await page.getByLabel('Sort by').isVisible()).toBe(true);
  await page.getByLabel('Price Status').selectOption('PAID');
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
  await context.close();
  expect(failures).toEqual([]);
}, 120_000);
