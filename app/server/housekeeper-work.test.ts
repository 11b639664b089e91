import { afterEach, expect, test, vi } from 'vitest';
import { startHousekeeperWork } from './housekeeper-work.ts';

afterEach(() => vi.useRealTimers());

const start = (work: (signal: AbortSignal) => Promise<unknown>, isThisProcess = async () => true) => {
  const log = { error: vi.fn<(entry: object, text: string) => void>() };
  const started = startHousekeeperWork({
    housekeeper: { isThisProcess },
    log: log as never,
    everyMs: 1,
    work,
    failedText: 'the work failed',
  });
  return { started, log };
};

test('work is started repeatedly, but never while it is still running', async () => {
  vi.useFakeTimers();
  let begun = 0;
  let end = () => {};
  const { started } = start(() => {
    begun += 1;
    return new Promise<void>((done) => (end = done));
  });
  await vi.advanceTimersByTimeAsync(50);
  expect(begun).toBe(1);
  end();
  await vi.advanceTimersByTimeAsync(50);
  expect(begun).toBe(2);
  end();
  await started.stop();
});

test('a process that is not the housekeeper does not do the work', async () => {
  let [asked, begun] = [0, 0];
  const { started } = start(
    async () => (begun += 1),
    async () => (asked += 1) < 0,
  );
  await expect.poll(() => asked).toBeGreaterThan(3);
  await started.stop();
  expect(begun).toBe(0);
});

test('a failure is logged, and the work is tried again', async () => {
  const { started, log } = start(() => Promise.reject(new Error('no room')));
  await expect.poll(() => log.error.mock.calls.length).toBeGreaterThan(1);
  await started.stop();
  expect(log.error.mock.calls[0]).toEqual([{ err: new Error('no room') }, 'the work failed']);
});

test('a stop ends the work and waits for it, which is not logged as a failure', async () => {
  let hasEnded = false;
  const begun = Promise.withResolvers<void>();
  const { started, log } = start(async (signal) => {
    begun.resolve();
    await new Promise((done) => signal.addEventListener('abort', done));
    hasEnded = true;
    throw new Error('ended');
  });
  await begun.promise;
  await started.stop();
  expect([hasEnded, log.error.mock.calls]).toEqual([true, []]);
});
