import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { describeFamilies } from './describe-families.ts';

const pages = describeFamilies();

test.each(pages.map(({ path, text }) => ({ name: basename(path.pathname), path, text })))(
  'docs/ecu/$name says what the code says',
  ({ path, text }) => {
    expect(existsSync(path), 'run: node scripts/describe-families.ts').toBe(true);
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

test('every page tells all six things of the header, and no family that is gone has one', () => {
  for (const { path, text } of pages) {
    if (path.pathname.endsWith('README.md')) continue;
    for (const name of ['What', 'Seen in', 'Sizes', 'Recognised by', 'Easily confused with', 'Sources']) {
      expect(text, path.pathname).toMatch(new RegExp(`^\\| ${name} \\| .`, 'm'));
    }
  }
  const folder = new URL('../docs/ecu/', import.meta.url);
  expect(readdirSync(folder).toSorted()).toEqual(pages.map(({ path }) => basename(path.pathname)).toSorted());
});
