// npm run test:long s3 [-- --write]: tests the storage against a real S3 server (OpenStack Swift from Debian's packages), on
// this machine alone. Missing packages are installed with apt, which requires root.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SWIFT_PACKAGES } from '../server/testing/s3/swift.ts';
import { writeSection } from './bench/write-section.ts';
import { installPackages, versionOf } from './debian-packages.ts';

interface Outcome {
  numTotalTests: number;
  numPassedTests: number;
}

const seconds = (since: number) => ((Date.now() - since) / 1000).toFixed(0);

function report({ numPassedTests, numTotalTests }: Outcome, installed: string, tested: string): void {
  const day = new Date().toISOString().slice(0, 10);
  const load = (loadavg()[0] as number).toFixed(1);
  writeSection('Storage against OpenStack Swift', [
    `${day} · \`npm run test:long -- s3 --write\` · Node ${process.versions.node}, load average ${load}`,
    `${numPassedTests} of ${numTotalTests} tests passed against Swift ${versionOf('swift-proxy')} with s3api. Its packages were there or installed after ${installed} s; the tests took ${tested} s, Swift's start included.`,
  ]);
}

const folder = mkdtempSync(join(tmpdir(), 'tunedesk-test-s3-'));
try {
  const beganAt = Date.now();
  installPackages(SWIFT_PACKAGES);
  const installed = seconds(beganAt);
  const startedAt = Date.now();
  const outcomeFile = join(folder, 'outcome.json');
  const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', outcomeFile];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.s3.config.ts', ...reporters];
  process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1;
  if (process.argv.includes('--write')) {
    report(JSON.parse(readFileSync(outcomeFile, 'utf8')) as Outcome, installed, seconds(startedAt));
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
