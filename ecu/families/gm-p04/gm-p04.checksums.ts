import { changeAt, u32beBytes } from '../../change.ts';
import { sum16be } from '../../checksums/sums.ts';
import type { Checksum } from '../../family.ts';
import type { Image } from '../../image.ts';
import { findNeedle, onlyAddress } from '../../platforms/gm/needles.ts';
import { layout, needles } from './gm-p04.layout.ts';

/** One sum of all words, stored at the offset that the program loads it from. */
export function gmP04Checksums(image: Image): Checksum[] {
  const at = image.memo(findSum);
  const name = 'Program and calibration';
  const whole = { at: 0, end: image.sizeBytes };
  if (at === null) return [{ name, kind: 'sum', ranges: [whole], cells: [], state: 'unknown', correct: null }];
  const cell = { at, end: at + layout.sumLength };
  const ranges = [
    { at: 0, end: layout.ownPages.at },
    { at: layout.ownPages.end, end: cell.at },
    { at: cell.end, end: layout.systemIdAt },
    { at: layout.systemIdAt + layout.systemIdLength, end: image.sizeBytes },
  ];
  const expected = ranges.reduce((sum, range) => sum + sum16be(image, range), 0) >>> 0;
  return [
    {
      name,
      kind: 'sum',
      ranges,
      cells: [cell],
      state: image.u32be(at) === expected ? 'ok' : 'wrong',
      correct: () => changeAt(image, at, u32beBytes(expected), 'the sum of program and calibration'),
    },
  ];
}

export function findSum(image: Image): number | null {
  const { needle, addressField } = needles.sum;
  const sites = findNeedle(image, needle, { at: layout.programAt, end: layout.calibrationAt });
  const at = onlyAddress(sites, (site) => image.u32be(site + addressField));
  const isInCalibration = at !== null && at % 2 === 0 && at >= layout.calibrationAt;
  return isInCalibration && at + layout.sumLength <= layout.systemIdAt ? at : null;
}
