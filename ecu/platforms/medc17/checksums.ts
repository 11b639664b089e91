import { changeAt, u32leBytes } from '../../change.ts';
import { crc32Reflected, solveCrc32Reflected } from '../../checksums/crc32.ts';
import { sum16le, sum32le } from '../../checksums/sums.ts';
import type { Change, Checksum, ChecksumState } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import type { Medc17Block, Medc17Record } from './blocks.ts';
import { listMedc17Blocks, placeAmong, toOffset } from './blocks.ts';
import { listSums } from './sum-list.ts';

// Algorithms: ConnorHowell/medc17-checksum-tool (MIT); every record of the dumps measured matches.
const crc32Algorithm = 0x00;
const sum32Algorithm = 0x01;
const sum16Algorithm = 0x10;
const crc32Result = 0x35015001;
const signatureLength = 0x80;

/** Lists inner checksums before outer ones: records that cover a part, then the lists of sums, then whole blocks. */
export function medc17Checksums(image: Image): Checksum[] {
  const all = listMedc17Blocks(image);
  const blocks = all.filter(({ end }) => end <= image.sizeBytes);
  const cut = all.filter(({ end }) => end > image.sizeBytes).map((block) => cutOff(image, block));
  const checkRecords = (block: Medc17Block, from: number, end?: number) =>
    block.records.slice(from, end).flatMap((record) => checkRecord(image, blocks, block, record));
  const inner = blocks.flatMap((block) => checkRecords(block, 1));
  const outer = blocks.flatMap((block) => checkRecords(block, 0, 1));
  const lists = blocks.flatMap((block) => listSums(image, block));
  const signatures = blocks.flatMap((block) => readSignature(image, block));
  return [...keepAffordable(image, [...inner, ...lists, ...outer, ...signatures]), ...cut];
}

const cutOff = (image: Image, { at, end }: Medc17Block): Checksum => ({
  name: `Block at 0x${hex(at)}`,
  kind: 'sum',
  ranges: [{ at, end: image.sizeBytes }],
  cells: [],
  state: 'unknown',
  correct: null,
  endsBeyond: end,
});

/** A forged file may name the same bytes over and over. Real ones cover each byte at most three times. */
const coveredLimit = 6;

function keepAffordable(image: Image, checksums: readonly Checksum[]): Checksum[] {
  const names = new Set<string>();
  let left = image.sizeBytes * coveredLimit;
  return checksums.filter(({ name, ranges }) => {
    for (const { at, end } of ranges) left -= end - at;
    const isNew = !names.has(name);
    names.add(name);
    return isNew && left >= 0;
  });
}

function checkRecord(
  image: Image,
  blocks: readonly Medc17Block[],
  block: Medc17Block,
  record: Medc17Record,
): Checksum[] {
  const at = placeAmong(blocks, block, record.startAddress);
  const range = { at, end: placeAmong(blocks, block, record.lastAddress) + 1 };
  // A range that ends in a different block than it begins in is whole only if the two follow each other in the file.
  if (range.end - at !== record.lastAddress + 1 - record.startAddress) return [];
  // A correction adjusts the last word of the range.
  if (range.at < 0 || range.end > image.sizeBytes || range.end - range.at < 8 || (range.end - range.at) % 4 !== 0) {
    return [];
  }
  const compute = algorithms[record.algorithm];
  const cell = { at: range.end - 4, end: range.end };
  let known: ChecksumState | undefined;
  return [
    {
      name: `${compute?.name ?? 'Sum'} of 0x${hex(range.at)}-0x${hex(range.end - 1)}`,
      kind: 'sum',
      ranges: [range],
      cells: [cell],
      get state() {
        known ??= computeState(image, blocks, block, record, range);
        return known;
      },
      correct: compute === undefined ? null : () => compute.correct(image, record, range),
    },
  ];
}

/** A record that leads beyond all blocks is trusted only if it matches: the file may lack what lies in between. */
function computeState(
  image: Image,
  blocks: readonly Medc17Block[],
  block: Medc17Block,
  record: Medc17Record,
  range: Window,
): ChecksumState {
  const compute = algorithms[record.algorithm];
  if (compute === undefined) return 'unknown';
  if (compute.isRight(image, record, range)) return 'ok';
  const isInside = blocks.some(({ at, end }) => range.at >= at && range.end <= end);
  return isInside && !isUnprogrammed(image, block, range) ? 'wrong' : 'unknown';
}

/** An area reserved for a program that was never written has no checksum: its header word and last word are filler. */
function isUnprogrammed(image: Image, block: Medc17Block, range: Window): boolean {
  const words = [image.u32le(block.headerEnd - 4), image.u32le(range.end - 4)];
  return words.every((word) => word === 0xffffffff || word === 0xafafafaf || word === 0xc3c3c3c3 || word === 0);
}

type Algorithm = {
  name: string;
  isRight(image: Image, record: Medc17Record, range: Window): boolean;
  correct(image: Image, record: Medc17Record, range: Window): Change[];
};

const why = 'the last word of the range makes its checksum right';

function additive(name: string, sum: (image: Image, range: Window, seed: number) => number): Algorithm {
  return {
    name,
    isRight: (image, { seed, result }, range) => sum(image, range, seed) === result,
    correct(image, { seed, result }, range) {
      const word = image.u32le(range.end - 4) ?? 0;
      return changeAt(image, range.end - 4, u32leBytes(word + result - sum(image, range, seed)), why);
    },
  };
}

const algorithms: Record<number, Algorithm | undefined> = {
  [crc32Algorithm]: {
    name: 'CRC-32',
    isRight: (image, { seed }, range) => crc32Reflected(image, range, seed) === crc32Result,
    correct(image, { seed }, range) {
      const before = crc32Reflected(image, { at: range.at, end: range.end - 4 }, seed);
      return changeAt(image, range.end - 4, u32leBytes(solveCrc32Reflected(before, crc32Result)), why);
    },
  },
  [sum32Algorithm]: additive('ADD32', (image, range, seed) => (seed + sum32le(image, range)) >>> 0),
  // Half words are summed, but the last word counts as a whole one.
  [sum16Algorithm]: additive('ADD16', (image, { at, end }, seed) => {
    return (seed + sum16le(image, { at, end: end - 4 }) + (image.u32le(end - 4) ?? 0)) >>> 0;
  }),
};

/** 1024-bit signature before the end of the block, made with Bosch's key over everything in front of it. */
function readSignature(image: Image, block: Medc17Block): Checksum[] {
  const [whole] = block.records;
  if (whole === undefined) return [];
  const at = toOffset(block, whole.signatureAddress);
  const cell = { at, end: at + signatureLength };
  if (at <= block.at || cell.end > block.end) return [];
  const first = image.bytes[at];
  if (image.bytes.subarray(at, cell.end).every((byte) => byte === first)) return [];
  return [
    {
      name: `RSA signature of the block at 0x${hex(block.at)}`,
      kind: 'signature',
      ranges: [{ at: block.at, end: at }],
      cells: [cell],
      state: 'unknown',
      correct: null,
    },
  ];
}

const hex = (address: number) => address.toString(16).toUpperCase();
