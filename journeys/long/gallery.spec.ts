import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESK, PHONE, findAxeViolations, lookAgain, openPage, measureSidewaysScroll } from '../browser.ts';
import { openFirst, openGallery, readContrasts, showStory } from '../gallery.ts';
import { closeVisits, shareBrowser } from '../shared-browser.ts';

let gallery: Awaited<ReturnType<typeof openGallery>>;
let browser: Browser;

beforeAll(async () => {
  [gallery, browser] = await Promise.all([openGallery(), shareBrowser()]);
});
afterAll(async () => {
  await closeVisits();
  await gallery?.close();
});

const LOOKS = [
  { look: 'at a desk, light', viewport: DESK, dark: false },
  { look: 'at a desk, dark', viewport: DESK, dark: true },
  { look: 'on a phone, dark', viewport: PHONE, dark: true },
  { look: 'on a phone, light', viewport: PHONE, dark: false },
];

/** Sets the size and the theme of the page. The theme is a class of the document, as set by the gallery's switch. */
async function paint(page: Page, viewport: typeof DESK, dark: boolean): Promise<void> {
  if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport);
  await page.evaluate(`document.documentElement.classList.toggle('dark', ${dark});
    document.documentElement.style.colorScheme = '${dark ? 'dark' : 'light'}';`);
}

/** Returns the faults of the story on the page, one line each. */
async function inspect(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const { look, viewport, dark } of LOOKS) {
    await paint(page, viewport, dark);
    // The dark theme only changes colours.
    const violations = await lookAgain(page, { onlyColours: dark });
    if ((await measureSidewaysScroll(page)) > 0) violations.push('scrolls sideways');
    findings.push(...violations.map((violation) => `${look}: ${violation}`));
  }
  return findings;
}

/** Checks all stories in every look. */
async function walk(): Promise<string[]> {
  const { stories } = gallery;
  expect(stories.length).toBeGreaterThan(40);
  const { page, context, failures } = await openPage(browser, gallery.url, { isStill: true });
  const findings: string[] = [];
  await openFirst(page, stories[0] ?? '');
  await findAxeViolations(page);
  for (const story of stories) {
    const faults = await showStory(page, story).then(
      () => inspect(page),
      ({ message }: Error) => [message],
    );
    findings.push(...faults.map((fault) => `${story}, ${fault}`));
  }
  await context.close();
  return [...findings, ...failures];
}

test('axe finds nothing in any state of any component in both themes at 360 and 1366 px', async () =>
  expect(await walk()).toEqual([]));

/** Opens a single story. */
async function openStory(story: string, viewport: typeof DESK) {
  const { page, context } = await openPage(browser, gallery.url, { viewport, isStill: true });
  await openFirst(page, story);
  await showStory(page, story);
  return { page, close: () => context.close() };
}

test('disabled and busy buttons have enough contrast too, which axe does not require', async () => {
  const { page, close } = await openStory('actions-button--variants', DESK);
  for (const dark of [false, true]) {
    await paint(page, DESK, dark);
    const contrasts = await readContrasts(page, 'button');
    expect(contrasts.length).toBeGreaterThan(20);
    expect(contrasts.filter(({ ratio }) => ratio < 4.5)).toEqual([]);
  }
  await close();
});

test('a name that does not fit into a row on a phone ends with three dots', async () => {
  const { page, close } = await openStory('lists-table--rows', PHONE);
  // An ellipsis only shortens the line's own text; a box inside the line would simply be cut off.
  const links = await page.evaluate<string[]>(`[...document.querySelectorAll('[data-row-link]')].map((link) => {
    const { overflow, textOverflow } = getComputedStyle(link.parentElement);
    const isLonger = link.parentElement.scrollWidth > link.parentElement.clientWidth;
    return [getComputedStyle(link).display, overflow, textOverflow, isLonger].join(' ');
  })`);
  expect(links).toContain('inline hidden ellipsis true');
  expect(links.filter((link) => !link.startsWith('inline hidden ellipsis'))).toEqual([]);
  await close();
});

test('the placeholder of a card’s picture is as square as the picture', async () => {
  const { page, close } = await openStory('layout-skeleton-shapes--cards', DESK);
  const box = await page.locator('[data-coming].size-12').first().boundingBox();
  expect([box?.width, box?.height]).toEqual([48, 48]);
  await close();
});
