import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Config } from '../config.ts';
import { startTestApp, type TestApp } from './app.ts';
import { stopWithSoundLedger } from './sound-ledger.ts';
import { buildAdmin } from './stories.ts';

/** Those of the running test file; available from its first test on. */
export let app: TestApp;
export let admin: Awaited<ReturnType<typeof buildAdmin>>;

interface StageOptions {
  movesMoney?: boolean;
  forEachTest?: boolean;
  config?: Partial<Config>;
  /** Receives the lines of the structured log. */
  logLines?: string[];
}

/**
 * Opens a portal with an administrator for all tests of a file. `movesMoney`: its ledger must add up at the end.
 * `forEachTest`: for tests that count everything there is, or spoil what the others read.
 */
export function openStage({ movesMoney = false, forEachTest = false, config = {}, logLines }: StageOptions = {}): void {
  const [before, after] = forEachTest ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    app = await startTestApp(config, logLines && { logLines });
    admin = await buildAdmin(app.deps);
  });
  after(() => (movesMoney ? stopWithSoundLedger(app) : app.stop()));
}
