import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isEnding } from './children.mjs';
import { readReport, repeatCommand, REPORTS, totalLine } from './reports.mjs';

/** A run prints something at least this often. */
const MAX_SILENT_MS = 15_000;

const secondsSince = (startedAt) => (Date.now() - startedAt) / 1000;

/**
 * Runs a suite: `stages` one after the other, the lanes of a stage beside each other, the steps of a lane in order. A
 * failed step does not prevent the others. A step is { name, repeat, script?, skip?, work(node, { report, print }) }:
 * `repeat` is the command that runs it alone, `script` the npm script that repeats one of its tests, `skip` the reason
 * why it cannot run here. Ends with the seconds of each step, the failures with their commands, and one line of totals.
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
    const print = isBuffered ? (text) => void buffer.push(text) : (text) => this.#print(text);
    const report = join(this.#folder, `${step.name.replaceAll(' ', '-')}.json`);
    const code = await step.work(node, { report, print }).catch((error) => {
      print(`${error.message}\n`);
      return error.exitCode ?? 1;
    });
    this.#running.delete(step);
    this.#count(step, code, readReport(report));
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

  #count(step, code, report) {
    // A check counts as one test; so does a run of tests that ended without a report.
    const { passed, failed, skipped, failures } = report ?? { passed: 1, failed: 0, skipped: 0, failures: [] };
    this.#totals.passed += code === 0 || report !== null ? passed : 0;
    // A step can fail without a failed test: an error outside of any, or an end by a signal.
    this.#totals.failed += code !== 0 && failed === 0 ? Math.max(1, failures.length) : failed;
    this.#totals.skipped += skipped;
    if (code === 0) return;
    if (failures.length === 0) this.#failures.push(`  ${step.name}\n      ${step.repeat}`);
    for (const failure of failures) {
      const name = failure.test === null ? failure.file : `${failure.file}: ${failure.test}`;
      this.#failures.push(`  ${name}\n      ${repeatCommand(step.script, failure)}`);
    }
  }

  close() {
    const seconds = process.uptime().toFixed(0);
    this.#print(`\n${this.#suite}: ${this.#phases.join(', ')}; ${seconds} s in all\n`);
    const failures = this.#failures.join('\n');
    if (failures) this.#print(`\nFailed, and the command that repeats each alone:\n${failures}\n`);
    writeFileSync(join(this.#folder, 'totals.json'), JSON.stringify(this.#totals));
    this.#print(`\n${totalLine(this.#totals)}\n`);
    if (isEnding()) return 130;
    return failures === '' ? 0 : 1;
  }
}
