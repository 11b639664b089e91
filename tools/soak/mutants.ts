// Planted faults in money, state, permission, payment and sign-in code: npm run soak -- mutants [words of a name or path] [--write]
// Each is planted in a copy of the project, and the tests named beside it have to detect it: those of `npm test` are run
// first, and those of `npm run test:long` only when they did not. The run prints which suite and test did.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { headline, writeSection } from '../bench/write-section.ts';
import type { Mutant } from './mutants/mutant.ts';
import { MUTANTS } from './mutants/mutants.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const words = positionals.join(' ');
const selected = MUTANTS.filter(
  ({ name, edits }) => name.includes(words) || edits.some(({ file }) => file.includes(words)),
);
if (selected.length === 0) throw new Error(`No planted fault has "${words}" in its name or path.`);

/** Everything the server's tests read, and nothing that a running portal has written. */
const COPIED = [
  'app',
  'contract',
  'features',
  'server',
  'ecu',
  'tools',
  'web',
  'docs',
  'package.json',
  'vitest.config.ts',
  'tsconfig.base.json',
];

const copy = mkdtempSync(join(tmpdir(), 'tunedesk-mutants-'));
for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

/** In this order: a fault that `npm test` notices is not looked for in the long tests. */
const SUITES = { short: '`npm test`', long: '`npm run test:long`' } as const;
type Suite = keyof typeof SUITES;

interface Report {
  testResults: { name: string; message: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** Runs those of the tests that belong to the suite; returns the first that failed, or null when all passed. */
function findFailure(suite: Suite, tests: readonly string[], tries = 3, isStoppedEarly = true): string | null {
  const report = join(copy, 'report.json');
  writeFileSync(report, '{"testResults":[]}');
  const options = ['--project', 'server', '--reporter', 'json', '--outputFile', report];
  if (isStoppedEarly) options.push('--bail', '1');
  const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...tests], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, CI: '1', TEST_SUITE: suite },
  });
  const text = readFileSync(report, 'utf8');
  // On a busy machine a test may time out without a fault, so a timeout counts only when it is repeated.
  if (tries > 1 && /timed out in \d+ms/.test(text)) return findFailure(suite, tests, tries - 1, isStoppedEarly);
  const { testResults } = JSON.parse(text) as Report;
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed) return `${relative(copy, name)}: ${failed.fullName}`;
    if (message) return `${relative(copy, name)}: ${message.split('\n')[0]}`;
  }
  if (run.status === 0) return null;
  // The report of a run that stops at its first failure may be made before that test is in it.
  if (isStoppedEarly) return findFailure(suite, tests, tries, false);
  throw new Error(`vitest ended with ${run.status} and names no test: ${(run.stdout + run.stderr).slice(-2000)}`);
}

/** Returns the suite that notices what is planted now, and its test; null when neither does. */
function findNoticing(tests: readonly string[]): { suite: Suite; test: string } | null {
  for (const suite of ['short', 'long'] as const) {
    const test = findFailure(suite, tests);
    if (test !== null) return { suite, test };
  }
  return null;
}

/** Plants the fault; returns a function that removes it. */
function plant({ name, edits }: Mutant): () => void {
  const before = edits.map(({ file }) => [file, readFileSync(join(copy, file), 'utf8')] as const);
  for (const { file, from, to } of edits) {
    const text = readFileSync(join(copy, file), 'utf8');
    if (text.split(from).length !== 2) throw new Error(`"${name}": its place in ${file} is not there once any more`);
    writeFileSync(
      join(copy, file),
      text.replace(from, () => to),
    );
  }
  return () => {
    for (const [file, text] of before.toReversed()) writeFileSync(join(copy, file), text);
  };
}

const noticedBy: Record<Suite, number> = { short: 0, long: 0 };
const lines: string[] = [];
try {
  for (const mutant of selected) plant(mutant)();
  console.log('running all these tests without any fault');
  const unplanted = findNoticing([...new Set(selected.flatMap(({ tests }) => tests))]);
  if (unplanted !== null) throw new Error(`Without any fault a test fails already: ${unplanted.test}`);
  for (const mutant of selected) {
    const takeOut = plant(mutant);
    const noticing = findNoticing(mutant.tests);
    takeOut();
    if (noticing !== null) noticedBy[noticing.suite] += 1;
    const line =
      noticing === null
        ? `SURVIVED ${mutant.name}`
        : `${noticing.suite.padEnd(8)} ${mutant.name}\n           by ${noticing.test}`;
    lines.push(line);
    console.log(line);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
const noticed = noticedBy.short + noticedBy.long;
const summary = `${noticed} of ${selected.length} planted faults were noticed: ${noticedBy.short} by ${SUITES.short} alone, ${noticedBy.long} only by ${SUITES.long}.`;
console.log(summary);
if (values.write) {
  writeSection('Money under attack: planted faults', [
    headline('npm run soak -- mutants --write'),
    summary,
    ...lines.filter((line) => !line.startsWith('short')),
  ]);
}
process.exit(noticed === selected.length ? 0 : 1);
