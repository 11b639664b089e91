import { defineConfig } from 'vitest/config';
import { listTags } from './scripts/coverage/specification.ts';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['journeys/**/*.spec.ts'],
    globalSetup: ['journeys/demo-world.global.ts'],
    setupFiles: ['journeys/setup.ts'],
    // Each journey has its own server; running only one at a time would leave a core idle.
    maxWorkers: 2,
    // The files of a worker share its browser (journeys/shared-browser.ts) and what it has loaded.
    isolate: false,
    // Two pages at once in each worker took a tenth longer than one after the other: two workers keep two cores busy.
    maxConcurrency: 1,
    // A wait ends as soon as its condition holds; these limits only have to suffice for a machine that is busy with
    // other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    tags: listTags(),
    passWithNoTests: true,
  },
});
