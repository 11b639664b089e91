import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { families } from '../ecu/families.ts';
import { isOutdated, listGenerated, nameOf, type GeneratedFile } from './generate.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const files = await listGenerated();

const launch = (...words: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, ['tools/launch.mjs', ...words], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, stdout };
};

/** Returns the first line that differs from what the file has to contain; a comparison of whole files would print all of them. */
function findDifference({ path, text }: GeneratedFile): string {
  if (!existsSync(path)) return 'there is no such file';
  const lines = readFileSync(path, 'utf8').split('\n');
  const expected = text.split('\n');
  const at = expected.findIndex((line, index) => line !== lines[index]);
  if (at < 0) return lines.length === expected.length ? 'none' : `line ${expected.length + 1}: one too many`;
  return `line ${at + 1}: ${lines[at]?.slice(0, 200)} instead of ${expected[at]?.slice(0, 200)}`;
}

test.each(files.map((file) => ({ name: nameOf(file), file })))('$name matches what it is made from', ({ file }) => {
  expect(findDifference(file), 'to write it: npm run generate').toBe('none');
});

test('npm run generate covers every file that says it is generated, and every family has a page', () => {
  const names = files.map(nameOf);
  expect(names).toEqual(expect.arrayContaining(families.map(({ id }) => `docs/ecu/${id}.md`)));
  expect(names).toEqual(
    expect.arrayContaining([
      'docs/ecu/README.md',
      'ecu/README.md',
      'ecu/dtc/phrases.generated.ts',
      'server/database/schema.ts',
    ]),
  );
  const page = files.find((file) => nameOf(file) === 'docs/ecu/README.md');
  expect(page && isOutdated(page)).toBe(false);
  expect(page && isOutdated({ ...page, text: `${page.text}another line` })).toBe(true);
});

test('npm run generate -- --check runs on the Node that the launcher chooses, and names what it does', () => {
  expect(launch('generate', '--check')).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^Comparing \d+ generated files .*\nAll are up to date\.\n$/) as string,
  });
});

test('the documents name the command, and no command that needs a newer Node than the machine has', () => {
  expect(read('docs/adding-an-ecu-family.md')).toContain('npm run generate');
  for (const path of ['docs/adding-an-ecu-family.md', 'docs/third-party.md', 'docs/ecu/README.md', 'ecu/README.md'])
    expect(read(path)).not.toMatch(/node scripts\/\S+\.ts/);
});

test('a single check prints what it does before it begins, and how long it took', () => {
  expect(launch('format', '--check', 'package.json')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Formatting …\n[^]*Formatting: ok \(\d+\.\d s\)\n$/) as string,
  });
  const { stdout } = spawnSync(process.execPath, ['tools/check-structure.ts'], { cwd: ROOT, encoding: 'utf8' });
  expect(stdout).toMatch(/^Reading every file of the repository …\n\d+ files in place\n$/);
});
