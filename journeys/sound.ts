import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findAxeViolations, sidewaysScroll } from './browser.ts';

/** Checks that axe finds nothing on the page in its current state, and that it does not scroll sideways. */
export async function expectSound(page: Page): Promise<void> {
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
}
