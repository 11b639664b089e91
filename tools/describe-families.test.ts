import { readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { families } from '../ecu/families.ts';
import { describeFamilies, describePackage, listFamilies } from './describe-families.ts';

const pages = describeFamilies();

test('every page has all six header fields, and no removed family has a page', () => {
  for (const { path, text } of pages) {
    if (path.pathname.endsWith('README.md')) continue;
    for (const name of ['What', 'Seen in', 'Sizes', 'Recognised by', 'Easily confused with', 'Sources']) {
      expect(text, path.pathname).toMatch(new RegExp(`^\\| ${name} \\| .`, 'm'));
    }
  }
  const folder = new URL('../docs/ecu/', import.meta.url);
  expect(readdirSync(folder).toSorted()).toEqual(pages.map(({ path }) => basename(path.pathname)).toSorted());
});

test('the page of every measured family states what share of a file its known sums cover, or that it has none', () => {
  const measured = pages.filter(({ text }) => /^Measured on \d+ real files/m.test(text));
  expect(measured.length).toBeGreaterThan(0);
  for (const { path, text } of measured) {
    expect(text, path.pathname).toMatch(/^- (share of a file that its known sums cover: \d+ %|known sums: none)/m);
  }
});

test('a family is only said to correct checksums if it changes files at all', () => {
  const listed = JSON.parse(listFamilies().text) as { id: string; correctsChecksums: boolean }[];
  const changing = families.filter(({ dtcs }) => dtcs !== null && dtcs.switchOff !== null).map(({ id }) => id);
  const correcting = listed.filter(({ correctsChecksums }) => correctsChecksums).map(({ id }) => id);
  expect(correcting.filter((id) => !changing.includes(id))).toEqual([]);
});

test('the table in the package’s README has the sum of all families', () => {
  expect(describePackage().text).toMatch(/^\| all \| \d+ \|/m);
});

test('the sums of a family count as proved exactly if all sums of a measured real file came out right', () => {
  const { families: rows } = JSON.parse(
    readFileSync(new URL('../docs/measurements.ecu.json', import.meta.url), 'utf8'),
  ) as { families: { family: string; checksumsOk: number }[] };
  const measured = rows.filter(({ checksumsOk }) => checksumsOk > 0).map(({ family }) => family);
  const declared = families.filter(({ areSumsProved }) => areSumsProved === true).map(({ id }) => id);
  expect(declared.toSorted(), 'set areSumsProved in the families that differ').toEqual(measured.toSorted());
});

test('the package carries the licence of the repository', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(read('../ecu/LICENSE')).toBe(read('../LICENSE'));
});
