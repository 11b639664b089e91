import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { FEW_WIDTHS } from './widths.ts';

/** Screens that show the names of solutions, which are long. */
export const NAMES_SOLUTIONS =
  /^(dashboard|upload$|price-list|view-file|admin-dashboard|admin-price-list|admin-view-file)/;

/** Widths of the narrowest phones. */
export const PHONE_WIDTHS = [320, 360];

/** Returns words that a page breaks although they would fit on a line, one line each; the page is only resized. */
export async function findBrokenWords(page: Page, widths: readonly number[]): Promise<string[]> {
  const findings: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    findings.push(...(await retryUntilNone(page)).map((word) => `${width} px: "${word}" is broken`));
  }
  return findings;
}

/** The same at more widths for screens with solutions; in the upload form, all of them are chosen. */
export async function findBrokenSolutions(page: Page, screen: string): Promise<string[]> {
  if (screen === 'upload') await chooseEverySolution(page);
  return findBrokenWords(page, [...PHONE_WIDTHS, ...FEW_WIDTHS]);
}

/** Chooses all options and the tuning with the longest word, so that the summary lists them as well. */
async function chooseEverySolution(page: Page): Promise<void> {
  await page.locator('label', { hasText: 'Transmission (TCU) tuning' }).click();
  const options = page.locator('label:has(input[type=checkbox])', { hasText: 'CRS' });
  for (const option of await options.all()) await option.click();
  expect(await page.locator('li', { hasText: 'Transmission (TCU) tuning' }).count()).toBe(1);
}

/** Retries, because a change to the phone layout takes some frames. */
async function retryUntilNone(page: Page): Promise<string[]> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await page.evaluate<string[]>(BROKEN_WORDS)).length === 0) return [];
    await page.waitForTimeout(40);
  }
  return page.evaluate<string[]>(BROKEN_WORDS);
}

/**
 * Finds every visible word of fewer than 16 characters that is split across two lines. File names and the like may
 * break, and so may any word at a hyphen or dots. A string, because it runs in the page.
 */
const BROKEN_WORDS = `(() => {
  const broken = new Set();
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!text.parentElement.checkVisibility({ visibilityProperty: true })) continue;
    for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
      if (word.length > 15) continue;
      for (const part of word.matchAll(/[^-–—…/\\u00ad]+/g)) {
        range.setStart(text, index + part.index);
        range.setEnd(text, index + part.index + part[0].length);
        const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)));
        if (tops.size > 1) broken.add(word);
      }
    }
  }
  return [...broken].slice(0, 10);
})()`;
