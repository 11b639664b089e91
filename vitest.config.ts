import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { listTags } from './scripts/coverage/specification.ts';

const NEVER = ['**/node_modules/**', '.cache/**', 'journeys/**'];
const SCREENS = ['web/**/*.test.{ts,tsx}', '{app,portal}/**/*.test.tsx', '{app,portal}/*/**/web/**/*.test.ts'];

// A process for every file took most of the time; the setup files isolate what test files must not share.
const isolate = false;

/**
 * A wait ends as soon as its condition holds; these limits only have to suffice for a machine that is busy with other
 * work.
 */
const patience = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

// The tests of a file run in a shuffled order, so that none comes to depend on one before it. The order changes
// whenever a test is added, and with `npm run unit -- --sequence.seed=7`. The first lines of a run show the seed.
const seed = 20_261_124;
const sequence = { shuffle: { tests: true, files: false } };

// Checks PostgreSQL's plans, on a large portal, for the queries that tests send; it takes a database of its own, so it
// is skipped for a single file.
const QUERY_PLANS = process.env['QUERY_PLANS'] === undefined ? [] : ['server/testing/query-plans.ts'];

export default defineConfig({
  test: {
    // One more than the number of cores: connections that have to time out and servers that are killed mostly wait.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'ecu',
          environment: 'node',
          include: ['ecu/**/*.test.ts'],
          exclude: NEVER,
          isolate,
          sequence,
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts', '{app,portal}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...NEVER, ...SCREENS],
          globalSetup: ['server/testing/database.global.ts'],
          setupFiles: ['server/testing/own-modules.ts', ...QUERY_PLANS],
          isolate,
          sequence,
          ...patience,
        },
      },
      {
        // This is also the only project where JSX has to be transformed, which Vite does by itself.
        test: {
          name: 'web',
          environment: 'jsdom',
          include: SCREENS,
          exclude: NEVER,
          setupFiles: ['web/testing/setup.ts'],
          isolate,
          sequence,
          ...patience,
        },
      },
    ],
    sequence: { seed },
    // The specification ids that tests may be tagged with; a misspelled one is refused.
    tags: listTags(),
    passWithNoTests: true,
  },
});
