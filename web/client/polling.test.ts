import { expect, test } from 'vitest';
import { pollEvery } from './polling.ts';

const waitAfter = (failures: number, responses = 0) =>
  pollEvery(5000).refetchInterval({
    state: { fetchFailureCount: failures, dataUpdateCount: responses, errorUpdateCount: failures },
  });

test('the interval stays within 10 % of the specified time', { tags: ['X-POLL-01', 'X-POLL-02', 'X-POLL-03'] }, () => {
  for (let round = 0; round < 200; round += 1) {
    expect(waitAfter(0, round)).toBeGreaterThanOrEqual(4500);
    expect(waitAfter(2, round)).toBeLessThanOrEqual(5500);
  }
});

test('the interval varies from response to response, but does not change with re-renders in between', () => {
  const waits = Array.from({ length: 50 }, (_, responses) => waitAfter(0, responses));
  expect(new Set(waits).size).toBeGreaterThan(40);
  expect(Array.from({ length: 50 }, (_, responses) => waitAfter(0, responses))).toEqual(waits);
});

test('after three failures the page polls less often, but at least every 30 seconds', { tags: ['G-56'] }, () => {
  expect(waitAfter(3)).toBeGreaterThanOrEqual(9000);
  expect(waitAfter(50)).toBeLessThanOrEqual(33_000);
});

test('a hidden tab does not poll, and polls when it is shown again', { tags: ['G-56'] }, () => {
  expect(pollEvery(5000)).toMatchObject({ refetchIntervalInBackground: false, refetchOnWindowFocus: true });
});
