import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { listTags } from './scripts/coverage/specification.ts';

const NEVER = ['**/node_modules/**', '.cache/**', 'journeys/**'];
const SCREENS = ['web/**/*.test.{ts,tsx}', '{app,portal}/**/*.test.tsx', '{app,portal}/*/**/web/**/*.test.ts'];

// A process for every file took most of the time; what files may not share, the setup files keep apart.
const isolate = false;

/** A wait ends with its condition; these only have to be long enough for a machine that is busy with other work. */
const patience = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

// The tests of a file run in a mixed order, so that none comes to depend on one before it: another one whenever a test is
// added, and with `npm run unit -- --sequence.seed=7`. The first lines of a run name the seed.
const seed = 20_261_124;
const sequence = { shuffle: { tests: true, files: false } };

// PostgreSQL's plan on a large portal of what the tests send; that takes a database of its own, so not for a single file.
const QUERY_PLANS = process.env['QUERY_PLANS'] === undefined ? [] : ['server/testing/query-plans.ts'];

export default defineConfig({
  test: {
    // One more than there are cores: connections that have to time out and servers that are killed mostly wait.
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
        // Also the one place where JSX has to be transformed, which Vite does by itself.
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
    // The ids that a test covers, and no others: a misspelled one is refused.
    tags: listTags(),
    passWithNoTests: true,
  },
});
