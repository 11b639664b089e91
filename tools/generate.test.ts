import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { families } from '../ecu/families.ts';
import { isOutdated, listGenerated, nameOf, type GeneratedFile } from './generate.ts';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const files = await listGenerated();

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

test('the documents name the command, and no command that needs a newer Node than the machine has', () => {
  expect(read('docs/adding-an-ecu-family.md')).toContain('npm run generate');
  for (const path of ['docs/adding-an-ecu-family.md', 'docs/third-party.md', 'docs/ecu/README.md', 'ecu/README.md'])
    expect(read(path)).not.toMatch(/node scripts\/\S+\.ts/);
});
