import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { changedPlaces } from './changed-places.mjs';
import { compileCache, runNode, startNode } from '../launcher/children.mjs';
import { CACHE, LauncherError } from '../launcher/folders.mjs';
import { withProgress } from '../launcher/progress.mjs';
import { runSuite } from './steps.mjs';
import { buildWeb } from '../vite/web-build.mjs';

const VITEST = 'node_modules/vitest/vitest.mjs';
const UNIT_CONFIG = 'vitest.config.ts';
const JOURNEYS_CONFIG = 'vitest.journeys.config.ts';

const TSC = ['node_modules/typescript/bin/tsc', '-b'];
const OXLINT = ['node_modules/oxlint/bin/oxlint', '--deny-warnings'];
/** The rules that need types take as long as checking the types does. */
const TYPED_OXLINT = [...OXLINT, '--type-aware'];
const OXFMT = ['node_modules/oxfmt/bin/oxfmt'];

export const typecheck = (node) => runNamed('Checking the types', node, TSC);

/** Checks the named files, or all. */
export const lint = (node, args) => runNamed('Looking for faults', node, [...TYPED_OXLINT, ...args]);

/** Formats the files; `--check` only checks them. */
export const format = (node, args) => runNamed('Formatting', node, [...OXFMT, ...args]);

/** Runs a program that may print nothing for a minute. */
async function runNamed(name, node, args) {
  console.log(`${name} …`);
  const startedAt = performance.now();
  const code = await withProgress(name, () => runNode(node, args));
  if (code === 0) console.log(`${name}: ok (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  return code;
}

/** Runs the named test files, long ones too; `--changed` those beside what git says has changed; without a name the short ones. */
export async function unit(node, args) {
  const named = args.filter((word) => word !== '--changed');
  const places = args.includes('--changed') ? changedPlaces() : [];
  if (args.includes('--changed') && places.length === 0) {
    console.log('Nothing with tests has changed.');
    return 0;
  }
  const files = [...named, ...places];
  if (process.env.QUERY_PLANS === undefined) return runVitest(node, UNIT_CONFIG, files);
  const recording = recordingOf('named');
  rmSync(recording, { force: true });
  const code = await runVitest(node, UNIT_CONFIG, files, { RECORD_STATEMENTS: recording });
  return code || runVitest(node, UNIT_CONFIG, [], { TEST_SUITE: 'plans', RECORDED_STATEMENTS: recording });
}

export async function journeys(node, args) {
  await buildWeb(node);
  return runVitest(node, JOURNEYS_CONFIG, args);
}

function runVitest(node, config, args, more = {}) {
  const suite = args.length === 0 ? 'short' : 'all';
  const environment = { ...compileCache(), TEST_SUITE: suite, ...more };
  return runNode(node, [VITEST, 'run', '--config', config, ...args], { environment });
}

const STATIC = [
  // Beside the tests, its threads would only check the same declarations twice: it took twice the processor time.
  program('types', [...TSC, '--singleThreaded']),
  program('lint', OXLINT),
  program('format', [...OXFMT, '--check']),
  program('structure', ['tools/check-structure.ts']),
  program('imports', ['tools/check-imports.ts']),
];
/** The ids of the specification that no test names. */
const SPECIFICATION = program('specification', ['tools/coverage-spec.ts']);
const TYPED_LINT = { ...program('typed lint', TYPED_OXLINT), repeat: 'npm run lint' };
const WEB = { name: 'web app', repeat: 'npm run build', work: (node) => buildWeb(node).then(() => 0) };

/** What a newcomer and every commit runs. */
export const test = (node) => runSuite(node, 'test', [[[unitTests('short')], [WEB, ...STATIC, journeyTests('short')]]]);

/** `npm test` without the browser, or one of its static parts. */
export function check(node, [name, ...args]) {
  if (name === undefined) return runSuite(node, 'check', [[[unitTests('short')], STATIC]]);
  return runPart([...STATIC, SPECIFICATION], node, name, args);
}

/** The rest, before a merge and a release, or one part that needs Debian's packages. */
export function testLong(node, [name, ...args]) {
  const services = [onDebian('s3', 'tools/test-s3.ts'), onDebian('cluster', 'tools/test-cluster.ts')];
  if (name !== undefined) return runPart(services, node, name, args);
  const beside = [[unitTests('long')], [WEB, TYPED_LINT]];
  const alone = [queryPlans(), journeyTests('long'), ...services];
  return runSuite(node, 'test-long', [beside, ...alone.map((step) => [[step]])]);
}

function runPart(parts, node, name, args) {
  const part = parts.find((one) => one.name === name);
  if (!part) throw new LauncherError(`There are: ${parts.map((one) => one.name).join(', ')}.`, 2);
  return runNode(node, [...part.words, ...args], { environment: compileCache() });
}

function program(name, args, script = 'check') {
  return {
    name,
    words: args,
    repeat: `npm run ${script} -- ${name}`,
    work: (node, { print }) => runPrinted(node, args, print),
  };
}

function tests(name, script, config, environment) {
  return {
    name,
    script,
    repeat: `npm run ${script}`,
    work: (node, { report, print, files = [] }) => {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      return runPrinted(node, [VITEST, 'run', '--config', config, ...reporters, ...files], print, environment);
    },
  };
}

/** The file for the statements that the tests of a run send. */
const recordingOf = (suite) => join(CACHE, 'statements', suite);

function unitTests(suite) {
  const recording = recordingOf(suite);
  const step = tests('unit and API', 'unit', UNIT_CONFIG, { TEST_SUITE: suite, RECORD_STATEMENTS: recording });
  const work = (node, options) => {
    if (options.files === undefined) rmSync(recording, { force: true });
    return step.work(node, options);
  };
  return { ...step, isRetried: true, work };
}

/** Checks PostgreSQL's plan of every statement that the tests have sent. */
function queryPlans() {
  const files = ['short', 'long'].map(recordingOf).join(':');
  return tests('query plans', 'unit', UNIT_CONFIG, { TEST_SUITE: 'plans', RECORDED_STATEMENTS: files });
}

const journeyTests = (suite) => ({
  ...tests('journeys', 'journeys', JOURNEYS_CONFIG, { TEST_SUITE: suite }),
  isRetried: true,
});

/** Services from Debian's packages, on this machine alone. */
function onDebian(name, path) {
  const skip = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') ? null : 'it needs root and apt';
  return { ...program(name, [path], 'test:long'), skip };
}

/** Runs a program and passes on what it prints. With the cache, the programs that tests start take half the time. */
async function runPrinted(node, args, print, environment = {}) {
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const how = { stdio: ['ignore', 'pipe', 'pipe'], environment: { ...compileCache(), ...colour, ...environment } };
  const { child, exited } = startNode(node, args, how);
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print);
  return exited;
}
