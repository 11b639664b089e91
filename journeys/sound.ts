import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findAxeViolations, sidewaysScroll } from './browser.ts';

/** Axe finds nothing on the page as it stands, and it cannot be scrolled sideways. */
export async function expectSound(page: Page): Promise<void> {
  expect(await findAxeViolations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
}
