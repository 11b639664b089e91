import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';

/** Those of the file of tests that runs; there from its first test on. */
export let one: TestApp;
export let other: TestApp;

/** Two processes of one portal: they have a database and a folder in common, and nothing else. */
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
