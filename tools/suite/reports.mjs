import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { CACHE, ROOT } from '../launcher/folders.mjs';

/** One folder for each suite; a step leaves there what its tests did. */
export const REPORTS = join(CACHE, 'reports');

/**
 * Reads a report of Vitest (its JSON reporter): how many tests passed, failed and were skipped, and the failures by
 * file, full name and the first lines of the message. A file that could not be loaded has no name. Null when there is
 * no report.
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

/** So many lines of a failure say what was expected, and what the pages of a journey showed instead. */
const MAX_FAILURE_LINES = 30;

function listFailures({ name, status, message, assertionResults }) {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [{ file, test: null, lines: firstLines([message]) }] : [];
  return failed.map(({ fullName, failureMessages }) => ({
    file,
    test: fullName,
    lines: firstLines(failureMessages),
  }));
}

const firstLines = (messages = []) =>
  messages
    .flatMap((message = '') => message.split('\n'))
    .filter((line) => !STACK_LINE.test(line))
    .slice(0, MAX_FAILURE_LINES);
const STACK_LINE = /^\s+at \S/;

/** The command that repeats one failure alone. Vitest takes the name of a test as a regular expression. */
export function repeatCommand(script, { file, test }) {
  const command = `npm run ${script} -- ${file}`;
  if (test === null) return command;
  const pattern = test.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return `${command} -t '${pattern.replaceAll("'", String.raw`'\''`)}'`;
}

/** Adds up what `npm test` and `npm run test:long` have left, with the failures of both as lines of text. */
export function sumTotals(folder = REPORTS) {
  const sum = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };
  for (const suite of ['test', 'test-long']) {
    const path = join(folder, suite, 'totals.json');
    if (!existsSync(path)) continue;
    const totals = JSON.parse(readFileSync(path, 'utf8'));
    for (const kind of ['passed', 'failed', 'skipped']) sum[kind] += totals[kind];
    for (const list of ['failures', 'flaky']) sum[list].push(...totals[list]);
  }
  return sum;
}

/** The last lines of a run: what failed, with its command, and one line of totals. */
export const composeClosingLines = ({ passed, failed, skipped, failures, flaky }) =>
  listed('Failed at first, and passed once more, alone; the command that repeats each:', flaky) +
  listed('Failed, and the command that repeats each alone:', failures) +
  `\n${passed} passed, ${failed} failed, ${skipped} skipped${flaky.length === 0 ? '' : `, ${flaky.length} flaky`}\n`;

const listed = (title, entries) => (entries.length === 0 ? '' : `\n${title}\n${entries.join('\n')}\n`);
