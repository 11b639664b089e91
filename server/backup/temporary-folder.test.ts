import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const PROGRAM = `
  import { writeFileSync } from 'node:fs';
  import { withTemporaryFolder } from ${JSON.stringify(new URL('temporary-folder.ts', import.meta.url).href)};
  process.once('SIGTERM', () => process.exit(130));
  await withTemporaryFolder(process.argv[1], async (folder) => {
    writeFileSync(folder + '/rows', 'in plain text');
    process.stdout.write('written');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  });`;

test('rows that wait for a backup do not stay behind when its command is stopped', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'tunedesk-passing-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, join(parent, 'of-')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(await readdir(parent)).toHaveLength(1);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(await readdir(parent)).toEqual([]);
});
