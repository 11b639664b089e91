import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['journeys/**/*.spec.ts'],
    // Each journey brings its own server and browser; two at once would only wait for each other.
    fileParallelism: false,
    // Within a file, two pages at once keep two cores busy.
    maxConcurrency: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    passWithNoTests: true,
  },
});
