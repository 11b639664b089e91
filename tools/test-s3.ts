// npm run test:long s3: tests the storage against a real S3 server (OpenStack Swift from Debian's packages), on this
// machine alone. Missing packages are installed with apt, which requires root.
import { spawnSync } from 'node:child_process';
import { SWIFT_PACKAGES } from '../server/testing/s3/swift.ts';
import { installPackages } from './debian-packages.ts';

try {
  installPackages(SWIFT_PACKAGES);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.s3.config.ts'];
  process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
