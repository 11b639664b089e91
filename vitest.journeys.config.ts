import { defineConfig } from 'vitest/config';
import { listTags } from './scripts/coverage/specification.ts';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['journeys/**/*.spec.ts'],
    globalSetup: ['journeys/demo-world.global.ts'],
    setupFiles: ['journeys/setup.ts'],
    // Each journey has its own server and browser; one at a time leaves a core to wait for the other.
    maxWorkers: 2,
    // Within a file, two pages at once keep two cores busy.
    maxConcurrency: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    tags: listTags(),
    passWithNoTests: true,
  },
});
