import { defineConfig } from 'vitest/config';
import { LongestFirst } from './journeys/longest-first.ts';
import { listTags } from './tools/coverage/specification.ts';

const SUITE = process.env['TEST_SUITE'] ?? 'all';

export default defineConfig({
  test: {
    environment: 'node',
    include: [`journeys/${SUITE === 'all' ? '**' : SUITE}/*.spec.ts`],
    globalSetup: ['journeys/demo-world.global.ts'],
    setupFiles: ['journeys/setup.ts'],
    sequence: { sequencer: LongestFirst },
    // Each journey has its own server; running only one at a time would leave a core idle.
    maxWorkers: 2,
    // The files of a worker share its browser (journeys/shared-browser.ts) and what it has loaded.
    isolate: false,
    // Only for tests that mostly wait: two workers keep two cores busy, and more pages at once took a tenth longer.
    maxConcurrency: 2,
    // A wait ends as soon as its condition holds; these limits only have to suffice for a machine that is busy with
    // other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    tags: listTags(),
    passWithNoTests: true,
  },
});
