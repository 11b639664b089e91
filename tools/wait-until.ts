import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `isSo` is true; throws when that takes too long, so that no run waits for ever. */
export async function waitUntil(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { timeoutMs = 180_000, everyMs = 100 } = {},
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
    await sleep(everyMs);
  }
}
