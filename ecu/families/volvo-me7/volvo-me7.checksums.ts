import type { BlockSum } from '../../platforms/me7/block-sums.ts';
import { expectedBlockSums, readOpenList } from '../../platforms/me7/block-sums.ts';
import { changeAt } from '../../change.ts';
import type { Checksum } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './volvo-me7.layout.ts';

type BlockList = { blocks: BlockSum[]; isWhole: boolean };

/** Returns the list of blocks; null when there is none. Those of the half that a file does not hold have no range. */
export function blockListOf(image: Image): BlockList | null {
  return image.memo(readList);
}

export function listVolvoMe7Checksums(image: Image): Checksum[] {
  const list = blockListOf(image);
  if (list === null) return [unknownSums(image)];
  const { blocks, isWhole } = list;
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
    ...(isWhole ? [] : [{ ...unknownSums(image), name: 'block sums that could not be read' }]),
    ...(declaredEnd > image.sizeBytes ? [cutOff(image, declaredEnd)] : []),
  ];
}

/** Where the last block of the list ends, in the file or beyond it. */
const readDeclaredEnd = (image: Image, blocks: readonly BlockSum[]): number =>
  (image.u32le((blocks.at(-1)?.at ?? -1) + 4) ?? -1) + 1;

function cutOff(image: Image, endsBeyond: number): Checksum {
  return { ...unknownSums(image), name: 'block sums beyond the end of the file', endsBeyond };
}

/** Its blocks follow each other inside the flash. */
function readList(image: Image): BlockList | null {
  const { rows, isWhole } = readOpenList(
    image,
    layout.blockListAt,
    ({ first, last }, freeAt) => first >= freeAt && last > first && last < layout.flashLength,
  );
  if (rows.length < layout.minBlocks) return null;
  const blocks = rows.map(({ at, first, last }) => ({
    at,
    range: last < image.sizeBytes ? { at: first, end: last + 1 } : null,
  }));
  return { blocks, isWhole };
}

function unknownSums(image: Image): Checksum {
  const ranges = [{ at: 0, end: image.sizeBytes }];
  return { name: 'block sums', kind: 'sum', ranges, cells: [], state: 'unknown', correct: null };
}
