import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyClusterRecords } from './clients.ts';
import { watchStep, type Run } from './run.ts';

let run: Pick<Run, 'found' | 'probes' | 'records' | 'rows'>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.spyOn(console, 'log').mockReturnValue();
  const probes = { endedAt: () => [], untilWriting: () => Promise.resolve(), stop: () => Promise.resolve() };
  run = { found: [], probes, records: emptyClusterRecords(), rows: [] };
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a change of the release during which nothing is written for too long is a fault, like any other such pause', async () => {
  await watchStep(run, { what: 'the release changes' }, async () => void vi.advanceTimersByTime(15_000));
  expect(run.found).toEqual([]);
  await watchStep(run, { what: 'the release changes' }, async () => void vi.advanceTimersByTime(15_001));
  expect(run.found).toEqual(['the release changes: writes went on after 15001 ms']);
});

test('a stop of S3 counts only if it stopped uploads', async () => {
  const stop = { what: 'S3 stops', watched: 'uploads', expectedMs: 20_000 } as const;
  await watchStep(run, stop, async () => void vi.advanceTimersByTime(21_000));
  expect(run.found).toEqual([]);
  await watchStep(run, stop, async () => {
    for (let second = 0; second < 21; second += 1) {
      vi.advanceTimersByTime(1000);
      run.records.uploadedAt.push(Date.now());
    }
  });
  expect(run.found).toEqual(['S3 stops: it did not stop uploads']);
});
