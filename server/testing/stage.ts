import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openSession } from '../../features/accounts/server/sessions.ts';
import type { Config } from '../config.ts';
import { startTestApp, type TestApp } from './app.ts';
import { stopWithSoundLedger } from './sound-ledger.ts';
import { buildAdmin } from './stories.ts';

/** Those of the running test file; available from its first test on. */
export let app: TestApp;
export let admin: Awaited<ReturnType<typeof buildAdmin>>;

/** The administrator of a stage signs in again when the last time is longer ago. */
const FRESH_MS = 60_000;

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
  let signedInMs = 0;
  before(async () => {
    app = await startTestApp(config, logLines && { logLines });
    admin = await buildAdmin(app.deps);
    signedInMs = app.clock.now().getTime();
  });
  // A test may have advanced the clock, and those after it must not depend on that.
  beforeEach(async () => {
    const nowMs = app.clock.now().getTime();
    if (nowMs - signedInMs < FRESH_MS) return;
    Object.assign(admin, { token: await openSession(app.deps, admin) });
    signedInMs = nowMs;
  });
  after(() => (movesMoney ? stopWithSoundLedger(app) : app.stop()));
}

/** For files with many wrong passwords, codes or messages: their tests share a network or a user, for which they are counted. */
export function forgetAttemptsBeforeEach(): void {
  beforeEach(async () => {
    await app.ownerDb.deleteFrom('login_failures').execute();
    await app.ownerDb.deleteFrom('rate_limits').execute();
    await app.ownerDb.deleteFrom('allowances').execute();
  });
}
