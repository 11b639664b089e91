import { expect, test } from 'vitest';
import { changeAt } from './change.ts';
import type { Dtcs, DtcRow } from './family.ts';
import { Image } from './image.ts';
import { findOffPaths } from './off-paths.ts';
import { sentence } from './sentence.ts';

/** Two cells for each path; 0 is off. */
const CELLS = 2;
const row = (code: string, state: DtcRow['state'], paths: number[]): DtcRow => ({
  code,
  number: 1,
  state,
  paths,
  sharedWith: [],
  entriesAt: paths.flatMap((path) => [path * CELLS, path * CELLS + 1]),
});

const rows = [row('P0014', 'partial', [0, 1, 2]), row('P0015', 'on', [0]), row('P0016', 'off', [3])];
const dtcs: Dtcs = {
  list: () => ({ outcome: 'not found', reason: sentence('no_known_table') }),
  switchOff: (image, codes) =>
    rows
      .filter(({ code }) => codes.includes(code))
      .flatMap(({ paths }) => paths.flatMap((path) => changeAt(image, path * CELLS, [0, 0], 'off'))),
};

test('a path is off if switching its code off would change none of its cells, and on if it would change one', () => {
  const image = new Image(new Uint8Array([5, 6, 0, 0, 0, 7, 0, 0]));
  expect(findOffPaths(image, dtcs, rows)).toEqual(new Set([1, 3]));
});

test('in a family that cannot be switched, only the paths of codes that are off are known to be off', () => {
  const image = new Image(new Uint8Array(8));
  expect([...findOffPaths(image, { ...dtcs, switchOff: null }, rows)]).toEqual([3]);
});
