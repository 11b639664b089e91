import { listAnchor } from '../../anchors.ts';
import type { Image, Window } from '../../image.ts';
import type { FoundText } from '../../platforms/bosch/numbers.ts';
import { softwareNumberAt } from '../../platforms/bosch/numbers.ts';

/**
 * One block of the EDC16 platform. `range` is what its sum covers and `at` where its header is: in a program block at
 * the start of the range, in some boot and BMW dataset blocks before or inside it.
 */
export type Edc16Block = {
  at: number;
  end: number;
  /** Measured: 0x10 and 0x30 to 0x4F are program, 0x50 calibration, 0x80 what belongs to both. */
  type: number;
  softwareNumber: FoundText | null;
  dataset: FoundText | null;
  /** Number of the platform project that a calibration is made for, such as 447. null: not stored there. */
  platform: number | null;
  range: Window;
  /** Add this to an address of the block to get the offset in the file. */
  shift: number;
  /** Ranges inside other blocks that have sums of their own. */
  innerRanges: Window[];
  /** Address of the compensation word of the block this one was made for, and offset of this block's copy of it. */
  dependsOn: { address: number; copyAt: number } | null;
};

// Layout of header and records: measured, the same in every dump that has one. DTCController (facts only) has the magic
// words at the same place. Headers start at multiples of 0x100, of 0x40, and with BMW after a text: at 0xE0044 and
// 0xE0244.
const headerStep = 4;
const headersBehindText = [0xe0044, 0xe0244];
/** Measured: four of BMW's 1 MB files, and none of another maker. */
export const isBehindText = ({ at }: Edc16Block) => headersBehindText.includes(at);
const usualStep = 0x100;
const platformField = 0x04;
const lengthField = 0x08;
const softwareNumberField = 0x10;
const datasetField = 0x1a;
const datasetLength = 8;
const recordCountField = 0x22;
const firstRecordField = 0x2c;
const headerLength = 0x30;
const recordLength = 0x28;
const recordLimit = 8;
const startField = 0x08;
const lastField = 0x0c;
const magicField = 0x10;
const dependencyField = 0x18;
const copyField = 0x1c;
export const blockSeed = 0xfadecafe;
export const blockResult = 0xcafeaffe;
const magicWords = '\xfa\xde\xca\xfe\xca\xfe\xaf\xfe';
/** Every record has them, and every header up to eight records. */
const maxMagicWords = 0x400;
/** The largest memory of the family is 2 MB; some reads also contain the processor's own 512 KB. */
const blocksEndLimit = 0x400000;
const page = 0x10000;
/** One read of BMW's lacks the first 32 KB of the processor's memory. */
const halfPage = 0x8000;
/** Measured: 1 to 6 blocks. */
const maxBlocks = 32;

export function listEdc16Blocks(image: Image): Edc16Block[] {
  const blocks: Edc16Block[] = [];
  const seedField = firstRecordField + magicField;
  const seeds = { at: seedField, end: blocksEndLimit + seedField };
  // Bytes are never covered twice: a forged file must not have its bytes summed once per header.
  let coveredEnd = 0;
  let from = 0;
  for (const seedAt of listAnchor(image, magicWords, seeds, maxMagicWords)) {
    const at = seedAt - seedField;
    if (at < from || at % headerStep !== 0 || blocks.length >= maxBlocks) continue;
    const block = blockAt(image, at);
    if (block === null || block.range.at < coveredEnd) continue;
    blocks.push(block);
    coveredEnd = Math.max(coveredEnd, Math.min(block.end, image.sizeBytes));
    from = Math.max(at + headerStep, block.end);
  }
  return blocks;
}

function blockAt(image: Image, at: number): Edc16Block | null {
  const recordAt = at + firstRecordField;
  const record = recordRange(image, recordAt);
  if (record === null) return null;
  const length = record.last + 1 - record.start;
  const count = recordCount(image, at);
  // Off the usual grid, a header counts only if its length and its number of records agree.
  if (at % usualStep !== 0 && count === null) return null;
  const headerAtStart = image.u32be(at + lengthField) === length || (record.start % page === 0 && at % page === 0);
  const shift = headerAtStart ? at - record.start : findNearestShift(at, record.start);
  const range = { at: record.start + shift, end: record.last + 1 + shift };
  if (range.at < 0 || length > blocksEndLimit) return null;
  const platform = image.u32be(at + platformField) ?? 0;
  return {
    at,
    end: Math.max(range.end, at + headerLength),
    type: image.u8(recordAt) ?? 0,
    softwareNumber: softwareNumberAt(image, at + softwareNumberField),
    dataset: datasetAt(image, at + datasetField),
    platform: platform >>> 23 === 1 ? (platform >>> 8) & 0x7fff : null,
    range,
    shift,
    innerRanges: innerRanges(image, at, count ?? 1, shift, range),
    dependsOn: readDependency(image, recordAt, shift, range),
  };
}

/**
 * A byte has the same offset within its half page as in memory, and a header stays near its range: measured, 0x3D0
 * before the range to 0x180 inside it.
 */
const findNearestShift = (at: number, start: number): number => Math.round((at - start) / halfPage) * halfPage;

/** Returns the first and last address that a record covers. A stray copy of the two magic words has none. */
function recordRange(image: Image, recordAt: number): { start: number; last: number } | null {
  if (image.u32be(recordAt + magicField) !== blockSeed) return null;
  if (image.u32be(recordAt + magicField + 4) !== blockResult) return null;
  const start = image.u32be(recordAt + startField);
  const last = image.u32be(recordAt + lastField);
  if (start === null || last === null || last <= start || last - start >= blocksEndLimit) return null;
  return { start, last };
}

function recordCount(image: Image, at: number): number | null {
  const count = image.u16be(at + recordCountField) ?? 0;
  const agrees = count > 0 && count <= recordLimit && image.u32be(at) === headerLength + count * recordLength;
  return agrees ? count : null;
}

function innerRanges(image: Image, at: number, count: number, shift: number, outer: Window): Window[] {
  const found: Window[] = [];
  for (let index = 1; index < count; index += 1) {
    const record = recordRange(image, at + firstRecordField + index * recordLength);
    if (record === null) continue;
    const range = { at: record.start + shift, end: record.last + 1 + shift };
    // Copies of ranges in the processor's RAM have records, too, and one record repeats the block's own range.
    const isInFile = range.at >= 0 && range.end <= image.sizeBytes;
    if (isInFile && (range.at !== outer.at || range.end !== outer.end)) found.push(range);
  }
  return found;
}

function readDependency(image: Image, recordAt: number, shift: number, range: Window): Edc16Block['dependsOn'] {
  const address = image.u32be(recordAt + dependencyField);
  const copyAddress = image.u32be(recordAt + copyField);
  if (address === null || copyAddress === null || address === 0) return null;
  const copyAt = copyAddress + shift;
  return copyAt >= range.at && copyAt + 4 <= range.end ? { address, copyAt } : null;
}

function datasetAt(image: Image, at: number): FoundText | null {
  const value = image.ascii(at, datasetLength);
  return value !== null && /^[A-Z0-9_]+$/.test(value) ? { value, at } : null;
}
