import { changeAt, u32leBytes } from '../../change.ts';
import { crc32Reflected } from '../../checksums/crc32.ts';
import type { Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import type { BlockSum } from '../../platforms/me7/block-sums.ts';
import { expectedBlockSums } from '../../platforms/me7/block-sums.ts';
import { layout } from './bmw-me7.layout.ts';
import type { CrcList } from './bmw-me7.lists.ts';
import { findCrcList } from './bmw-me7.lists.ts';

const blockLength = 0x10;
const sumField = 8;

export function listChecksums(image: Image): Checksum[] {
  const list = image.memo(findCrcList);
  if (list === null) return [];
  const sums = image.sizeBytes > layout.calibrationLength ? [programChecksum(image, list)] : [];
  // The block sums lie inside the area of the first CRC, and a later row covers nothing that an earlier one does.
  return [blockSums(image, list), ...listCrcs(image, list), ...sums];
}

/** Sums of the blocks in the calibration; the other blocks belong to a program that the file may not contain. */
function blockSums(image: Image, list: CrcList): Checksum {
  const blocks = image.memo(listBlocks);
  const ranges = blocks.flatMap(({ range }) => (range === null ? [] : [range]));
  const expected = ranges.length === 0 ? [] : expectedBlockSums(image, blocks);
  const isRight = expected.every(({ at, bytes }) => bytes.every((byte, index) => image.bytes[at + index] === byte));
  return {
    name: 'block sums',
    kind: 'sum',
    ranges: ranges.length === 0 ? [{ at: list.start, end: list.start + layout.calibrationLength }] : ranges,
    cells: expected.map(({ at, bytes }) => ({ at, end: at + bytes.length })),
    state: ranges.length === 0 ? 'unknown' : isRight ? 'ok' : 'wrong',
    correct:
      ranges.length === 0
        ? null
        : () => expected.flatMap(({ at, bytes }) => changeAt(image, at, bytes, 'the sum of a block')),
  };
}

/** Whether every byte of the window is covered by a sum that is checked. */
export function areSummed(image: Image, { at, end }: Window): boolean {
  return image.memo(listBlocks).some(({ range }) => range !== null && range.at <= at && end <= range.end);
}

function listBlocks(image: Image): BlockSum[] {
  const list = image.memo(findCrcList);
  if (list === null) return [];
  const { start } = list;
  const calibration = { at: start, end: start + layout.calibrationLength };
  const shift = start - layout.address;
  return layout.blockListFields.flatMap((field) => {
    const rows: BlockSum[] = [];
    for (let at = start + field; rows.length < layout.maxBlocks; at += blockLength) {
      const [first, last] = [image.u32le(at) ?? 0, image.u32le(at + 4) ?? 0];
      const isPair = (image.u32le(at + sumField) ?? 0) === ~(image.u32le(at + sumField + 4) ?? 0) >>> 0;
      if (last <= first || !isPair || at + blockLength > calibration.end) break;
      const range = { at: first + shift, end: last + shift + 1 };
      const isInside = range.at >= calibration.at && range.end <= calibration.end;
      rows.push({ at, range: isInside ? range : null });
    }
    return rows;
  });
}

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
