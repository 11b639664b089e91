import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isEnding } from '../launcher/children.mjs';
import { MAX_SILENT_MS } from '../launcher/progress.mjs';
import { composeClosingLines, readReport, repeatCommand, REPORTS } from './reports.mjs';

/** What a step without a report has printed last is repeated when it fails. */
const MAX_RECENT_LENGTH = 4_000;
const RECENT_LINES = 8;
/** When more files than these fail, it is not the moment of one of them. */
const MAX_RETRIED_FILES = 3;

const secondsSince = (startedAt) => (Date.now() - startedAt) / 1000;

/**
 * Runs a suite: `stages` one after the other, the lanes of a stage beside each other, the steps of a lane in order. A
 * failed step does not prevent the others. A step is { name, repeat, script?, skip?, isRetried?, work(node, { report,
 * print, files }) }: `repeat` is the command that runs it alone, `script` the npm script that repeats one of its tests,
 * `skip` the reason why it cannot run here. Of a step with `isRetried`, a few failed files are run once more, alone: what
 * passes then is named as flaky and is no failure. Ends with the seconds of each step, the failures with their
 * commands, and one line of totals.
 */
export async function runSuite(node, suite, stages, folder = join(REPORTS, suite)) {
  const run = new Run(suite, stages.flat(2), folder);
  const ticker = setInterval(() => run.reportProgress(), 1_000);
  for (const lanes of stages) await Promise.all(lanes.map((lane, at) => run.runLane(node, lane, at > 0)));
  clearInterval(ticker);
  return run.close();
}

class Run {
  #suite;
  #folder;
  #left;
  #running = new Map();
  #phases = [];
  #failures = [];
  #flaky = [];
  #totals = { passed: 0, failed: 0, skipped: 0 };
  #printedAt = Date.now();

  constructor(suite, steps, folder) {
    this.#suite = suite;
    this.#left = new Set(steps);
    this.#folder = folder;
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true });
  }

  /** Of a lane beside another, the output of a step is printed when the step has ended. */
  async runLane(node, lane, isBuffered) {
    for (const step of lane) {
      if (isEnding()) return;
      if (step.skip) this.#skip(step);
      else await this.#runStep(node, step, isBuffered);
    }
  }

  async #runStep(node, step, isBuffered) {
    const startedAt = Date.now();
    this.#left.delete(step);
    this.#running.set(step, startedAt);
    this.#print(`\n${step.name} …\n`);
    const buffer = [];
    let recent = '';
    const print = (text) => {
      recent = `${recent}${text}`.slice(-MAX_RECENT_LENGTH);
      if (isBuffered) buffer.push(text);
      else this.#print(text);
    };
    const run = (files) => runOnce(node, step, { folder: this.#folder, print, files });
    const first = await run();
    const files = listFilesToRetry(step, first);
    if (files.length > 0) print(`${step.name}: once more, alone: ${files.join(', ')}\n`);
    const isFlaky = files.length > 0 && (await run(files)).code === 0;
    const code = isFlaky ? 0 : first.code;
    this.#running.delete(step);
    this.#count(step, code, { report: first.report, recent, isFlaky });
    const seconds = secondsSince(startedAt).toFixed(1);
    this.#phases.push(`${step.name} ${seconds} s`);
    const outcome = code === 0 ? 'ok' : isEnding() ? 'stopped' : 'FAILED';
    this.#print(`${buffer.join('')}${step.name}: ${outcome} (${seconds} s)${this.#state('; ')}\n`);
  }

  #skip(step) {
    this.#left.delete(step);
    this.#totals.skipped += 1;
    this.#phases.push(`${step.name} not run`);
    this.#print(`\n${step.name}: not run: ${step.skip}\n`);
  }

  #print(text) {
    this.#printedAt = Date.now();
    process.stdout.write(text);
  }

  reportProgress() {
    if (Date.now() - this.#printedAt < MAX_SILENT_MS) return;
    this.#print(`… ${process.uptime().toFixed(0)} s${this.#state(', ')}\n`);
  }

  /** What runs, and what is left. */
  #state(separator) {
    const running = [...this.#running].map(([{ name }, at]) => `${name} (${secondsSince(at).toFixed(0)} s)`);
    const left = [...this.#left].map(({ name }) => name);
    const parts = [];
    if (running.length > 0) parts.push(`running: ${running.join(', ')}`);
    if (left.length > 0) parts.push(`left: ${left.join(', ')}`);
    return parts.length === 0 ? '' : separator + parts.join('; ');
  }

  #count(step, code, { report, recent, isFlaky }) {
    // A check counts as one test; so does a run of tests that ended without a report.
    const { passed, failed, skipped, failures } = report ?? { passed: 1, failed: 0, skipped: 0, failures: [] };
    this.#totals.skipped += skipped;
    this.#totals.passed += code === 0 || report !== null ? passed : 0;
    if (isFlaky) this.#totals.passed += failed;
    // A step can fail without a failed test: an error outside of any, or an end by a signal.
    else this.#totals.failed += code !== 0 && failed === 0 ? Math.max(1, failures.length) : failed;
    if (code !== 0 && failures.length === 0) {
      this.#failures.push(describeFailure(step.name, recent.trim().split('\n').slice(-RECENT_LINES), step.repeat));
    }
    for (const failure of failures) {
      const name = failure.test === null ? failure.file : `${failure.file}: ${failure.test}`;
      const lines = describeFailure(name, failure.lines, repeatCommand(step.script, failure));
      (isFlaky ? this.#flaky : this.#failures).push(lines);
    }
  }

  close() {
    const seconds = process.uptime().toFixed(0);
    this.#print(`\n${this.#suite}: ${this.#phases.join(', ')}; ${seconds} s in all\n`);
    const failures = this.#failures;
    const totals = { ...this.#totals, failures, flaky: this.#flaky };
    writeFileSync(join(this.#folder, 'totals.json'), JSON.stringify(totals));
    this.#print(composeClosingLines(totals));
    if (isEnding()) return 130;
    return failures.length === 0 ? 0 : 1;
  }
}

/** Runs a step, or only the named files of it: its exit code, and its report if it has left one. */
async function runOnce(node, step, { folder, print, files }) {
  const name = files === undefined ? step.name : `${step.name} repeated`;
  const report = join(folder, `${name.replaceAll(' ', '-')}.json`);
  const code = await step.work(node, { report, print, files }).catch((error) => {
    print(`${error.message}\n`);
    return error.exitCode ?? 1;
  });
  return { code, report: readReport(report) };
}

function listFilesToRetry(step, { code, report }) {
  if (!step.isRetried || code === 0 || isEnding()) return [];
  const files = [...new Set(report?.failures.map(({ file }) => file))];
  return files.length > MAX_RETRIED_FILES ? [] : files;
}

const describeFailure = (name, lines, command) =>
  [`  ${name}`, ...[...lines, command].map((line) => `      ${line}`)].join('\n');
