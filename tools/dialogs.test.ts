import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Building blocks of other dialogs; they are checked through those. */
const FRAMES = new Set([
  'web/ui/opened-modal.tsx',
  'web/ui/confirm-dialog.tsx',
  'web/ui/delete-dialog.tsx',
  'web/lists/confirm-selected.tsx',
  'features/files/web/admin-file-dialog.tsx',
]);

const DRAWS_A_DIALOG = /<(Modal|ConfirmDialog|ConfirmSelected|\w+Dialog\b(?=[^>]*\btitle=)|Dialog\.Root)\b/;

function readAll(...patterns: string[]): { path: string; text: string }[] {
  const cwd = new URL('..', import.meta.url).pathname;
  return globSync(patterns, { cwd }).map((path) => ({ path, text: readFileSync(`${cwd}${path}`, 'utf8') }));
}

test('every dialog of the product is checked by expectSoundDialog under the name of its file', () => {
  const sources = readAll('{app,features,web}/**/*.tsx');
  const tests = sources.filter(({ path }) => path.endsWith('.test.tsx'));
  const dialogs = sources.filter(
    ({ path, text }) => !/\.(test|stories)\.tsx$/.test(path) && !FRAMES.has(path) && DRAWS_A_DIALOG.test(text),
  );
  const isChecked = (path: string) =>
    tests.some(({ text }) => text.includes('expectSoundDialog(') && text.includes(`'${path}'`));
  expect(dialogs.length).toBeGreaterThan(8);
  expect(dialogs.map(({ path }) => path).filter((path) => !isChecked(path))).toEqual([]);
});
