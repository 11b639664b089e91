import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const launch = (...words: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, ['tools/launch.mjs', ...words], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, stdout };
};

test('npm run generate -- --check runs on the Node that the launcher chooses, and names what it does', () => {
  expect(launch('generate', '--check')).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^Comparing \d+ generated files .*\nAll are up to date\.\n$/) as string,
  });
});

test('a single check prints what it does before it begins, and how long it took', () => {
  expect(launch('format', '--check', 'package.json')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Formatting …\n[^]*Formatting: ok \(\d+\.\d s\)\n$/) as string,
  });
  const { stdout } = spawnSync(process.execPath, ['tools/check-structure.ts'], { cwd: ROOT, encoding: 'utf8' });
  expect(stdout).toMatch(/^Reading every file of the repository …\n\d+ files in place\n$/);
});
