import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findAxeViolations, measureSidewaysScroll } from './browser.ts';

/** Checks that axe finds nothing on the page in its current state, and that it does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await measureSidewaysScroll(page)).toBe(0);
}
