import type { Page } from 'playwright-core';
import type { DESK } from './browser.ts';

/**
 * Disables transitions until the next navigation. With reduced motion, a change of theme takes no time, but it still
 * starts an animation for every property of every element: thousands, which took longer than axe itself.
 */
export async function disableTransitions(page: Page): Promise<void> {
  await page.evaluate(`{
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition-property: none !important; }');
    document.adoptedStyleSheets.push(still);
  }`);
}

/** Sets the size and the theme: administrators' pages follow the system, customers' pages their own switch. */
export async function setViewportAndTheme(page: Page, viewport: typeof DESK, dark: boolean): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
  await page.evaluate(`
    document.documentElement.classList.toggle('dark', ${dark});
    document.documentElement.style.colorScheme = '${dark ? 'dark' : 'light'}';
  `);
  // Waits for transitions, because colours in between belong to neither theme.
  await page.evaluate(`Promise.all(
    document.getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
      .map((one) => one.finished.catch(() => undefined)),
  )`);
}
