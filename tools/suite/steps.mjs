import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { isEnding } from '../launcher/children.mjs';
import { MAX_SILENT_MS } from '../launcher/progress.mjs';
import { listedFailures, readReport, repeatCommand, REPORTS, totalLine } from './reports.mjs';

/** What a step without a report has printed last is repeated when it fails. */
const MAX_RECENT_LENGTH = 4_000;
const RECENT_LINES = 8;

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
    let recent = '';
    const print = (text) => {
      recent = `${recent}${text}`.slice(-MAX_RECENT_LENGTH);
      if (isBuffered) buffer.push(text);
      else this.#print(text);
    };
    const report = join(this.#folder, `${step.name.replaceAll(' ', '-')}.json`);
    const code = await step.work(node, { report, print }).catch((error) => {
      print(`${error.message}\n`);
      return error.exitCode ?? 1;
    });
    this.#running.delete(step);
    this.#count(step, code, { report: readReport(report), recent });
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

  #count(step, code, { report, recent }) {
    // A check counts as one test; so does a run of tests that ended without a report.
    const { passed, failed, skipped, failures } = report ?? { passed: 1, failed: 0, skipped: 0, failures: [] };
    this.#totals.passed += code === 0 || report !== null ? passed : 0;
    // A step can fail without a failed test: an error outside of any, or an end by a signal.
    this.#totals.failed += code !== 0 && failed === 0 ? Math.max(1, failures.length) : failed;
    this.#totals.skipped += skipped;
    if (code === 0) return;
    if (failures.length === 0) this.#addFailure(step.name, recent.trim().split('\n').slice(-RECENT_LINES), step.repeat);
    for (const failure of failures) {
      const name = failure.test === null ? failure.file : `${failure.file}: ${failure.test}`;
      this.#addFailure(name, failure.lines, repeatCommand(step.script, failure));
    }
  }

  #addFailure(name, lines, command) {
    this.#failures.push([`  ${name}`, ...[...lines, command].map((line) => `      ${line}`)].join('\n'));
  }

  close() {
    const seconds = process.uptime().toFixed(0);
    this.#print(`\n${this.#suite}: ${this.#phases.join(', ')}; ${seconds} s in all\n`);
    const failures = this.#failures;
    this.#print(listedFailures(failures));
    writeFileSync(join(this.#folder, 'totals.json'), JSON.stringify({ ...this.#totals, failures }));
    this.#print(`\n${totalLine(this.#totals)}\n`);
    if (isEnding()) return 130;
    return failures.length === 0 ? 0 : 1;
  }
}
