import type { BlockSum, ExpectedBytes } from '../../platforms/me7/block-sums.ts';
import {
  expectedBlockSums,
  isPairAt,
  pairCorrection,
  readBlockSums,
  sumAndInverse,
} from '../../platforms/me7/block-sums.ts';
import { farTargetAt, flashAddress } from './me7.c167-code.ts';
import { u32leBytes } from '../../change.ts';
import { crc32Reflected } from '../../checksums/crc32.ts';
import { sum16le } from '../../checksums/sums.ts';
import type { Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { layout } from './me7.layout.ts';
import type { CodeName } from './me7.layout.ts';
import type { Program } from './me7.program.ts';
import { changeWithCopy, isAlfas, findMemoryEnd, listPlaces, programOf } from './me7.program.ts';

/** A checksum whose ranges and values were found; null: it was not found. */
type ExpectedChecksum = { name: string; ranges: readonly Window[]; expected: readonly ExpectedBytes[] } | null;

/** Lists inner checksums first: the program sum covers the CRCs, and the list of blocks covers everything. */
export function listMe7Checksums(image: Image): Checksum[] {
  const program = programOf(image);
  if (program === null) return [];
  const memoryEnd = findMemoryEnd(image, program);
  const isCut = memoryEnd > image.sizeBytes;
  const blocks = findCrcBlocks(image, program);
  const crcs = findCrcs(image, program, blocks);
  const byteSum = findByteSum(image, program, blocks);
  const known = [
    findCalibrationSum(image),
    ...crcs,
    byteSum,
    findStartupSum(image),
    // What is summed up to the end of the memory cannot be judged without it.
    ...(isCut ? [] : [findPagesSum(image, program), findMainSum(image, program), findBlockSums(image, program)]),
  ].filter((one) => one !== null && isHeld(image, one)) as NonNullable<ExpectedChecksum>[];
  const all = known.map((one) => createKnownChecksum(image, program, one));
  // Correcting only some of the sums would look as if all of them were correct.
  const checksums = isAlfas(image) ? all.map((one) => ({ ...one, cells: [], correct: null })) : all;
  const signature = findSignature(image, program);
  if (isCut) {
    checksums.push({ ...createUnknownChecksum('program sums', { at: 0, end: program.end }), endsBeyond: memoryEnd });
    return checksums;
  }
  if (readMainRanges(image, program) === null)
    checksums.push(createUnknownChecksum('main program sum', { at: 0, end: program.end }));
  if (readBlockList(image, program) === null)
    checksums.push(createUnknownChecksum('block sums', { at: 0, end: program.end }));
  // A program may sum the bytes of the calibration instead, and then compares no CRC (ME7Sum; measured on seven dumps).
  const sumsBytesInstead = byteSum !== null && known.includes(byteSum) && program.sites.crcValue.length === 0;
  if (crcs.length === 0 && !sumsBytesInstead)
    checksums.push(createUnknownChecksum('calibration CRC', layout.calibration));
  return signature === null ? checksums : [...checksums, signature];
}

function createKnownChecksum(
  image: Image,
  program: Program,
  { name, ranges, expected }: NonNullable<ExpectedChecksum>,
): Checksum {
  const isRight = expected.every(({ at, bytes }) =>
    listPlaces(program, at).every((placeAt) => bytes.every((byte, index) => image.bytes[placeAt + index] === byte)),
  );
  return {
    name,
    kind: 'sum',
    ranges,
    cells: expected.flatMap(({ at, bytes }) =>
      listPlaces(program, at).map((placeAt) => ({ at: placeAt, end: placeAt + bytes.length })),
    ),
    state: isRight ? 'ok' : 'wrong',
    correct: () => expected.flatMap(({ at, bytes }) => changeWithCopy(image, program, at, bytes, `the ${name}`)),
  };
}

function createUnknownChecksum(name: string, range: Window): Checksum {
  return { name, kind: 'sum', ranges: [range], cells: [], state: 'unknown', correct: null };
}

const isHeld = (image: Image, { ranges, expected }: NonNullable<ExpectedChecksum>): boolean =>
  ranges.every(({ end }) => end <= image.sizeBytes) && expected.every(({ at, bytes }) => image.has(at, bytes.length));

/** Returns the sum of the words at `firstAt` and `lastAt`. */
function computeEndsSum(image: Image, firstAt: number, lastAt: number): number {
  return (image.u16le(firstAt) ?? 0) + (image.u16le(lastAt) ?? 0);
}

function findCalibrationSum(image: Image): ExpectedChecksum {
  const [sumAt, firstAt, lastAt] = [
    layout.calibrationSumAddressAt,
    layout.calibrationFirstAddressAt,
    layout.calibrationLastAddressAt,
  ].map((at) => (image.u32le(at) ?? 0) - flashAddress);
  if (sumAt === undefined || firstAt === undefined || lastAt === undefined) return null;
  if (!image.has(sumAt, 4) || !image.has(firstAt, 2) || !image.has(lastAt, 2)) return null;
  const ranges = [wordAt(firstAt), wordAt(lastAt)];
  const expected = [{ at: sumAt, bytes: u32leBytes(computeEndsSum(image, firstAt, lastAt)) }];
  return { name: 'calibration ends sum', ranges, expected };
}

function findStartupSum(image: Image): ExpectedChecksum {
  const [firstAt, lastAt] = layout.startupWordsAt;
  const expected = [{ at: layout.startupSumAt, bytes: u32leBytes(computeEndsSum(image, firstAt, lastAt)) }];
  return { name: 'startup sum', ranges: [wordAt(firstAt), wordAt(lastAt)], expected };
}

/** Sum of the first and last word of every page of the program, without those of the calibration. */
function findPagesSum(image: Image, program: Program): ExpectedChecksum {
  const ranges: Window[] = [];
  let sum = 0;
  for (let at = 0; at < program.end; at += layout.pageLength) {
    if (at >= layout.calibration.at && at < layout.calibration.end) continue;
    const lastAt = at + layout.pageLength - 2;
    ranges.push(wordAt(at), wordAt(lastAt));
    sum += computeEndsSum(image, at, lastAt);
  }
  return { name: 'program pages sum', ranges, expected: [{ at: layout.pagesSumAt, bytes: u32leBytes(sum) }] };
}

function wordAt(at: number): Window {
  return { at, end: at + 2 };
}

/** Reads the program's only list of ranges, two or three of them; null when there is none, or more than one. */
function readMainRanges(image: Image, program: Program): Window[] | null {
  const [site, other] = [...program.sites.mainRanges, ...program.sites.alfaMainRanges];
  if (site === undefined || other !== undefined || site < 4) return null;
  const [first, second, third] = [0, 1, 2].map((index) => ({
    at: (image.u32le(site - 4 + index * 8) ?? 0) - flashAddress,
    end: (image.u32le(site + index * 8) ?? 0) - flashAddress + 1,
  })) as [Window, Window, Window];
  const isThird = third.at > second.end && isRange(third, program);
  const ranges = isThird ? [first, second, third] : [first, second];
  return ranges.every((range) => isRange(range, program)) ? ranges : null;
}

const isRange = ({ at, end }: Window, program: Program): boolean => at >= 0 && end > at && end <= program.end;

function findMainSum(image: Image, program: Program): ExpectedChecksum {
  const ranges = readMainRanges(image, program);
  if (ranges === null) return null;
  const pairAt = program.end - layout.mainSumBeforeEnd;
  const sum = ranges.reduce((total, range) => total + sum16le(image, range) + pairCorrection(image, range, pairAt), 0);
  return { name: 'main program sum', ranges, expected: [{ at: pairAt, bytes: sumAndInverse(sum >>> 0) }] };
}

function findBlockSums(image: Image, program: Program): ExpectedChecksum {
  const list = readBlockList(image, program);
  if (list === null) return null;
  const ranges = list.flatMap(({ range }) => (range === null ? [] : [range]));
  return { name: 'block sums', ranges, expected: expectedBlockSums(image, list) };
}

/** Returns the program's only list of blocks; null when there is none, or more than one. */
function readBlockList(image: Image, program: Program): BlockSum[] | null {
  const [list, other] = program.sites.blockList
    .filter((at) => at >= 4 && image.u32le(at - 4) === 0 && isPairAt(image, at + 4))
    .map((at) => readBlockSums(image, at - 4, flashAddress))
    .filter((one) => one !== null)
    // Some programs also have a short list of the processor's own memory.
    .filter((one) => one.some(({ range }) => range !== null));
  return list === undefined || other !== undefined ? null : list;
}

/** The ranges that the CRCs and the byte sum cover, as found in the program's own instructions. */
type CrcBlocks = { seed: Window | null; blocks: Window[] };

function findCrcBlocks(image: Image, program: Program): CrcBlocks | null {
  if (program.sites.crcStart.length === 0 && program.sites.crcEnd.length === 0) return earlyCrcBlocks(image, program);
  const starts = findTargets(image, program, 'crcStart', 2);
  const ends = findTargets(image, program, 'crcEnd', 4);
  // ME7Sum knows at most four blocks; other programs use another scheme.
  if (starts.length !== ends.length || starts.length === 0 || starts.length > 4) return null;
  const blocks = starts.map((at, index) => ({ at, end: (ends[index] as number) + 1 }));
  if (blocks.some(({ at, end }) => end <= at)) return null;
  const [seedAt, other] = program.sites.crcSeedBlock;
  if (seedAt === undefined || other !== undefined) return { seed: null, blocks };
  const at = farTargetAt(image, seedAt + 2, seedAt + 6);
  const length = (image.u8(seedAt + 9) ?? 0) >>> 4;
  return { seed: at === null ? null : { at, end: at + length }, blocks };
}

/**
 * Early programs store the ranges elsewhere, and they are the same in all of them (ME7Sum). They are accepted if at
 * least one CRC matches: an edit changes one or two of the three.
 */
function earlyCrcBlocks(image: Image, program: Program): CrcBlocks | null {
  const valuesAt = findTargets(image, program, 'crcValue', 6);
  const blocks = [...layout.earlyCrcRanges];
  if (valuesAt.length !== blocks.length) return null;
  const isOne = blocks.some((block, index) => crc32(image, block, 0) === image.u32le(valuesAt[index] as number));
  return isOne ? { seed: null, blocks } : null;
}

/** Returns the addresses in the instructions that match a pattern: the page follows four bytes after the offset. */
function findTargets(image: Image, program: Program, name: CodeName, offsetField: number): number[] {
  return program.sites[name]
    .map((at) => farTargetAt(image, at + offsetField, at + offsetField + 4))
    .filter((at) => at !== null)
    .filter((at) => at < program.end);
}

function findCrcs(image: Image, program: Program, found: CrcBlocks | null): ExpectedChecksum[] {
  const valuesAt = findTargets(image, program, 'crcValue', 6);
  if (found === null || valuesAt.length !== 3) return [];
  const { seed, blocks } = found;
  let crc = seed === null ? 0 : crc32(image, seed, 0);
  return blocks.map((block, index) => {
    crc = crc32(image, block, seed === null ? 0 : crc);
    // Of four blocks the last two share a value.
    const at = blocks.length < 4 || index < 2 ? valuesAt[index] : index === 3 ? valuesAt[2] : undefined;
    if (at === undefined) return null;
    return { name: `calibration CRC ${index + 1}`, ranges: [block], expected: [{ at, bytes: u32leBytes(crc) }] };
  });
}

/** zlib's CRC, continued from the CRC `before`. */
function crc32(image: Image, block: Window, before: number): number {
  return ~crc32Reflected(image, block, ~before >>> 0) >>> 0;
}

function findByteSum(image: Image, program: Program, found: CrcBlocks | null): ExpectedChecksum {
  const usual = findTargets(image, program, 'byteSum', 4);
  const [at, other] = usual.length > 0 ? usual : findTargets(image, program, 'byteSumOther', 4);
  if (found === null || at === undefined || other !== undefined) return null;
  let sum = 0;
  for (const block of found.blocks) {
    for (let next = block.at; next < block.end; next += 1) sum += image.bytes[next] as number;
  }
  return { name: 'calibration byte sum', ranges: found.blocks, expected: [{ at, bytes: sumAndInverse(sum >>> 0) }] };
}

function findSignature(image: Image, program: Program): Checksum | null {
  const [at, modulusAt] = findTargets(image, program, 'signature', 6);
  if (at === undefined || modulusAt === undefined) return null;
  const cells = [{ at, end: at + 0x80 }];
  const ranges = [{ at: 0, end: program.end }];
  return { name: 'RSA signature', kind: 'signature', ranges, cells, state: 'unknown', correct: null };
}
