import { changeAt, u32leBytes } from '../../change.ts';
import { crc32Reflected } from '../../checksums/crc32.ts';
import type { Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import type { BlockSum } from '../../platforms/me7/block-sums.ts';
import { expectedBlockSums, readOpenList } from '../../platforms/me7/block-sums.ts';
import { layout } from './bmw-me7.layout.ts';
import type { CrcList } from './bmw-me7.lists.ts';
import { findCrcList } from './bmw-me7.lists.ts';

export function listChecksums(image: Image): Checksum[] {
  const list = image.memo(findCrcList);
  if (list === null) return [];
  const sums = image.sizeBytes > layout.calibrationLength ? [programChecksum(image, list)] : [];
  // The block sums lie inside the area of the first CRC, and a later row covers nothing that an earlier one does.
  return [...blockSums(image, list), ...listCrcs(image, list), ...sums];
}

/** Sums of the blocks in the calibration; the other blocks belong to a program that the file may not contain. */
function blockSums(image: Image, { start }: CrcList): Checksum[] {
  const { blocks, isWhole } = image.memo(listBlocks);
  const name = 'block sums';
  const calibration = [{ at: start, end: start + layout.calibrationLength }];
  const unknown: Checksum = { name, kind: 'sum', ranges: calibration, cells: [], state: 'unknown', correct: null };
  const ranges = blocks.flatMap(({ range }) => (range === null ? [] : [range]));
  if (ranges.length === 0) return [unknown];
  const expected = expectedBlockSums(image, blocks);
  const isRight = expected.every(({ at, bytes }) => bytes.every((byte, index) => image.bytes[at + index] === byte));
  const judged: Checksum = {
    name,
    kind: 'sum',
    ranges,
    cells: expected.map(({ at, bytes }) => ({ at, end: at + bytes.length })),
    state: isRight ? 'ok' : 'wrong',
    correct: () => expected.flatMap(({ at, bytes }) => changeAt(image, at, bytes, 'the sum of a block')),
  };
  return isWhole ? [judged] : [judged, { ...unknown, name: 'block sums that could not be read' }];
}

/** Whether every byte of the window is covered by a sum that is checked. */
export function areSummed(image: Image, { at, end }: Window): boolean {
  return image.memo(listBlocks).blocks.some(({ range }) => range !== null && range.at <= at && end <= range.end);
}

function listBlocks(image: Image): { blocks: BlockSum[]; isWhole: boolean } {
  const list = image.memo(findCrcList);
  if (list === null) return { blocks: [], isWhole: false };
  const shift = list.start - layout.address;
  const lists = layout.blockListFields.map((field) => readOpenList(image, list.start + field, isSound));
  const blocks = lists
    .flatMap(({ rows }) => rows)
    .map(({ at, first, last }): BlockSum => {
      const range = { at: first + shift, end: last + shift + 1 };
      const isInside = range.at >= list.start && range.end <= list.start + layout.calibrationLength;
      return { at, range: isInside ? range : null };
    });
  return { blocks, isWhole: lists.every(({ rows, isWhole }) => isWhole && rows.length >= layout.minBlocks) };
}

/** Some rows with a sum and its inverse are about the processor's own memory, or have one address twice. */
const isSound = ({ first, last, isPair }: { first: number; last: number; isPair: boolean }): boolean =>
  last < layout.memoryEnd && (isPair ? last >= first : last > first && first >= layout.memoryAddress);

function listCrcs(image: Image, { rows }: CrcList): Checksum[] {
  return rows.map(({ range, valueAt }, index): Checksum => {
    const expected = ~crc32Reflected(image, range, 0xffffffff) >>> 0;
    const name = `calibration CRC ${index + 1}`;
    return {
      name,
      kind: 'sum',
      ranges: [range],
      cells: [{ at: valueAt, end: valueAt + 4 }],
      state: image.u32le(valueAt) === expected ? 'ok' : 'wrong',
      correct: () => changeAt(image, valueAt, u32leBytes(expected), `the ${name}`),
    };
  });
}

/** The program's other sums. ME7Sum's ranges of the same kind leave the calibration out. */
function programChecksum(image: Image, { start }: CrcList): Checksum {
  const ranges = [
    { at: 0, end: start },
    { at: start + layout.calibrationLength, end: image.sizeBytes },
  ];
  return { name: 'program sums', kind: 'sum', ranges, cells: [], state: 'unknown', correct: null };
}
