import { describe, expect, test } from 'vitest';
import { openAllScreens, listOwnScreens } from '../all-screens.ts';
import { DESK, findAxeViolations, openPage, measureSidewaysScroll, setViewportAndTheme } from '../browser.ts';
import { goToScreen, openScreen } from '../open-screen.ts';
import { isOfSpentLink, keepSession, signIn, VISITORS, type Login } from '../screens.ts';
import { browser, portal } from '../stage.ts';
import { checkWeight, weighScreens } from '../weight.ts';
import { findCutOff } from '../widths.ts';

openAllScreens();

/** A phone and a desk. */
const WIDTHS = [360, 1366];

/** Opens every kind of screen of a user once; returns what is wrong, one line each. */
async function walk(user: Login | null): Promise<string[]> {
  const { page, context, failures } = await openPage(browser, portal.url, { isStill: true });
  if (user !== null) await keepSession(context, await signIn(portal, user));
  const scripts = weighScreens(page);
  const findings: string[] = [];
  const theirs = listOwnScreens(user);
  expect(theirs.length).toBeGreaterThan(2);
  let isFilledIn = false;
  for (const { name, path } of theirs) {
    await (isFilledIn ? openScreen : goToScreen)(page, path);
    isFilledIn = name === 'upload';
    findings.push(...[checkWeight(name, scripts.takeBytes())].filter((finding) => finding !== null));
    await setViewportAndTheme(page, DESK, false);
    findings.push(...(await findAxeViolations(page)).map((violation) => `${name}: ${violation}`));
    if ((await measureSidewaysScroll(page)) > 0) findings.push(`${name}: scrolls sideways`);
    findings.push(...(await findCutOff(page, WIDTHS)).map((text) => `${name}, ${text}`));
  }
  await context.close();
  return [...findings, ...failures.filter((failure) => !isOfSpentLink(failure))];
}

// All looks, widths and languages, and the weight in a cold browser: journeys/long/screens.spec.ts and widths.spec.ts.
describe('on every screen axe finds no problem, nothing is cut off at 360 and 1366 px, no error is logged, and its program is within its limit', () => {
  test.each(VISITORS)('for %s', async (_, user) => expect(await walk(user)).toEqual([]), 300_000);
});
