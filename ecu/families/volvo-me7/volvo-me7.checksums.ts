import type { BlockSum } from '../../platforms/me7/block-sums.ts';
import { readBlockSumsInOrder, expectedBlockSums } from '../../platforms/me7/block-sums.ts';
import { changeAt } from '../../change.ts';
import type { Checksum } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './volvo-me7.layout.ts';

/** Returns the list of blocks; null when there is none. */
export function blockListOf(image: Image): BlockSum[] | null {
  return image.memo(readList);
}

export function listVolvoMe7Checksums(image: Image): Checksum[] {
  const blocks = blockListOf(image);
  if (blocks === null) return [unknownSums(image)];
  const expected = expectedBlockSums(image, blocks);
  const isRight = expected.every(({ at, bytes }) => bytes.every((byte, index) => image.bytes[at + index] === byte));
  const declaredEnd = readDeclaredEnd(image, blocks);
  return [
    {
      name: 'block sums',
      kind: 'sum',
      ranges: blocks.flatMap(({ range }) => (range === null ? [] : [range])),
      cells: expected.map(({ at, bytes }) => ({ at, end: at + bytes.length })),
      state: isRight ? 'ok' : 'wrong',
      correct: () => expected.flatMap(({ at, bytes }) => changeAt(image, at, bytes, 'the sum of a block')),
    },
    ...(declaredEnd > image.sizeBytes ? [cutOff(image, declaredEnd)] : []),
  ];
}

/** Where the last block of the list ends, in the file or beyond it. */
const readDeclaredEnd = (image: Image, blocks: readonly BlockSum[]): number =>
  (image.u32le((blocks.at(-1)?.at ?? -1) + 4) ?? -1) + 1;

function cutOff(image: Image, endsBeyond: number): Checksum {
  return { ...unknownSums(image), name: 'block sums beyond the end of the file', endsBeyond };
}

function readList(image: Image): BlockSum[] | null {
  const blocks = readBlockSumsInOrder(image, layout.blockListAt, layout.flashLength);
  return blocks.length < layout.minBlocks ? null : blocks;
}

function unknownSums(image: Image): Checksum {
  const ranges = [{ at: 0, end: image.sizeBytes }];
  return { name: 'block sums', kind: 'sum', ranges, cells: [], state: 'unknown', correct: null };
}
