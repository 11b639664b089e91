import { expect, test, vi } from 'vitest';

interface Progress {
  withProgress: <Result>(what: string, work: () => Promise<Result>) => Promise<Result>;
}

const MODULE = new URL('progress.mjs', import.meta.url);
const { withProgress } = (await import(MODULE.href)) as Progress;

test('work that prints nothing is never silent for more than 20 s, and once it has ended it says nothing more', async () => {
  vi.useFakeTimers();
  const printed: string[] = [];
  const print = vi.spyOn(console, 'error').mockImplementation((line: string) => void printed.push(line));
  const work = Promise.withResolvers<string>();
  const done = withProgress('installing', () => work.promise);
  vi.advanceTimersByTime(19_999);
  expect(printed).toEqual(['… installing (15 s)']);
  vi.advanceTimersByTime(20_000);
  expect(printed).toHaveLength(2);
  work.resolve('done');
  expect(await done).toBe('done');
  vi.advanceTimersByTime(60_000);
  expect(printed).toHaveLength(2);
  print.mockRestore();
});
