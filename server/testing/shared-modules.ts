import { afterAll, beforeEach, vi } from 'vitest';
import { resetTestClocks } from './test-clock.ts';

/**
 * The test files of one process share all modules, because loading ours again for each file took a tenth of the time.
 * A file that mocks one of them resets them before it loads any and after its last test.
 */
afterAll(() => {
  vi.useRealTimers();
});

beforeEach(resetTestClocks);
