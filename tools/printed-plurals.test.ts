import { expect, test } from 'vitest';
import { pluralize } from '../contract/amounts.ts';
import { isTest, listProjectFiles } from './structure/files.ts';

test('a counted word is singular for one, and plural for every other number', () => {
  expect([0, 1, 2].map((count) => pluralize(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows']);
  expect([1, 2].map((count) => pluralize(count, 'file is', 'files are'))).toEqual(['1 file is', '2 files are']);
});

/** Programs for developers, whose numbers are large. */
const FOR_DEVELOPERS = /^scripts\/(bench|soak|cluster|try|coverage|test-|structure)/;

/** A value before a word that leaves open whether it is one: "${n} file(s)". */
const EITHER = /\$\{[^`]*\b(?!http)[a-z]+\(s\)/;

/** A value before the plural of what commands count. */
const ALWAYS_SEVERAL =
  /(?<! of )\$\{[^}]*\} (?:stored |new |old )?(?:rows|files|tables|entries|accounts|backups|objects|texts|users|migrations)\b/;

test('no line that operators read has a number before a word that may not fit it', () => {
  const isRead = (path: string) => /^(app|ecu|portal|scripts|server)\/.*\.ts$/.test(path) && !isTest(path);
  const sources = listProjectFiles().filter(({ path }) => isRead(path) && !FOR_DEVELOPERS.test(path));
  expect(sources.length).toBeGreaterThan(500);
  const isOfCommands = (path: string) => /^(scripts|server\/(backup|installation|upgrade))\//.test(path);
  const found = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => EITHER.test(line) || (isOfCommands(path) && ALWAYS_SEVERAL.test(line)))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
