import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { listTags } from './tools/coverage/specification.ts';

/**
 * Which tests run: the `short` ones, the `long` ones (`*.long.test.ts`: whole programs that are started, killed or
 * crowded, and what is checked at length), the `plans` of the statements that both have sent, or `all` that are named.
 */
const SUITE = process.env['TEST_SUITE'] ?? 'all';
const LONG = '**/*.long.test.{ts,tsx}';

const NEVER = ['**/node_modules/**', '.cache/**', 'journeys/**', ...(SUITE === 'short' ? [LONG] : [])];

const screensIn = (kind: '' | '.long') => [
  `{web,app/web}/**/*${kind}.test.{ts,tsx}`,
  `features/**/*${kind}.test.tsx`,
  `features/**/web/**/*${kind}.test.ts`,
];

// A process for every file took most of the time; the setup files isolate what test files must not share.
const isolate = false;

/**
 * A wait ends as soon as its condition holds; these limits only have to suffice for a machine that is busy with other
 * work.
 */
const patience = {
  testTimeout: SUITE === 'short' ? 60_000 : 240_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

// The tests of a file run in a shuffled order, so that none comes to depend on one before it. The order changes
// whenever a test is added. `TEST_SEED=7 npm test` gives them another one, and the files too.
const seed = Number(process.env['TEST_SEED'] ?? 20_261_124);
const sequence = { shuffle: { tests: true, files: false } };

/** Shuffles the files of each project: workers that change between projects load everything again, which took twice the time. */
class ShuffledFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId);
      return `${project.name} ${createHash('sha256').update(`${seed} ${path}`).digest('hex')}`;
    };
    const ranks = new Map(files.map((file) => [file, rank(file)]));
    return files.toSorted((one, other) => ((ranks.get(one) ?? '') < (ranks.get(other) ?? '') ? -1 : 1));
  }
}

/** The statements that the tests of the server send are recorded for the check of their plans. */
const RECORDING = process.env['RECORD_STATEMENTS'] === undefined ? [] : ['server/testing/record-statements.ts'];

function testsIn(...folders: string[]): string[] {
  if (SUITE === 'plans') return folders.includes('server') ? ['server/testing/query-plans.check.ts'] : [];
  return folders.map((folder) => `${folder}/**/*${SUITE === 'long' ? '.long' : ''}.test.ts`);
}

export default defineConfig({
  test: {
    // One more than the number of cores: connections that have to time out and servers that are killed mostly wait.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'ecu',
          environment: 'node',
          include: testsIn('ecu'),
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
          include: testsIn('server', '{app,contract,features}', 'cli', 'tools'),
          exclude: [...NEVER, ...screensIn('')],
          globalSetup: ['server/testing/database.global.ts'],
          setupFiles: ['server/testing/shared-modules.ts', ...RECORDING],
          isolate,
          sequence,
          ...patience,
        },
      },
      {
        // This is also the only project where JSX has to be transformed, as in vite.config.ts.
        oxc: { jsx: { runtime: 'automatic', importSource: '#jsx' } },
        test: {
          name: 'web',
          environment: 'jsdom',
          include: SUITE === 'plans' ? [] : screensIn(SUITE === 'long' ? '.long' : ''),
          exclude: NEVER,
          setupFiles: ['web/testing/setup.ts'],
          restoreMocks: true,
          isolate,
          sequence,
          ...patience,
        },
      },
    ],
    sequence: { seed, ...sequence, ...(process.env['TEST_SEED'] !== undefined && { sequencer: ShuffledFiles }) },
    // The specification ids that tests may be tagged with; a misspelled one is refused.
    tags: listTags(),
    passWithNoTests: true,
  },
});
