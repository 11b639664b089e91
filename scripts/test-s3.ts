// npm run test:s3: the storage against a real S3 server (OpenStack Swift from Debian's packages), on this machine alone.
// What is missing is installed with apt, which takes root.
import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { SWIFT_PACKAGES } from '../server/testing/s3/swift.ts';

const isInstalled = (name: string) =>
  spawnSync('dpkg-query', ['-W', '-f', '${Status}', name]).stdout?.toString() === 'install ok installed';

function install(missing: readonly string[]): void {
  if (userInfo().uid !== 0) throw new Error(`As root, first: apt-get install ${missing.join(' ')}`);
  process.stdout.write(`Installing ${missing.join(', ')} …\n`);
  // Their services stay off: the test starts its own, on loopback addresses.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const words of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', ...missing],
  ]) {
    const { status, stderr } = spawnSync('apt-get', words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    if (status !== 0) throw new Error(`apt-get ${words[0]} failed: ${stderr.toString().trim()}`);
  }
}

try {
  const missing = SWIFT_PACKAGES.filter((name) => !isInstalled(name));
  if (missing.length > 0) install(missing);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.s3.config.ts'];
  process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
