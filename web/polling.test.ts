import { expect, test } from 'vitest';
import { pollEvery } from './polling.ts';

const waitAfter = (failures: number) => pollEvery(5000).refetchInterval({ state: { fetchFailureCount: failures } });

test('the wait stays within a tenth of what the specification says (X-POLL-01..03)', () => {
  for (let round = 0; round < 200; round += 1) {
    expect(waitAfter(0)).toBeGreaterThanOrEqual(4500);
    expect(waitAfter(2)).toBeLessThanOrEqual(5500);
  }
});

test('after three failures it asks less often, but at least every 30 seconds (G-56)', () => {
  expect(waitAfter(3)).toBeGreaterThanOrEqual(9000);
  expect(waitAfter(50)).toBeLessThanOrEqual(33_000);
});

test('a hidden tab does not ask, and asks when it is shown again (G-56)', () => {
  expect(pollEvery(5000)).toMatchObject({ refetchIntervalInBackground: false, refetchOnWindowFocus: true });
});
