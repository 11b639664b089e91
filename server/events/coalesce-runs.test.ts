import { expect, test } from 'vitest';
import { coalesceRuns } from './listener.ts';

test('callers share a run that begins after their call, never one already under way', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = coalesceRuns(() => {
    const next = Promise.withResolvers<void>();
    runs.push(next);
    return next.promise;
  });
  const done: string[] = [];
  const call = (name: string) => run().then(() => void done.push(name));
  const first = call('first');
  const others = [call('second'), call('third')];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await first;
  expect(done).toEqual(['first']);
  await expect.poll(() => runs.length).toBe(2);
  const fourth = call('fourth');
  runs[1]?.resolve();
  await Promise.all(others);
  expect(done).toEqual(['first', 'second', 'third']);
  await expect.poll(() => runs.length).toBe(3);
  runs[2]?.resolve();
  await fourth;
  expect(runs).toHaveLength(3);
});
