import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The launcher is plain JavaScript for any Node; these are the types of the tested functions. */
interface Launcher {
  runSuite: (node: string, suite: string, stages: object[][][], folder: string) => Promise<number>;
  repeatCommand: (script: string, failure: { file: string; test: string | null }) => string;
  sumTotals: (folder: string) => {
    passed: number;
    failed: number;
    skipped: number;
    failures: string[];
    flaky: string[];
  };
  listPlaces: (files: string[]) => string[];
}
const load = (name: string) => import(new URL(name, import.meta.url).href) as Promise<Launcher>;
const { runSuite } = await load('steps.mjs');
const { repeatCommand, sumTotals } = await load('reports.mjs');
const { listPlaces } = await load('changed-places.mjs');

let folder: string;
let output = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tunedesk-steps-'));
  output = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const run = (stages: object[][][]) => runSuite('', 'trial', stages, folder);
const step = (
  name: string,
  work: (node: string, options: { report: string; print: (text: string) => void; files?: string[] }) => Promise<number>,
) => ({
  name,
  script: 'unit',
  repeat: `npm run ${name}`,
  work,
});

/** Writes a report as Vitest does. */
function writeReport(path: string, tests: Record<string, 'passed' | 'failed' | 'pending'>): void {
  const count = (status: string) => Object.values(tests).filter((one) => one === status).length;
  const assertionResults = Object.entries(tests).map(([fullName, status]) => ({
    fullName,
    status,
    failureMessages:
      status === 'failed'
        ? ['Error: expected 1 to be 2\n\n- 2\n+ 1\n    at a.test.ts:1:1', 'Error: The open pages showed:\n/login']
        : [],
  }));
  writeFileSync(
    path,
    JSON.stringify({
      numPassedTests: count('passed'),
      numFailedTests: count('failed'),
      numPendingTests: count('pending'),
      testResults: [{ name: join(process.cwd(), 'a.test.ts'), status: 'failed', assertionResults }],
    }),
  );
}

test('a failed step does not prevent the later ones, and the last lines name each failed test with its command', async () => {
  const later = vi.fn<() => Promise<number>>().mockResolvedValue(0);
  const code = await run([
    [
      [
        step('tests', async (_, { report }) => {
          writeReport(report, { 'adds (a + b)': 'failed', works: 'passed', 'only on macOS': 'pending' });
          return 1;
        }),
      ],
      [
        step('types', async (_, { print }) => {
          print('Checking the types …\n');
          print('a.ts: 1 is no text\n');
          return 2;
        }),
      ],
    ],
    [[step('journeys', later)]],
  ]);
  expect([code, later.mock.calls.length]).toEqual([1, 1]);
  const [, ending = ''] = output.split('Failed, and the command that repeats each alone:\n');
  expect(ending).toContain(String.raw`  a.test.ts: adds (a + b)
      Error: expected 1 to be 2
      
      - 2
      + 1
      Error: The open pages showed:
      /login
      npm run unit -- a.test.ts -t 'adds \(a \+ b\)'`);
  expect(ending).toContain('  types\n      Checking the types …\n      a.ts: 1 is no text\n      npm run types');
  expect(ending.trim().split('\n').at(-1)).toBe('2 passed, 2 failed, 1 skipped');
});

/** A step whose second run ends with `code`. */
const flakyStep = (repeated: (string[] | undefined)[], code: number) => ({
  ...step('journeys', async (_, { report, files }) => {
    repeated.push(files);
    writeReport(report, { works: 'passed', waits: files && code === 0 ? 'passed' : 'failed' });
    return files ? code : 1;
  }),
  isRetried: true,
});

test('what passes when its file is run once more, alone, is named as flaky and is no failure', async () => {
  const repeated: (string[] | undefined)[] = [];
  expect(await run([[[flakyStep(repeated, 0)]]])).toBe(0);
  expect(repeated).toEqual([undefined, ['a.test.ts']]);
  expect(output).toContain(
    'Failed at first, and passed once more, alone; the command that repeats each:\n  a.test.ts: waits',
  );
  expect(output.trim().split('\n').at(-1)).toBe('2 passed, 0 failed, 0 skipped, 1 flaky');
});

test('what fails again is a failure, and a step without repetition is not repeated', async () => {
  expect(await run([[[flakyStep([], 1)]]])).toBe(1);
  expect(output.trim().split('\n').at(-1)).toBe('1 passed, 1 failed, 0 skipped');
  const repeated: (string[] | undefined)[] = [];
  expect(await run([[[{ ...flakyStep(repeated, 0), isRetried: false }]]])).toBe(1);
  expect(repeated).toEqual([undefined]);
});

test('the lines after both suites name the failures of both, and add up their tests', async () => {
  const failing = step('tests', async (_, { report }) => {
    writeReport(report, { works: 'passed', breaks: 'failed' });
    return 1;
  });
  for (const suite of ['test', 'test-long']) await runSuite('', suite, [[[failing]]], join(folder, suite));
  const { failures, ...sum } = sumTotals(folder);
  expect(sum).toEqual({ passed: 2, failed: 2, skipped: 0, flaky: [] });
  expect(failures.map((failure) => failure.split('\n')[0])).toEqual(['  a.test.ts: breaks', '  a.test.ts: breaks']);
});

test('a run that breaks off without a report fails', async () => {
  expect(await run([[[step('tests', async () => 139)]]])).toBe(1);
  expect(output.trim().split('\n').at(-1)).toBe('0 passed, 1 failed, 0 skipped');
});

test('a step that cannot run here gives its reason and counts as skipped', async () => {
  expect(await run([[[{ ...step('s3', async () => 0), skip: 'it needs root and apt' }]]])).toBe(0);
  expect(output).toContain('s3: not run: it needs root and apt');
  expect(output.trim().split('\n').at(-1)).toBe('0 passed, 0 failed, 1 skipped');
});

test('nothing is silent for more than twenty seconds', async () => {
  vi.useFakeTimers();
  try {
    let end: (code: number) => void = () => undefined;
    const running = run([
      [[step('lint', () => new Promise<number>((resolve) => (end = resolve)))]],
      [[step('later', async () => 0)]],
    ]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(output).toMatch(/running: lint \(1[5-9] s\); left: later/);
    end(0);
    await running;
  } finally {
    vi.useRealTimers();
  }
});

test('the command that repeats a test quotes its name for the shell and for the pattern', () => {
  expect(repeatCommand('unit', { file: 'a.test.ts', test: "it's 1.5 x" })).toBe(
    String.raw`npm run unit -- a.test.ts -t 'it'\''s 1\.5 x'`,
  );
  expect(repeatCommand('journeys', { file: 'a.spec.ts', test: null })).toBe('npm run journeys -- a.spec.ts');
});

test('a change concerns the tests of its domain, of its family, or of its folder', () => {
  expect(
    listPlaces([
      'features/tickets/server/tickets.queries.ts',
      'features/tickets/web/chat.tsx',
      'ecu/families/me7/me7.ts',
      'server/http/call.ts',
      'server/http/polls/memory.ts',
      'README.md',
    ]),
  ).toEqual(['features/tickets/', 'ecu/families/me7/', 'server/http/']);
});
