import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Each would otherwise run nothing, and end with 0. */
test.each([
  ['soak/faults.ts', ['--only', 'kill'], '--only is one of kills, database, sockets, disk, not "kill".'],
  ['soak/faults.ts', ['--kills', 'x'], '--kills is a whole number above 0, not "x".'],
  ['soak/bank.ts', ['--rounds', '0'], '--rounds is a whole number above 0, not "0".'],
  ['soak/mutants.ts', ['no-such-name'], 'No planted fault has "no-such-name" in its name or path.'],
  ['test-cluster.ts', ['--only', 'fault'], '--only is one of replica, faults, release, not "fault".'],
])('%s refuses %j, which names nothing that it does', (program, words, message) => {
  const { status, stderr } = spawnSync(process.execPath, [`tools/${program}`, ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
});
