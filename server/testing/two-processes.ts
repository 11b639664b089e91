import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';

/** Those of the running test file; available from its first test on. */
export let one: TestApp;
export let other: TestApp;

/** Opens two processes of one portal, which share a database and a folder and nothing else. */
export function openTwoProcesses({ forEachTest = false } = {}): void {
  const [before, after] = forEachTest ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    one = await startTestApp();
    other = await startTestApp({}, { beside: one });
  });
  after(async () => {
    await other.stop();
    await one.stop();
  });
}
