import { crc32Reflected, solveCrc32Reflected } from '../checksums/crc32.ts';
import { sum16le, sum32le } from '../checksums/sums.ts';
import { Image } from '../image.ts';
import type { Medc17TableOptions } from './medc17-tables.ts';
import { writeMedc17Tables } from './medc17-tables.ts';
import { SampleImage } from './sample-image.ts';

export type Medc17Options = {
  variant?: string;
  plate?: string;
  dataset?: string;
  secondSoftwareNumber?: string;
  recordStart?: number;
  /** ADD16 and the list of sums after the header, as in petrol units. */
  isPetrol?: boolean;
  /** The codes come before the maker's numbers, or between masks and bytes, or are the maker's and come between. */
  codes?: 'before numbers' | 'between' | 'maker' | 'twins' | 'numbered' | 'none';
  /** One row of the numbered faults is marked as unused but has a code. */
  unusedFaultHasCode?: boolean;
  hasNarrowMasks?: boolean;
  /** One more class than there are codes. */
  hasOneClassMore?: boolean;
  secondClassesAt?: number;
  /** As in EDC17C46: six bytes between the classes and what always follows them. */
  hasSixBytesMore?: boolean | 'on even places';
  firstDisableMask?: number;
  breaksMarker?: boolean;
  breaksSum?: boolean;
  isUnprogrammed?: boolean;
  /** Masks, classes and codes of another shape than these. */
  tables?: Medc17TableOptions;
  /** As in EDC17C19: free bytes after the last word that the header counts as part of the block. */
  freeBytes?: number;
  breaksLastWord?: boolean;
  /** An inner range of the variants' block lies in the block of the data set. */
  hasRangeInOtherBlock?: boolean;
};

const medc17SampleSize = 0x80000;
export const variantsAt = 0x20000;
export const calibrationAt = 0x40000;
export const masksAt = 0x41004;
export const codesAt = 0x46100;
const twinCodesAt = 0x48100;
export const entries = 301;
export const innerRange = { at: 0x40800, end: 0x40900 };
const calibrationSize = 0x40000;
const addressOf = (at: number) => 0x80000000 + at;

/** Builds two blocks: the variants of a data set, and the data set with masks, classes and codes. */
export function medc17Sample(options: Medc17Options = {}): Uint8Array {
  const sample = new SampleImage(medc17SampleSize, 0xc3);
  const { dataset = 'P598G3W1', secondSoftwareNumber = '1037500001', isPetrol = false } = options;
  const { freeBytes = 0, hasRangeInOtherBlock = false } = options;
  const inner = isPetrol ? 0x10 : 0x01;
  const variants = { at: variantsAt, size: 0x10000, type: 0x80, name: `1037500001${dataset}` };
  const farAddress = hasRangeInOtherBlock ? 0x80100000 : addressOf(variantsAt);
  writeBlock(sample, { ...variants, address: farAddress, inner: hasRangeInOtherBlock ? inner : null });
  const name = `${secondSoftwareNumber}${dataset}`;
  const calibration = { at: calibrationAt, size: calibrationSize, type: 0x60, name, address: addressOf(calibrationAt) };
  writeBlock(sample, { ...calibration, freeBytes, inner: hasRangeInOtherBlock ? null : inner });
  if (options.breaksLastWord === true) sample.u8(calibrationAt + calibrationSize - freeBytes - 4, 0);
  sample.u32le(calibrationAt + 0x38, options.recordStart ?? addressOf(calibrationAt));
  const { variant = '35/1/EDC17_CP14/5/P598//C598G3W1///' } = options;
  sample.text(calibrationAt + 0xa10, variant).u8(calibrationAt + 0xa10 + variant.length, 0);
  const plate = `03L906099B  EV_ECM20TDI03L906099XY     A01002 03L906099XY  4388${' '.repeat(22)}R4 2,0L EDC          `;
  sample.u8(calibrationAt + 0x1aacd, 0).text(calibrationAt + 0x1aace, options.plate ?? plate);
  if (options.tables === undefined) {
    writeClasses(sample, options);
    writeCodes(sample, options);
  } else {
    writeMedc17Tables(sample, options.tables);
  }
  if (options.secondClassesAt !== undefined) {
    const classesAt = medc17ClassesAt(options);
    sample.put(options.secondClassesAt, sample.bytes.slice(classesAt, classesAt + entries));
  }
  seal(sample, isPetrol, freeBytes);
  if (options.isUnprogrammed === true) sample.fill(variantsAt + 0x54, variantsAt + 0xfffc, 0xff);
  if (options.breaksSum === true) sample.u8(innerRange.at, 0x77);
  return sample.bytes;
}

export function medc17ClassesAt(options: Medc17Options = {}): number {
  return masksAt + (options.hasNarrowMasks === true ? entries + 1 : 2 * entries);
}

type SampleBlock = {
  at: number;
  size: number;
  type: number;
  name: string;
  address: number;
  freeBytes?: number;
  /** The algorithm of the record for `innerRange`; null: there is no such record. */
  inner: number | null;
};

function writeBlock(sample: SampleImage, { at, size, type, name, address, freeBytes = 0, inner }: SampleBlock): void {
  const used = size - freeBytes;
  sample
    .fill(at, at + 0x200, 0)
    .u32le(at, type)
    .u32le(at + 4, size)
    .u32le(at + 0xc, address + used - 4);
  sample.text(at + 0x1a, name).u32le(at + 0x2c, inner === null ? 1 : 2);
  writeRecord(sample, at + 0x34, address, address + used - 5, address + used - 0x90, 0x1000);
  if (inner !== null) {
    writeRecord(sample, at + 0x54, addressOf(innerRange.at), addressOf(innerRange.end - 1), 0, 0x1000 | inner);
  }
  sample.u32le(at + used - 4, 0xdeadbeef);
}

function writeRecord(sample: SampleImage, at: number, first: number, last: number, sign: number, algorithm: number) {
  sample
    .u32le(at, 0x460)
    .u32le(at + 4, first)
    .u32le(at + 8, last)
    .u32le(at + 0xc, 0xfadecafe);
  sample
    .u32le(at + 0x10, 0xcafeaffe)
    .u32le(at + 0x18, sign)
    .u32le(at + 0x1c, algorithm);
}

const marker = [0xff, 0xff, 0, 0, 1, 0];

/** Writes control masks, one class for each entry, and what the compiler puts after them. */
function writeClasses(sample: SampleImage, options: Medc17Options): void {
  sample.fill(masksAt - 8, masksAt, 0x33);
  const count = entries + (options.hasOneClassMore === true ? 1 : 0);
  for (let index = 0; index < count; index += 1) {
    const isSet = index > 0 && index % 5 !== 0;
    if (options.hasNarrowMasks === true) sample.u8(masksAt + index, isSet ? 1 : 0);
    else sample.u16le(masksAt + 2 * index, isSet ? 0x0c00 : 0);
  }
  if (options.hasNarrowMasks === true) sample.u8(masksAt + count, 0);
  const classesAt = options.hasOneClassMore === true ? masksAt + 2 * count : medc17ClassesAt(options);
  for (let index = 0; index < count; index += 1) sample.u8(classesAt + index, classOf(index));
  const classesEnd = classesAt + count;
  const more = options.hasSixBytesMore === undefined ? [] : [0, 0x32, 0, 0x0c, 3, 4];
  if (options.hasSixBytesMore === 'on even places') more.splice(0, 1);
  const end = classesEnd + (count & 1) + more.length;
  sample
    .fill(classesEnd, end, 0)
    .put(end - more.length, more)
    .put(end, options.hasSixBytesMore === 'on even places' ? [0x0f, 0, 0, ...marker] : [0x0f, 0, ...marker]);
  if (options.breaksMarker === true) sample.u8(end + 4, 0x55);
  sample.fill(end + 8, end + 38, 0x28);
}

/** Entry 7 is off from the start; no two ranges of classes are alike. */
function classOf(index: number): number {
  return index === 7 ? 0 : 1 + ((Math.imul(index, 0x9e3779b1) >>> 24) % 11);
}

/** Each code has two adjacent entries: P0100 in 1 and 2, P0200 in 3 and 4. */
function obdCodeOf(index: number): number {
  if (index === 0) return 0;
  const code = Math.floor((index - 1) / 2);
  return ((code % 4) << 8) + 0x100 + ((Math.floor(code / 40) % 10) << 4) + (Math.floor(code / 4) % 10);
}

const makerCodeOf = (index: number) => (index === 0 ? 0 : 0x4abc + ((index * 0x1f3) % 0x3fff));

function writeCodes(sample: SampleImage, options: Medc17Options): void {
  const { codes = 'before numbers', firstDisableMask = 0, unusedFaultHasCode = false } = options;
  if (codes === 'none') return;
  if (codes === 'numbered') return writeNumberedFaults(sample, unusedFaultHasCode);
  const toCode = codes === 'maker' ? makerCodeOf : obdCodeOf;
  for (let index = 0; index < entries; index += 1) sample.u16le(codesAt + 2 * index, toCode(index));
  const end = codesAt + 2 * entries;
  if (codes === 'before numbers') {
    for (let index = 0; index < entries; index += 1) sample.u16le(end + 2 * index, makerCodeOf(index));
    sample.u8(end + 2 * entries, 1);
  } else if (codes === 'twins') {
    for (let index = 0; index < entries; index += 1) sample.u16le(twinCodesAt + 2 * index, obdCodeOf(index));
    const twinEnd = twinCodesAt + 2 * entries;
    sample
      .u16le(twinCodesAt + 2 * 9, 0x2002)
      .fill(end, end + 16, 0x3e)
      .fill(twinEnd, twinEnd + 16, 0);
  } else {
    const disableAt = codesAt - 2 * entries;
    sample.fill(disableAt - 16, disableAt, 3);
    for (let index = 0; index < entries; index += 1) sample.u16le(disableAt + 2 * index, 0x80ff);
    sample.u16le(disableAt, firstDisableMask);
    for (let index = 0; index < entries; index += 1) sample.u8(end + index, 1 + (index & 1));
  }
}

/** As in EDC17C84: rows in descending order of their numbers; the first row points to the end of the table. */
function writeNumberedFaults(sample: SampleImage, unusedFaultHasCode: boolean): void {
  for (let row = 0; row < entries; row += 1) {
    const at = codesAt + 16 * row;
    const isUnused = row % 3 === 0;
    sample.fill(at, at + 16, 0).u32le(at, addressOf(row === 0 ? codesAt + 16 * entries : 0x60000 + 12 * row));
    sample.u16le(at + 4, 2 * (entries - row) - 1).u16le(at + 10, isUnused ? 0x000a : 3);
    if (!isUnused || (unusedFaultHasCode && row === 150)) sample.u16le(at + 6, obdCodeOf(1 + row));
  }
}

/** Writes the checksums, from the innermost one to that of the whole block. */
function seal(sample: SampleImage, isPetrol: boolean, freeBytes: number): void {
  const image = new Image(sample.bytes);
  const { at, end } = innerRange;
  sample.u32le(end - 4, 0);
  const inner = isPetrol ? sum16le(image, innerRange) : sum32le(image, innerRange);
  sample.u32le(end - 4, (0xcafeaffe - 0xfadecafe - inner) >>> 0);
  if (isPetrol) writeSumList(sample, image, at, end);
  for (const [blockAt, size] of [
    [variantsAt, 0x10000],
    [calibrationAt, calibrationSize - freeBytes],
  ] as const) {
    const adjustAt = blockAt + size - 8;
    const before = crc32Reflected(image, { at: blockAt, end: adjustAt }, 0xfadecafe);
    sample.u32le(adjustAt, solveCrc32Reflected(before, 0x35015001));
  }
}

/** Writes two sums, of which the first covers the header and the list itself, and the repeated record that ends it. */
function writeSumList(sample: SampleImage, image: Image, innerAt: number, innerEnd: number): void {
  const listAt = calibrationAt + 0x34 + 2 * 0x20 + 4;
  const bounds = [calibrationAt + 0x34, calibrationAt + 0x8000, calibrationAt + 0x20000];
  for (const [index, entryAt] of [listAt, listAt + 16].entries()) {
    const range = { at: bounds[index] as number, end: bounds[index + 1] as number };
    sample.u32le(entryAt, addressOf(range.at)).u32le(entryAt + 4, addressOf(range.end - 1));
    sample.u32le(entryAt + 8, 0).u32le(entryAt + 12, 0xffffffff);
  }
  sample.u32le(listAt + 32, addressOf(innerAt)).u32le(listAt + 36, addressOf(innerEnd - 1));
  sample.u32le(listAt + 40, 0xcafeaffe).u32le(listAt + 44, 0x35015001);
  for (const [index, entryAt] of [listAt, listAt + 16].entries()) {
    const sum = sum16le(image, { at: bounds[index] as number, end: bounds[index + 1] as number });
    sample.u32le(entryAt + 8, sum).u32le(entryAt + 12, ~sum >>> 0);
  }
}
