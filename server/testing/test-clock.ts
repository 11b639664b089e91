import type { Clock } from '../clock.ts';

export interface TestClock extends Clock {
  /** Moves the time forward until the test ends. */
  advance(ms: number): void;
}

const resets: (() => void)[] = [];

export function createTestClock(): TestClock {
  let offsetMs = 0;
  resets.push(() => (offsetMs = 0));
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (ms) => {
      offsetMs += ms;
    },
  };
}

/** Called before every test (shared-modules.ts): its sessions and codes would otherwise have expired already. */
export const resetTestClocks = (): void => resets.forEach((reset) => reset());
