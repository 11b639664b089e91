// The database fails at the n-th statement of a call, for every call that changes something and every n.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Part } from './part.ts';

const TEST = 'server/injected-faults.long.test.ts';

interface Report {
  numPassedTests: number;
  testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[];
}

export async function injectFaults(): Promise<Part> {
  const folder = await mkdtemp(join(tmpdir(), 'injected-faults-'));
  const countIn = join(folder, 'faults');
  try {
    const report = await runTest(join(folder, 'report.json'), countIn);
    const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    const failed = results.filter(({ status }) => status !== 'passed');
    const faults = readFileSync(countIn, 'utf8').trim().split('\n').map(Number);
    return {
      name: 'The database fails at any one statement of a call',
      found: [
        `${results.length} calls that change something, ${faults.reduce((sum, count) => sum + count, 0)} faults, one after each other statement`,
        `${report.numPassedTests} of them did all of their work or none, and left a sound ledger`,
      ],
      violations: failed.map(({ title, failureMessages }) => `${title}: ${failureMessages.join(' ').slice(0, 600)}`),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function runTest(reportAt: string, countIn: string): Promise<Report> {
  const words = ['run', TEST, '--reporter=json', `--outputFile=${reportAt}`];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...words], {
    env: { ...process.env, INJECTED_FAULTS: countIn },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // A failed test makes the process exit with 1, and is in the report.
    child.once('close', () => resolve(JSON.parse(readFileSync(reportAt, 'utf8')) as Report));
  });
}
