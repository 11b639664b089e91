import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { compileCache, isEnding, runNode } from './children.mjs';
import { CACHE } from './folders.mjs';
import { buildWeb } from './web-build.mjs';

const REPORTS = join(CACHE, 'reports');

export const typecheck = (node) => runNode(node, ['node_modules/typescript/bin/tsc', '-b']);

/** Checks the named files, or all. */
export const lint = (node, words) =>
  runNode(node, ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings', ...words]);

/** Formats the files; `--check` only checks them. */
export const format = (node, words) => runNode(node, ['node_modules/oxfmt/bin/oxfmt', ...words]);

export const unit = (node, words) => runSteps(node, [UNIT], words);

export const journeys = (node, words) => runSteps(node, [JOURNEYS], words);

const TYPES = { name: 'types', work: (node) => typecheck(node) };
const LINT = { name: 'lint', work: (node) => lint(node, []) };
const FORMAT = { name: 'format', work: (node) => format(node, ['--check']) };
const STRUCTURE = { name: 'structure', work: (node) => runNode(node, ['scripts/check-structure.ts']) };
const IMPORTS = { name: 'imports', work: (node) => runNode(node, ['scripts/check-imports.ts']) };
const UNIT = { name: 'unit and API', report: join(REPORTS, 'unit.json'), work: runUnit };
const JOURNEYS = { name: 'journeys', report: join(REPORTS, 'journeys.json'), work: runJourneys };

export function check(node, words) {
  return runSteps(node, [TYPES, LINT, FORMAT, STRUCTURE, IMPORTS, UNIT], words);
}

export function test(node, words) {
  return runSteps(node, [TYPES, LINT, FORMAT, STRUCTURE, IMPORTS, UNIT, JOURNEYS], words);
}

function vitest(config) {
  return (node, words, report) => {
    const program = ['node_modules/vitest/vitest.mjs', 'run', '--config', config];
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    // With the cache, the programs that tests start take half the processor time.
    const how = { stdio: ['ignore', 'inherit', 'inherit'], environment: compileCache() };
    return runNode(node, [...program, ...reporters, ...words], how);
  };
}

function runUnit(node, words, report) {
  // Only a run of all tests sends every SQL statement of the product; their plans on a large portal are then checked
  // (server/testing).
  if (words.length === 0) process.env.QUERY_PLANS = '1';
  return vitest('vitest.config.ts')(node, words, report);
}

async function runJourneys(node, words, report) {
  await buildWeb(node);
  return vitest('vitest.journeys.config.ts')(node, words, report);
}

/** Runs the steps one after the other and stops at the first failure. Ends with one line of totals over all tests. */
async function runSteps(node, steps, words) {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const sums = { passed: 0, failed: 0, skipped: 0 };
  let code = 0;
  for (const step of steps) {
    code = await runStep(node, step, words, sums);
    if (code !== 0) break;
  }
  console.log(`${sums.passed} passed, ${sums.failed} failed, ${sums.skipped} skipped`);
  return code;
}

async function runStep(node, step, words, sums) {
  console.log(`\n${step.name} …`);
  const startedAt = Date.now();
  const code = await step.work(node, words, step.report).catch(reportError);
  const failed = step.report ? addReport(step.report, sums) : 0;
  // A step can fail without a failed test: a type error, a test file that cannot be loaded, an end by a signal.
  if (code !== 0 && failed === 0) sums.failed += 1;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  if (code === 0) console.log(`${step.name}: ok (${seconds} s)`);
  else
    console.log(
      isEnding()
        ? `Stopped during: ${step.name}`
        : `Failed: ${step.name} (${seconds} s); the steps after it did not run.`,
    );
  return code;
}

function reportError(error) {
  console.error(error.message);
  return error.exitCode ?? 1;
}

/** Adds a report to the sums; returns how many of its tests failed. */
function addReport(path, sums) {
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return 0;
  }
  sums.passed += report.numPassedTests;
  sums.failed += report.numFailedTests;
  sums.skipped += report.numPendingTests + (report.numTodoTests ?? 0);
  return report.numFailedTests;
}
