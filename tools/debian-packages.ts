import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';

const isInstalled = (name: string) =>
  spawnSync('dpkg-query', ['-W', '-f', '${Status}', name]).stdout?.toString() === 'install ok installed';

/** Installs missing Debian packages with apt, which requires root. Their services are not started. */
export function installPackages(names: readonly string[]): void {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  if (userInfo().uid !== 0) throw new Error(`As root, first: apt-get install ${missing.join(' ')}`);
  process.stdout.write(`Installing ${missing.join(', ')} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', ...missing],
  ]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    if (status !== 0) throw new Error(`apt-get ${args[0]} failed: ${stderr.toString().trim()}`);
  }
}

export const readVersion = (name: string): string =>
  spawnSync('dpkg-query', ['-W', '-f', '${Version}', name]).stdout?.toString() ?? 'unknown';
