import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  DESK,
  PHONE,
  findAxeViolations,
  lookAgain,
  openPage,
  measureSidewaysScroll,
  setViewportAndTheme,
} from '../browser.ts';
import { ADMINISTRATOR, DEMO_CUSTOMERS } from '../portal.ts';
import { openScreen } from '../open-screen.ts';
import { isOfSpentLink, keepSession, kindsOf, signIn, type Login } from '../screens.ts';
import { countScripts, checkWeight } from '../weight.ts';
import { WIDTHS, findCutOff } from '../widths.ts';
import { NAMES_SOLUTIONS, PHONE_WIDTHS, findBrokenSolutions, findBrokenWords } from '../words.ts';
import { browser, portal } from '../stage.ts';
import { openAllScreens, screens } from '../all-screens.ts';

openAllScreens();

interface Look {
  name: string;
  viewport: typeof DESK;
  dark: boolean;
  /** Checks only colours, because the same layout has already been checked in the other theme. */
  onlyColours: boolean;
}

const EVERY_LOOK: readonly Look[] = [
  { name: 'at a desk, light', viewport: DESK, dark: false, onlyColours: false },
  { name: 'at a desk, dark', viewport: DESK, dark: true, onlyColours: true },
  { name: 'on a phone, light', viewport: PHONE, dark: false, onlyColours: false },
  { name: 'on a phone, dark', viewport: PHONE, dark: true, onlyColours: true },
];

/**
 * The states of a file differ only in a few parts, each of which is also checked in every look in the gallery. So one
 * state is checked in one theme at a desk and in the other on a phone, and the next state the other way round.
 */
const LOOKS_OF_STATES: readonly (readonly Look[])[] = [
  [
    { name: 'at a desk, light', viewport: DESK, dark: false, onlyColours: false },
    { name: 'on a phone, dark', viewport: PHONE, dark: true, onlyColours: false },
  ],
  [
    { name: 'at a desk, dark', viewport: DESK, dark: true, onlyColours: false },
    { name: 'on a phone, light', viewport: PHONE, dark: false, onlyColours: false },
  ],
];

const looksOfState = (number: number) => LOOKS_OF_STATES[number % LOOKS_OF_STATES.length] ?? [];

/** Width of the narrowest phones. */
const NARROWEST_PX = 320;

/** Opens every screen of a user in every look; returns what is wrong, one line each. */
async function walk(user: Login | null): Promise<string[]> {
  const { page, context, failures } = await openPage(browser, portal.url, { isStill: true });
  if (user !== null) await keepSession(context, await signIn(portal, user));
  const scripts = countScripts(page);
  const findings: string[] = [];
  const theirs = screens.filter((screen) => screen.user?.email === user?.email);
  const measured = new Set(kindsOf(theirs).map(({ name }) => name));
  let states = 0;
  for (const { name, path } of theirs) {
    await openScreen(page, path);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(withoutToken(path));
    const looks = measured.has(name) ? EVERY_LOOK : looksOfState(states++);
    for (const [place, look] of looks.entries()) {
      await setViewportAndTheme(page, look.viewport, look.dark);
      // The first look loads axe.
      const violations = await (place === 0 ? findAxeViolations(page) : lookAgain(page, look));
      findings.push(...violations.map((violation) => `${name}, ${look.name}: ${violation}`));
      if ((await measureSidewaysScroll(page)) > 0) findings.push(`${name}, ${look.name}: scrolls sideways`);
    }
    const weight = checkWeight(name, scripts.bytes());
    if (weight !== null) findings.push(weight);
    const widths = measured.has(name) ? WIDTHS : [NARROWEST_PX];
    findings.push(...(await findCutOff(page, widths)).map((text) => `${name}, ${text}`));
    if (measured.has(name)) {
      findings.push(...(await findBroken(page, name)).map((text) => `${name}, ${text}`));
    }
  }
  await context.close();
  return [...findings, ...failures.filter((failure) => !isOfSpentLink(failure))];
}

const findBroken = (page: Page, name: string) =>
  NAMES_SOLUTIONS.test(name) ? findBrokenSolutions(page, name) : findBrokenWords(page, PHONE_WIDTHS);

/** Removes the token of a mailed link, as the portal does in the address bar. */
const withoutToken = (path: string) => path.replace(/\?token=.*$/, '');

describe('axe finds no problem, nothing is cut off from 320 to 1920 px and at 200 % zoom, no short word breaks on a phone, no page logs an error', () => {
  test('for a visitor', async () => expect(await walk(null)).toEqual([]), 300_000);
  test.each([0, 1, 2, 3])(
    'for demo customer %i, including every state of a file',
    async (index) => expect(await walk(DEMO_CUSTOMERS[index] as Login)).toEqual([]),
    300_000,
  );
  test('for an administrator', async () => expect(await walk(ADMINISTRATOR)).toEqual([]), 600_000);
});
