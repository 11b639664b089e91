import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESK, PHONE, findAxeViolations, lookAgain, openBrowser, openPage, sidewaysScroll } from './browser.ts';
import { openFirst, openGallery, showStory } from './gallery.ts';
import { holdStill } from './looks.ts';

let gallery: Awaited<ReturnType<typeof openGallery>>;
let browser: Browser;

beforeAll(async () => {
  [gallery, browser] = await Promise.all([openGallery(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await gallery?.close();
});

const LOOKS = [
  { look: 'at a desk, light', viewport: DESK, dark: false },
  { look: 'at a desk, dark', viewport: DESK, dark: true },
  { look: 'on a phone, dark', viewport: PHONE, dark: true },
  { look: 'on a phone, light', viewport: PHONE, dark: false },
];

/** The theme of the components is a class of the document, as the gallery's own switch sets it. */
async function paint(page: Page, viewport: typeof DESK, dark: boolean): Promise<void> {
  if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport);
  await page.evaluate(`document.documentElement.classList.toggle('dark', ${dark});
    document.documentElement.style.colorScheme = '${dark ? 'dark' : 'light'}';`);
}

/** What is wrong with the story on the page, one line each. */
async function inspect(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const { look, viewport, dark } of LOOKS) {
    await paint(page, viewport, dark);
    const violations = await lookAgain(page, { onlyColours: false });
    if ((await sidewaysScroll(page)) > 0) violations.push('scrolls sideways');
    findings.push(...violations.map((violation) => `${look}: ${violation}`));
  }
  return findings;
}

/** Shows a share of the stories in every look. */
async function walk(number: number, of: number): Promise<string[]> {
  const stories = gallery.stories.filter((_, place) => place % of === number);
  const { page, context, complaints } = await openPage(browser, gallery.url, { isStill: true });
  const findings: string[] = [];
  await openFirst(page, stories[0] ?? '');
  await holdStill(page);
  await findAxeViolations(page);
  for (const story of stories) {
    const faults = await showStory(page, story).then(
      () => inspect(page),
      ({ message }: Error) => [message],
    );
    findings.push(...faults.map((fault) => `${story}, ${fault}`));
  }
  await context.close();
  return [...findings, ...complaints];
}

test.concurrent.each([0, 1])(
  'axe finds nothing in any state of any component in both themes at 360 and 1366 px, half %i of the gallery',
  async (number) => expect(await walk(number, 2)).toEqual([]),
);
