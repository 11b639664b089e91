import { afterAll, beforeAll } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { stopWithSoundLedger } from './sound-ledger.ts';
import { buildAdmin } from './stories.ts';

/** Those of the file of tests that runs; there from its first test on. */
export let app: TestApp;
export let admin: Awaited<ReturnType<typeof buildAdmin>>;

/** A portal with an administrator for all tests of a file. `movesMoney`: in the end its ledger has to add up. */
export function openStage({ movesMoney = false } = {}): void {
  beforeAll(async () => {
    app = await startTestApp();
    admin = await buildAdmin(app.deps);
  });
  afterAll(() => (movesMoney ? stopWithSoundLedger(app) : app.stop()));
}
