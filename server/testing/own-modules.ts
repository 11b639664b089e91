import { afterAll, beforeEach, vi } from 'vitest';
import { resetTestClocks } from './test-clock.ts';

/** The test files of one process share its libraries, which saves half of their time; modules of ours each has of its own. */
afterAll(() => {
  vi.useRealTimers();
  vi.resetModules();
});

beforeEach(resetTestClocks);
