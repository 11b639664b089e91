import { SampleImage } from '../../testing/sample-image.ts';

export type Edc16Options = {
  blockAt?: number;
  lastAddress?: number;
  secondSoftwareNumber?: string;
  variant?: string;
  build?: string;
  platform?: number;
  secondHardwareNumber?: string;
  /** Spelling of the maker's codes in the table; null: a calibration without a table. */
  table?: 'paired' | 'decimal' | 'grouped' | 'single' | 'published' | 'fourfold' | 'numbered' | 'columns' | null;
  /** Number of paths in the maker's list, where it differs from that of the public codes. */
  makerPaths?: number;
  /** Number of words between the two lists, where one does not begin at the end of the other. */
  makerGap?: number;
  /** Value in the place of the first class. */
  firstClass?: number;
  /** Grouped: this path has neither public codes nor numbers of the maker's. */
  emptyPath?: number;
  /** Grouped: a path without a number of the maker's has a public code all the same. */
  isEmptyPathNamed?: boolean;
  /** Grouped: two neighbouring paths hold eight codes with hexadecimal digits, and few codes follow them. */
  hasHexCodes?: boolean;
  secondTable?: boolean;
  /** Repeats the classes in the first block: all but the variants of a few paths, or the first half only. */
  classCopy?: 'whole' | 'half';
  /** PSA: the public code that stands last, and whether the first path has the codes that PSA's first path has. */
  lastPublicCode?: number;
  /** Fourfold: one path holds codes of several kinds, and the paths without a code have no class, or still have one. */
  mixedPath?: 'others have no class' | 'others have a class';
  hasOtherStart?: boolean;
  /** Numbered: the word before the kinds of the paths. */
  wordBeforeKinds?: number;
  /** Numbered: paths without a public code have a class all the same. */
  hasClassWithoutCode?: boolean;
  /** Numbered: from this path on, every other number repeats the one before it. */
  firstRepeatedNumber?: number;
  /** Puts the calibration's header 0x44 after the page, and starts its range 0x80 before the page, as BMW does. */
  bmwHeader?: boolean;
  /** Leaves out the numbers of the calibration, and adds these texts. */
  noTexts?: boolean;
  texts?: readonly (readonly [at: number, text: string])[];
  /** Added to the compensation word of the calibration, and to the first block's copy of it. */
  brokenSum?: number;
  /** Does not fill in the calibration's signature to its end; its sum ends before it. */
  hasOpenTail?: boolean;
  brokenCopy?: number;
};

const blockLength = 0x40000;
const firstAddress = 0x180000;
/** Odd, so that a padding byte follows the classes. */
export const samplePaths = 121;
const sampleMixedPath = 24;
const tableField = 0x8000;
const secondTableField = 0x10000;

/** A 512 KB image with two blocks, the second of them the calibration. */
export function edc16Sample(options: Edc16Options = {}): Uint8Array {
  const sample = new SampleImage(0x80000, 0xff);
  const { blockAt = 0, secondSoftwareNumber = '1037380001', table = 'paired', lastAddress } = options;
  const calibrationAt = blockAt + blockLength;
  const platform = options.platform ?? 447;
  writeHeader(sample, blockAt, {
    type: 0x80,
    name: '1037380001P447HAXE',
    address: firstAddress,
    lastAddress,
    platform,
  });
  writeHeader(sample, calibrationAt, {
    type: 0x50,
    name: `${secondSoftwareNumber}P447HAXE`,
    address: firstAddress + blockLength,
    lastAddress,
    platform,
  });
  if (options.bmwHeader === true) {
    const headerAt = calibrationAt + 0x44;
    const header = { type: 0x50, name: '1037380001388AC64A', lastAddress, platform: 197 };
    writeHeader(sample, headerAt, { ...header, address: 0x8e0000 - 0x80 });
    sample.u32be(headerAt + 0x08, 0).u32be(calibrationAt + 0x3c, 0);
  }
  // The first block was made for the calibration, and has a copy of the calibration's compensation word.
  const tailField = blockLength - 0x88;
  sample
    .u32be(blockAt + 0x44, firstAddress + blockLength + tailField)
    .u32be(blockAt + 0x48, firstAddress + tailField - 4);
  if (options.noTexts !== true) writeTexts(sample, calibrationAt, options);
  for (const [at, text] of options.texts ?? []) sample.text(at, text);
  if (options.build !== undefined) sample.text(blockAt + 0x3000, options.build);
  if (table !== null) writeTable(sample, calibrationAt + tableField, table, options);
  if (options.secondTable) writeTable(sample, calibrationAt + secondTableField, table ?? 'paired', options);
  if (calibrationAt + blockLength > sample.bytes.length) return sample.bytes;
  for (const at of [blockAt, calibrationAt])
    for (let byte = 0; byte < 0x80; byte += 1) sample.u8(at + tailField + 4 + byte, byte ^ 0x5a);
  const word = settle(sample, calibrationAt, options.brokenSum ?? 0, options.hasOpenTail);
  sample.u32be(blockAt + tailField - 4, (word + (options.brokenCopy ?? 0)) >>> 0);
  settle(sample, blockAt, 0);
  return sample.bytes;
}

type Header = { type: number; name: string; address: number; lastAddress: number | undefined; platform: number };

function writeHeader(sample: SampleImage, at: number, { type, name, address, lastAddress, platform }: Header): void {
  sample
    .u32be(at, 0x58)
    .u32be(at + 0x04, 0x800000 | (platform << 8) | type)
    .u32be(at + 0x08, blockLength);
  sample
    .text(at + 0x10, name)
    .u8(at + 0x22, 0)
    .u8(at + 0x23, 1)
    .u8(at + 0x2c, type);
  sample.u32be(at + 0x34, address).u32be(at + 0x38, lastAddress ?? address + blockLength - 1);
  sample
    .u32be(at + 0x3c, 0xfadecafe)
    .u32be(at + 0x40, 0xcafeaffe)
    .u32be(at + 0x44, 0)
    .u32be(at + 0x48, 0);
}

function writeTexts(sample: SampleImage, at: number, options: Edc16Options): void {
  sample.text(at + 0xcae, '0281019999').u8(at + 0xcb8, 0x20);
  sample.text(at + 0xcc2, '03G906099AB').u8(at + 0xccd, 0x20);
  sample.text(at + 0xcd6, '03G906099NK').u8(at + 0xce1, 0x20);
  sample
    .text(at + 0xce3, '9876')
    .u8(at + 0xce7, 0)
    .text(at + 0xce8, 'R4 9,9L EDC         ');
  if (options.variant !== undefined) sample.text(at + 0x6c2, options.variant);
  if (options.secondHardwareNumber !== undefined) sample.text(at + 0x900, options.secondHardwareNumber);
}

/** First of two codes that stand side by side in every list: circuit low and circuit high. */
const pairs = [
  0x0107, 0x0112, 0x0117, 0x0122, 0x0182, 0x0192, 0x0222, 0x0227, 0x0237, 0x0340, 0x0402, 0x0405, 0x0532, 0x0545,
  0x0562, 0x0602, 0x0604, 0x0606, 0x0642, 0x0652, 0x0670, 0x0672, 0x0686, 0x0691, 0x0335, 0x0380, 0x0480, 0x0500,
  0x0560, 0x0616, 0x2122, 0x2127, 0x2228, 0x2263, 0x2270, 0x2299, 0x2453, 0x0087, 0x0100, 0x0234,
];

/** Paths 3 and 63 hold P0107 and P0108; the other paths with codes hold two of their own. */
function codesOf(path: number): number[] {
  const first = path % 3 === 0 ? (pairs[path === 63 ? 1 : path / 3] ?? 0) : 0;
  if (path === 3 || path === 63) return [0x0107, 0x0108, 0, 0];
  if (first === 0 || first === 0x0107) return [0, 0, 0, 0];
  return path % 2 === 0 ? [first, first + 1, first, 0] : [0, first, first + 1, first];
}

function chooseMakerCodes(path: number, table: NonNullable<Edc16Options['table']>): number[] {
  const codes = codesOf(path);
  if (table === 'fourfold') return [Math.max(...codes) === 0 ? 0xff00 + path : (codes[1] ?? 0)];
  if (table === 'grouped') return [0, 1, 2, 3].map((column) => 0x4000 + path * 0x10 + column);
  if (table === 'columns')
    return codes.map((code, column) => (code !== 0 || column === path % 4 ? 0x4000 + path * 0x10 + column : 0));
  if (table === 'published' && path === 0) return [0x0530];
  if (table === 'published' && path === samplePaths - 1) return [0x1621];
  if (table === 'single' || table === 'published')
    return [codes.some((code) => code !== 0) ? Math.max(...codes) & 0xfff0 : 0xff00 + path];
  if (table === 'numbered') return [0x0100 + path];
  const decimal = (code: number) => 0x4000 + (code >>> 12) * 0x400 + Number((code & 0xfff).toString(16));
  // Path 1 has codes that only the maker's tester shows.
  const spelled = path === 1 ? [0x1653, 0x1653, 0, 0] : codes;
  return spelled.map((code) => (table === 'decimal' ? (code === 0 ? 1 + path : decimal(code)) : code || 0x8000 + path));
}

function writeTable(
  sample: SampleImage,
  at: number,
  table: NonNullable<Edc16Options['table']>,
  options: Edc16Options,
): void {
  const kinds = samplePaths + (samplePaths & 1);
  for (let index = 0; index < kinds; index += 1)
    sample.u8(at - kinds + index, [0x02, 0xd6, 0x00, 0x12][index % 4] as number);
  if (table === 'numbered') sample.u16be(at - kinds - 4, options.wordBeforeKinds ?? 0x00dc);
  const words = Array.from({ length: samplePaths }, (_, path) => {
    const codes = codesOf(path);
    if (table === 'columns') return codes.map((code) => Number(code.toString(16)));
    return table === 'fourfold' ? codes.map(() => codes[1] ?? 0) : codes;
  }).flat();
  if (table === 'published') words[words.length - 1] = options.lastPublicCode ?? 0x1621;
  if (table === 'published' && options.hasOtherStart !== true) words.splice(0, 4, 0x0533, 0x0532, 0, 0);
  if (options.mixedPath !== undefined) words.splice(sampleMixedPath * 4, 4, 0x2226, 0x2226, 0, 0x0069);
  const makerWords = Array.from({ length: options.makerPaths ?? samplePaths }, (_, path) =>
    chooseMakerCodes(path, table),
  ).flat();
  for (let path = options.firstRepeatedNumber ?? samplePaths; path + 1 < samplePaths; path += 2)
    makerWords[path + 1] = makerWords[path] ?? 0;
  words.push(...Array.from({ length: options.makerGap ?? 0 }, () => 0));
  if (options.mixedPath !== undefined) makerWords[sampleMixedPath] = 0x2226;
  if (options.emptyPath !== undefined) {
    words.splice(options.emptyPath * 4, 4, options.isEmptyPathNamed === true ? 0x0340 : 0, 0, 0, 0);
    makerWords.splice(options.emptyPath * 4, 4, 0, 0, 0, 0);
  }
  if (options.hasHexCodes === true) {
    words.splice(91 * 4, 8, ...Array.from({ length: 8 }, (_, index) => 0x14a0 + index));
    words.fill(0, 93 * 4, 108 * 4);
  }
  for (const [index, word] of [...words, ...makerWords].entries()) sample.u16be(at + index * 2, word);
  const classesAt = at + (words.length + makerWords.length) * 2;
  // Path 6 is off from the start; path 63 is a copy of path 3 that is off, so P0107 is partly on.
  for (let path = 0; path < samplePaths; path += 1)
    sample.u8(classesAt + path, path === 6 || path === 63 ? 0 : 1 + (path % 20));
  if (options.mixedPath === 'others have no class')
    for (const [path, word] of makerWords.entries()) if (word >= 0xff00) sample.u8(classesAt + path, 0);
  if (table === 'numbered' && options.hasClassWithoutCode !== true)
    for (let path = 0; path < samplePaths; path += 1)
      if (codesOf(path).every((code) => code === 0)) sample.u8(classesAt + path, 0);
  if (options.firstClass !== undefined) sample.u8(classesAt, options.firstClass);
  if (options.classCopy !== undefined) writeCopy(sample, classesAt, options.classCopy);
  sample.u8(classesAt + samplePaths, 0);
  for (let row = 0; row < 60; row += 1) {
    for (let column = 0; column < 16; column += 1)
      sample.u8(classesAt + samplePaths + 1 + row * 16 + column, 0x21 + column);
  }
}

export const sampleCopyAt = 0x9000;

/** In a variant's copy, paths 100 to 103 have another class. */
function writeCopy(sample: SampleImage, classesAt: number, copy: 'whole' | 'half'): void {
  const length = copy === 'whole' ? samplePaths : samplePaths >> 1;
  for (let path = 0; path < length; path += 1) {
    sample.u8(sampleCopyAt + path, path >= 100 && path < 104 ? 0x0a : (sample.bytes[classesAt + path] as number));
  }
}

export const sampleClassesAt = (table: 'paired' | 'single') =>
  blockLength + tableField + samplePaths * (table === 'paired' ? 16 : 10);

/** Makes the sum of a block match, and returns the compensation word. */
function settle(sample: SampleImage, at: number, wrongBy: number, hasOpenTail = false): number {
  const view = new DataView(sample.bytes.buffer);
  const wordAt = at + blockLength - 0x88;
  if (hasOpenTail) sample.fill(at + blockLength - 8, at + blockLength, 0xff);
  sample.u32be(wordAt, 0);
  let sum = 0;
  const end = at + blockLength - (hasOpenTail ? 0x84 : 0);
  for (let next = at; next < end; next += 4) sum = (sum + view.getUint32(next)) >>> 0;
  const word = ((hasOpenTail ? 0xa03fca00 : 0xcafeaffe - 0xfadecafe) - sum + wrongBy) >>> 0;
  sample.u32be(wordAt, word);
  return word;
}
