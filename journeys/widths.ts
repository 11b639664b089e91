import type { Page } from 'playwright-core';
import { measureSidewaysScroll } from './browser.ts';

/** Phones, tablets, windows side by side, desks. 683 px is a window of 1366 px at 200 % zoom (WCAG 1.4.10). */
export const WIDTHS = [320, 360, 640, 683, 768, 1024, 1280, 1366, 1536, 1920];
/** Widths at which layouts change. */
export const FEW_WIDTHS = [360, 683, 1024, 1366];
/** Those of them at which tables have the least room. */
export const TIGHT_WIDTHS = [360, 1024];

/** Returns what a page cuts off at these widths, one line each; the page is only resized, not reloaded. */
export async function findCutOff(page: Page, widths: readonly number[]): Promise<string[]> {
  const findings: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 640 ? 740 : 800 });
    findings.push(...(await retryUntilNone(page)).map((text) => `${width} px: ${text}`));
  }
  return findings;
}

/** Retries, because a table needs some frames to become rows for a phone or to drop columns. */
async function retryUntilNone(page: Page): Promise<string[]> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await look(page)).length === 0) return [];
    await page.waitForTimeout(40);
  }
  return look(page);
}

async function look(page: Page): Promise<string[]> {
  const pixels = await measureSidewaysScroll(page);
  const scrolls = pixels > 0 ? [`the page scrolls sideways by ${pixels} px`] : [];
  return [...scrolls, ...(await page.evaluate<string[]>(OUT_OF_SIGHT))];
}

/**
 * Finds every element and text that is cut off at the side by a box that cannot be scrolled. An ellipsis is not a
 * fault, because it shows that there is more. A string, because it runs in the page.
 */
const OUT_OF_SIGHT = `(() => {
  const findings = [];
  walk(document.body, null);
  return [...new Set(findings)].slice(0, 5);

  function walk(element, clip) {
    // Pictures that mean nothing may go to the edge and beyond.
    if (element.ariaHidden === 'true' || !element.checkVisibility({ visibilityProperty: true })) return;
    const style = getComputedStyle(element);
    if (style.clipPath !== 'none' || (element.offsetWidth <= 1 && element.offsetHeight <= 1)) return;
    if (style.position === 'fixed') clip = null;
    const place = element.getBoundingClientRect();
    if (clip && isOut(place, clip)) {
      findings.push(nameOf(element) + ' is cut off by ' + Math.ceil(Math.max(place.right - clip.right, clip.left - place.left)) + ' px');
      return;
    }
    if (/auto|scroll/.test(style.overflowX) || style.textOverflow === 'ellipsis') return;
    const inner = style.overflowX === 'visible' ? clip : narrower(place, clip);
    for (const child of element.childNodes) {
      if (child.nodeType === 1) walk(child, inner);
      else if (child.nodeType === 3 && inner && child.data.trim() && isOut(placeOf(child), inner)) {
        findings.push('the text "' + child.data.trim().slice(0, 40) + '" is cut off');
      }
    }
  }

  function isOut(place, clip) {
    return place.width > 0 && (place.right > clip.right + 1.5 || place.left < clip.left - 1.5);
  }

  function narrower(place, clip) {
    return clip ? { left: Math.max(place.left, clip.left), right: Math.min(place.right, clip.right) } : place;
  }

  function placeOf(text) {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect();
  }

  function nameOf(element) {
    const words = (element.ariaLabel ?? element.textContent).trim().slice(0, 40);
    return element.localName + ' "' + words + '"';
  }
})()`;
