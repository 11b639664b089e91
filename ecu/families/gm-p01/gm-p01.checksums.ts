import { changeAt, u16beBytes } from '../../change.ts';
import { sum16be } from '../../checksums/sums.ts';
import type { Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { layout } from './gm-p01.layout.ts';
import type { Segment } from './gm-p01.segments.ts';
import { readSegments } from './gm-p01.segments.ts';

/** Every segment has one word that makes the sum of its words zero (PcmHacks, FileValidator; facts only). */
export function gmP01Checksums(image: Image): Checksum[] {
  return (image.memo(readSegments) ?? []).map((segment) => toChecksum(image, segment));
}

function toChecksum(image: Image, segment: Segment): Checksum {
  const { name, sumAt } = segment;
  const ranges = rangesOf(segment);
  const cell = { at: sumAt, end: sumAt + 2 };
  const expected = ranges.reduce((sum, range) => sum - sum16be(image, range), 0) & 0xffff;
  return {
    name,
    kind: 'sum',
    ranges,
    cells: [cell],
    state: image.u16be(sumAt) === expected ? 'ok' : 'wrong',
    correct: () => changeAt(image, sumAt, u16beBytes(expected), `The sum of "${name}"`),
  };
}

function rangesOf({ at, end, sumAt }: Segment): Window[] {
  if (at > 0) return [{ at: sumAt + 2, end }];
  return [
    { at, end: sumAt },
    { at: sumAt + 2, end: layout.ownPagesAt },
    { at: layout.programAt, end },
  ];
}
