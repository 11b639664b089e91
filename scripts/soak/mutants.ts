// Planted faults in money, state, permission and payment code: npm run soak -- mutants [words of a name] [--write]
// Each is planted in a copy of the project, and the ordinary tests have to detect it; the run prints which test did.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeSection } from '../bench/write-section.ts';
import { MONEY } from './mutants/money.ts';
import type { Mutant } from './mutants/mutant.ts';
import { STATE_AND_PERMISSION } from './mutants/permission.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const selected = [...MONEY, ...STATE_AND_PERMISSION].filter(({ name }) => name.includes(positionals.join(' ')));

/** Everything the server's tests read, and nothing that a running portal has written. */
const COPIED = [
  'app',
  'portal',
  'server',
  'ecu',
  'scripts',
  'web',
  'docs',
  'package.json',
  'vitest.config.ts',
  'tsconfig.base.json',
];

const copy = mkdtempSync(join(tmpdir(), 'tunedesk-mutants-'));
for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));

/** Returns the first test that failed, or null when all passed. */
function firstFailure(tests: readonly string[], tries = 3): string | null {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const run = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'server',
      '--bail',
      '1',
      '--reporter',
      'json',
      '--outputFile',
      report,
      ...tests,
    ],
    { cwd: copy, encoding: 'utf8', env: { ...process.env, CI: '1' } },
  );
  type Report = {
    testResults: { name: string; message: string; assertionResults: { fullName: string; status: string }[] }[];
  };
  const text = readFileSync(report, 'utf8');
  // On a busy machine a test may time out without a fault, so a timeout counts only when it is repeated.
  if (tries > 1 && /timed out in \d+ms/.test(text)) return firstFailure(tests, tries - 1);
  const { testResults } = JSON.parse(text) as Report;
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed) return `${name.replace(`${copy}/`, '')}: ${failed.fullName}`;
    if (message) return `${name.replace(`${copy}/`, '')}: ${message.split('\n')[0]}`;
  }
  return run.status === 0 ? null : `vitest ended with ${run.status}: ${(run.stdout + run.stderr).slice(-2000)}`;
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

const survivors: string[] = [];
const lines: string[] = [];
try {
  for (const mutant of selected) plant(mutant)();
  const unplanted = firstFailure([...new Set(selected.flatMap(({ tests }) => tests))]);
  if (unplanted !== null) throw new Error(`Without any fault a test fails already: ${unplanted}`);
  for (const mutant of selected) {
    const takeOut = plant(mutant);
    const killer = firstFailure(mutant.tests);
    takeOut();
    if (killer === null) survivors.push(mutant.name);
    const line = killer === null ? `SURVIVED ${mutant.name}` : `killed   ${mutant.name}\n           by ${killer}`;
    lines.push(line);
    console.log(line);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
const summary = `${selected.length - survivors.length} of ${selected.length} planted faults were noticed by the ordinary tests.`;
console.log(summary);
if (values.write) {
  writeSection('Money under attack: planted faults', [
    `\`npm run soak -- mutants --write\` · Node ${process.versions.node}`,
    summary,
    `\`\`\`\n${lines.join('\n')}\n\`\`\``,
  ]);
}
process.exit(survivors.length === 0 ? 0 : 1);
