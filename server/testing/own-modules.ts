import { afterAll, beforeEach, vi } from 'vitest';
import { resetTestClocks } from './test-clock.ts';

/**
 * The test files of one process share its libraries, which halves their time; modules of ours are loaded separately by
 * each.
 */
afterAll(() => {
  vi.useRealTimers();
  vi.resetModules();
});

beforeEach(resetTestClocks);
