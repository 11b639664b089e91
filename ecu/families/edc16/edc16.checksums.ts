import type { Edc16Block } from './edc16.blocks.ts';
import { blockResult, blockSeed, listEdc16Blocks } from './edc16.blocks.ts';
import { sum32be } from '../../checksums/sums.ts';
import { changeAt, u32beBytes } from '../../change.ts';
import type { Change, Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { layout } from './edc16.layout.ts';

/** Seed and all words of a range add up to the result; every record contains both. */
const expectedSum = (blockResult - blockSeed) >>> 0;

/** Inner ranges are recorded by one block and lie in another. No more than these are ever summed. */
const innerRangeLimit = 16;

export function listChecksums(image: Image): Checksum[] {
  const all = image.memo(listEdc16Blocks);
  const blocks = all.filter(({ range }) => range.end <= image.sizeBytes);
  const cut = all.filter(({ range }) => range.end > image.sizeBytes);
  const inner = blocks.flatMap((block) => block.innerRanges).slice(0, innerRangeLimit);
  return [
    ...inner.filter((range) => isInside(range, blocks)).map((range) => createInnerSum(image, range)),
    ...blocks.filter(({ range }) => hasTail(range)).map((block) => createBlockSum(image, block, blocks)),
    ...blocks
      .filter(({ range }) => hasTail(range) && isSigned(image, range))
      .map(({ range }) => createSignature(range)),
    ...cut.map(({ range }) => cutOff(image, range)),
  ];
}

function cutOff({ sizeBytes }: Image, { at, end }: Window): Checksum {
  return {
    name: `Block sum 0x${hex(at)}`,
    kind: 'sum',
    ranges: [{ at: Math.min(at, sizeBytes), end: sizeBytes }],
    cells: [],
    state: 'unknown',
    correct: null,
    endsBeyond: end,
  };
}

/** Offset of the word that makes the sum of a block match: before the signature and the signature's own sum. */
const compensationAt = ({ end }: Window) => end - layout.compensationToEnd;

function createBlockSum(image: Image, block: Edc16Block, blocks: readonly Edc16Block[]): Checksum {
  const { range, result } = findSummedPart(image, block.range);
  const sum = sum32be(image, range);
  return {
    name: `Block sum 0x${hex(range.at)}`,
    kind: 'sum',
    ranges: [range],
    cells: followChain(block, blocks).flatMap(({ copyAt, block: { range: link } }) => [
      ...(copyAt === null ? [] : [{ at: copyAt, end: copyAt + 4 }]),
      { at: compensationAt(link), end: compensationAt(link) + 4 },
    ]),
    state: sum === result ? 'ok' : 'wrong',
    correct: () => correctBlock(image, block, blocks, (result - sum) >>> 0),
  };
}

/** Signature and its own sum add the same to every block; where they are not filled in, the sum ends before them. */
function findSummedPart(image: Image, range: Window): { range: Window; result: number } {
  const isFilledIn = image.bytes.subarray(range.end - 8, range.end).some((byte) => byte !== 0xff);
  if (isFilledIn) return { range, result: expectedSum };
  return { range: { at: range.at, end: range.end - layout.signatureToEnd }, result: layout.sumBeforeSignature };
}

/**
 * Every block contains a copy of the compensation word of the block it was made for, next to its own. A correct copy is
 * corrected as well, and the word beside it absorbs the difference, so that no other sum changes.
 */
function correctBlock(image: Image, first: Edc16Block, blocks: readonly Edc16Block[], difference: number): Change[] {
  const changes: Change[] = [];
  let before: number | null = null;
  let added = difference;
  for (const { block, copyAt } of followChain(first, blocks)) {
    if (copyAt !== null) {
      if (image.u32be(copyAt) !== before) break;
      changes.push(...changeAt(image, copyAt, u32beBytes((before ?? 0) + added), layout.copyWhy));
      added = -added;
    }
    const at = compensationAt(block.range);
    before = image.u32be(at) ?? 0;
    changes.push(...changeAt(image, at, u32beBytes(before + added), layout.compensationWhy));
  }
  return changes;
}

/** Returns the block and those that contain a copy of its compensation word, each with the offset of the copy. */
function followChain(first: Edc16Block, blocks: readonly Edc16Block[]): { block: Edc16Block; copyAt: number | null }[] {
  const chain: { block: Edc16Block; copyAt: number | null }[] = [{ block: first, copyAt: null }];
  for (let last = first; chain.length <= blocks.length;) {
    const address = compensationAt(last.range) - last.shift;
    const next = blocks.filter(
      (one) => one.dependsOn?.address === address && !chain.some(({ block }) => block === one),
    );
    const [only] = next;
    if (next.length !== 1 || only === undefined || only.dependsOn === null) break;
    const { copyAt } = only.dependsOn;
    // A copy stands directly before the word that absorbs the difference; anything else is not such a copy.
    if (copyAt !== compensationAt(only.range) - 4) break;
    chain.push({ block: only, copyAt });
    last = only;
  }
  return chain;
}

function createInnerSum(image: Image, range: Window): Checksum {
  if (range.at % 4 !== 0 || range.end % 4 !== 0) return createUnreadSum(range);
  const sum = sum32be(image, range);
  const at = range.end - 4;
  return {
    name: `Inner sum 0x${hex(range.at)}`,
    kind: 'sum',
    ranges: [range],
    cells: [{ at, end: range.end }],
    state: sum === expectedSum ? 'ok' : 'wrong',
    correct: () => changeAt(image, at, u32beBytes((image.u32be(at) ?? 0) + expectedSum - sum), layout.compensationWhy),
  };
}

/** Measured on one file of PSA: a range of 0x2FA bytes from 0xC0472, which is not a whole number of words. */
function createUnreadSum(range: Window): Checksum {
  return {
    name: `Inner sum 0x${hex(range.at)}`,
    kind: 'sum',
    ranges: [range],
    cells: [],
    state: 'unknown',
    correct: null,
  };
}

/** 1024-bit RSA over the MD5 of the block. The modulus differs between control units. */
function createSignature(range: Window): Checksum {
  const at = range.end - layout.signatureToEnd;
  return {
    name: `Signature 0x${hex(range.at)}`,
    kind: 'signature',
    ranges: [{ at: range.at, end: at }],
    cells: [{ at, end: range.end - 4 }],
    state: 'unknown',
    correct: null,
  };
}

function isSigned(image: Image, { end }: Window): boolean {
  const signed = image.bytes.subarray(end - layout.signatureToEnd, end - 4);
  return signed.some((byte) => byte !== 0xff) && signed.some((byte) => byte !== 0x00);
}

function isInside(inner: Window, blocks: readonly Edc16Block[]): boolean {
  return (
    inner.end - inner.at >= 8 && blocks.some(({ range }) => range.at <= inner.at && inner.end <= compensationAt(range))
  );
}

const hasTail = ({ at, end }: Window) => end - at >= layout.tailLength && (end - at) % 4 === 0;
const hex = (value: number) => value.toString(16).toUpperCase();
