import { afterEach, expect, test, vi } from 'vitest';
import { releaseMemoryWhenIdle } from './release-memory.ts';

const MB = 1_000_000;
let stop: () => void = () => undefined;
afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

/** Plays a reading of the memory and of the use of the thread for each look. */
function play(looks: { mb: number; use: number }[]): Promise<number[]> {
  const collected: number[] = [];
  return new Promise((resolve) => {
    let at = -1;
    vi.spyOn(performance, 'eventLoopUtilization').mockImplementation((current) => {
      if (current === undefined) at += 1;
      const utilization = looks[at - 1]?.use ?? 1;
      if (at > looks.length) resolve(collected);
      return { idle: 0, active: 0, utilization };
    });
    vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => (looks[at - 1]?.mb ?? 0) * MB);
    stop = releaseMemoryWhenIdle({ lookEveryMs: 1, collect: () => collected.push(at) });
  });
}

test('memory is given back after the start and after a burst, once there is little to do', async () => {
  const looks = [
    { mb: 280, use: 0.5 },
    { mb: 280, use: 0.01 },
    { mb: 281, use: 0.01 },
    { mb: 700, use: 0.9 },
    { mb: 700, use: 0.2 },
    { mb: 690, use: 0.02 },
    { mb: 690, use: 0.02 },
  ];
  expect(await play(looks)).toEqual([2, 6]);
});

test('little growth is not worth a pause, and a busy portal is never stopped', async () => {
  const looks = [
    { mb: 200, use: 0.01 },
    { mb: 229, use: 0.01 },
    { mb: 600, use: 0.06 },
    { mb: 600, use: 1 },
  ];
  expect(await play(looks)).toEqual([1]);
});
