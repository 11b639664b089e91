import { expect, test, vi, afterEach, beforeEach } from 'vitest';
import { openPacing } from './callers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const greedy = { name: 'user 1' };
const other = { name: 'user 2' };
const open = () => openPacing(() => Date.now());

/** Makes calls one after the other, each with a reply that takes `replyMs` to write; counts those of a minute. */
async function callForAMinute(pacing: ReturnType<typeof open>, replyMs: number): Promise<number> {
  let calls = 0;
  const until = Date.now() + 60_000;
  const lane = async () => {
    while (Date.now() < until) {
      await pacing.takeTurn(greedy);
      pacing.charge(greedy, replyMs);
      calls += 1;
    }
  };
  const lanes = Promise.all(Array.from({ length: 60 }, lane));
  await vi.advanceTimersByTimeAsync(100_000);
  await lanes;
  return calls;
}

test('sixty heavy polls of one customer use a twentieth of the thread in the long run, and another never waits', async () => {
  const pacing = open();
  let longestMs = 0;
  const polling = setInterval(() => {
    const startedAt = Date.now();
    void pacing.takeTurn(other).then(() => (longestMs = Math.max(longestMs, Date.now() - startedAt)));
  }, 100);
  // A reply of 5 ms counts twice: 5 per second, plus what was saved.
  const calls = await callForAMinute(pacing, 5);
  clearInterval(polling);
  expect(calls).toBeGreaterThan(300);
  expect(calls).toBeLessThan(500);
  expect(longestMs).toBe(0);
});

test('three hundred cheap calls of one page at once do not wait', async () => {
  const pacing = open();
  const startedAt = Date.now();
  await Promise.all(
    Array.from({ length: 300 }, async () => {
      await pacing.takeTurn(greedy);
      pacing.charge(greedy, 0.5);
    }),
  );
  expect(Date.now()).toBe(startedAt);
});

test('more than two hundred waiting calls of one customer are refused', async () => {
  const pacing = open();
  pacing.charge(greedy, 10_000);
  const calls = Array.from({ length: 230 }, () =>
    pacing.takeTurn(greedy).then(
      () => 'went',
      () => 'refused',
    ),
  );
  expect(await Promise.all(calls.slice(200))).toEqual(Array.from({ length: 30 }, () => 'refused'));
  await vi.advanceTimersByTimeAsync(600_000);
  // Those that waited too long are refused, too.
  expect(new Set(await Promise.all(calls.slice(0, 200)))).toEqual(new Set(['refused']));
  await expect(pacing.takeTurn(greedy)).resolves.toBeUndefined();
});
