import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { pollEvery } from './polling.ts';

beforeEach(() => void vi.useFakeTimers());

/** Polls every 5 s, and tells how long it waited before each request but the first. */
function poll(isAnswered: (request: number) => boolean = () => true) {
  const askedAt: number[] = [];
  const queryFn = () =>
    isAnswered(askedAt.push(Date.now())) ? Promise.resolve('here') : Promise.reject(new Error('no response'));
  // As in the portal: the library's own state of the network may be that of an earlier test.
  const options = { queryKey: ['polled'], queryFn, networkMode: 'always' as const, ...pollEvery(5000) };
  const observer = new QueryObserver(new QueryClient(), options);
  onTestFinished(observer.subscribe(() => {}));
  return {
    waits: () => askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0)),
    renderAgain: () => observer.setOptions({ ...options, ...pollEvery(5000) }),
  };
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

/** The interval, in seconds, that a wait is within 10 % of; otherwise the wait itself. */
const toInterval = (wait: number) =>
  [5, 10, 20, 30].find((seconds) => Math.abs(wait / 1000 - seconds) <= seconds / 10) ?? wait;

test(
  'the interval stays within 10 % of the specified time',
  { tags: ['X-POLL-01', 'X-POLL-02', 'X-POLL-03'] },
  async () => {
    const { waits } = poll();
    await pass(300);
    expect(new Set(waits().map(toInterval))).toEqual(new Set([5]));
  },
);

test('the interval varies from response to response, but does not change with renders in between', async () => {
  const { waits, renderAgain } = poll();
  for (let second = 0; second < 60; second += 1) {
    await pass(1);
    renderAgain();
  }
  expect(new Set(waits().map(toInterval))).toEqual(new Set([5]));
  expect(new Set(waits()).size).toBeGreaterThan(8);
});

test('after three failures the page polls less often, but at least every 30 seconds', { tags: ['G-56'] }, async () => {
  const neverAnswered = poll(() => false);
  const answeredOnce = poll((request) => request === 1);
  await pass(150);
  expect(neverAnswered.waits().slice(0, 6).map(toInterval)).toEqual([5, 5, 10, 20, 30, 30]);
  expect(answeredOnce.waits().slice(0, 7).map(toInterval)).toEqual([5, 5, 5, 10, 20, 30, 30]);
});

test('an answer ends the slower polling, and failures are counted anew', { tags: ['G-56'] }, async () => {
  const { waits } = poll((request) => request === 5);
  await pass(90);
  expect(waits().slice(0, 8).map(toInterval)).toEqual([5, 5, 10, 20, 5, 5, 5, 10]);
});

test('a hidden tab does not poll, and polls when it is shown again', { tags: ['G-56'] }, () => {
  expect(pollEvery(5000)).toMatchObject({ refetchIntervalInBackground: false, refetchOnWindowFocus: true });
});
