import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { CACHE, ROOT } from './folders.mjs';

/** One folder for each suite; a step leaves there what its tests did. */
export const REPORTS = join(CACHE, 'reports');

/**
 * Reads a report of Vitest (its JSON reporter): how many tests passed, failed and were skipped, and the failures by
 * file and full name. A file that could not be loaded has no name. Null when there is no report.
 */
export function readReport(path) {
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    failures: report.testResults.flatMap(listFailures),
  };
}

function listFailures({ name, status, assertionResults }) {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [{ file, test: null }] : [];
  return failed.map(({ fullName }) => ({ file, test: fullName }));
}

/** The command that repeats one failure alone. Vitest takes the name of a test as a regular expression. */
export function repeatCommand(script, { file, test }) {
  const command = `npm run ${script} -- ${file}`;
  if (test === null) return command;
  const pattern = test.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return `${command} -t '${pattern.replaceAll("'", String.raw`'\''`)}'`;
}

/** Adds up what `npm test` and `npm run test:long` have left. */
export function sumTotals() {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const suite of ['test', 'test-long']) {
    const path = join(REPORTS, suite, 'totals.json');
    if (!existsSync(path)) continue;
    const totals = JSON.parse(readFileSync(path, 'utf8'));
    for (const kind of Object.keys(sum)) sum[kind] += totals[kind];
  }
  return sum;
}

export const totalLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;
