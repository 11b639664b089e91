import type { Page } from 'playwright-core';
import type { DESK } from './browser.ts';

/**
 * Until the next navigation. Where motion is reduced every property of every element goes from theme to theme in no
 * time, but by thousands of animations, which took longer than axe itself.
 */
export async function holdStill(page: Page): Promise<void> {
  await page.evaluate(`{
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition-property: none !important; }');
    document.adoptedStyleSheets.push(still);
  }`);
}

/** The same page in another size and theme: the administrators' follows the system, the customers' their switch. */
export async function dress(page: Page, viewport: typeof DESK, dark: boolean): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
  await page.evaluate(`
    document.documentElement.classList.toggle('dark', ${dark});
    document.documentElement.style.colorScheme = '${dark ? 'dark' : 'light'}';
  `);
  // Colours on their way from one theme to the other belong to neither.
  await page.evaluate(`Promise.all(
    document.getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
      .map((one) => one.finished.catch(() => undefined)),
  )`);
}
