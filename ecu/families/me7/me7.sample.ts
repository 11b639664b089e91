import { u32leBytes } from '../../change.ts';
import { crc32Reflected } from '../../checksums/crc32.ts';
import { sum16le } from '../../checksums/sums.ts';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type Me7Options = {
  variant?: string;
  hasBoundsTable?: boolean;
  /** The bound that differs in Alfa's programs. */
  bound?: number;
  /** First and last address of each stretch of the main sum. */
  mainRanges?: readonly number[];
  /** The row of the list of blocks that has one address twice, and covers nothing. */
  emptyBlock?: number;
  hasTextTable?: boolean;
  numbers?: string;
  engine?: string;
  /** The offset of the class table in the three instructions that compute a class. */
  classTargets?: readonly number[];
  /** The number of paths implied by the distance of the trip counters. */
  countedPaths?: number;
  /** The filters are read, as in ME7.1.1, and the trip counters are not. */
  areFiltersRead?: boolean;
  /** How many more instructions read a byte of the class table. */
  classReads?: number;
  /** The page of a table is set before each read, as in MED7. */
  arePagesNamed?: boolean;
  areTablesLoaded?: boolean;
  hasSecondTable?: boolean;
  /** Written twice into a larger chip. */
  isTwice?: boolean;
  isSigned?: boolean;
  hasMainRanges?: boolean;
  /** Length of the memory that the program states, of which the sample is the first 512 KB. */
  memoryLength?: number;
  /** How many instructions load the end of a CRC's range, and how many compare a CRC with its value. */
  crcEnds?: number;
  crcValues?: number;
  /** The bytes of the same ranges are summed as well, or instead. */
  hasByteSum?: boolean;
};

export const sampleTables = { paths: 60, classesAt: 0x10701, ownCodesAt: 0x12000, lawCodesAt: 0x121e0 };

const length = 0x80000;
const crcBlocks = [
  { at: 0x10002, end: 0x13fff, valueAt: 0x30000 },
  { at: 0x14252, end: 0x17f4f, valueAt: 0x30006 },
  { at: 0x18192, end: 0x1fbff, valueAt: 0x3000c },
];
const byteSumAt = 0x30018;
const listAt = 0x1fc00;
const blockLength = 0x10000;
const usualMainRanges = [0x800000, 0x80fbff, 0x820000, 0x87ffff];

/** A 512 KB program of the Volkswagen group with its tables and correct checksums. */
export function me7Sample(options: Me7Options = {}): Uint8Array {
  const sample = new SampleImage(length, 0xff);
  if (options.hasBoundsTable ?? true) {
    sample
      .u32le(0x8010, 0x0081bab0)
      .u32le(0x8020, 0x00818000)
      .u32le(0x8028, options.bound ?? 0x0080fc00);
    sample.u32le(0x8030, 0x00810000).u32le(0x8034, 0x0081fffe);
  }
  sample.text(0x10004, options.variant ?? '640/1/ME7.5/5/4016.32//24e/Dst04o/190101//');
  sample.text(0x183b2, options.numbers ?? '02612099991037369999');
  sample.text(0x11566, `8E0906099B  ${(options.engine ?? '1.8L R4/5VT').padEnd(16)}    0004`).u8(0x1158a, 0xff);
  if (options.hasTextTable ?? true) putTextTable(sample);
  putTables(sample, options);
  putInstructions(sample, options);
  if (options.isSigned) {
    for (const at of [0x27000, 0x27100]) sample.put(at, [0x80, 0x00, 0x88, 0x40, ...far(4, at + 0x38000), 0x88, 0x50]);
  }
  putChecksums(sample, options);
  return options.isTwice ? Uint8Array.from([...sample.bytes, ...sample.bytes]) : sample.bytes;
}

/** MOV Rn,#offset and MOV Rn,#segment. */
const load = (register: number, at: number) => [0xe6, 0xf0 | register, at & 0xff, (at >>> 8) & 0xff];
const loadPage = (register: number, segment: number) => [0xe6, 0xf0 | register, 0x80 | segment, 0];
const far = (register: number, at: number) => [...load(register, at), ...loadPage(register + 1, at >>> 16)];

function putTextTable(sample: SampleImage): void {
  sample.put(0x20000, [0xe6, 0xf4, 0x00, 0x20, 0xe6, 0xf5, 0x06, 0x02, 0xf6, 0xf4, 0x42, 0xe2, 0xf6, 0xf5, 0x44, 0xe2]);
  const rows = [
    [2, 10, 0x183b2],
    [4, 10, 0x183bc],
    [10, 12, 0x11566],
    [11, 4, 0x11586],
    [19, 16, 0x11572],
  ] as const;
  for (const [row, textLength, at] of rows) {
    sample.u8(0x1a000 + row * 6, 6).u8(0x1a001 + row * 6, textLength);
    sample.u16le(0x1a002 + row * 6, at & 0x3fff).u16le(0x1a004 + row * 6, 0x200 + (at >>> 14));
  }
}

/** Path 2 holds P0101 to P0104, path 3 P0201 to P0204 and so on; every fifth path is off; P0101 is in path 7 too. */
function putTables(sample: SampleImage, options: Me7Options): void {
  const { paths, classesAt, ownCodesAt, lawCodesAt } = sampleTables;
  for (let path = 0; path < paths; path += 1) {
    const isUsed = path > 0 && path < paths - 1;
    sample.u8(classesAt + path, isUsed && path % 5 !== 0 ? 3 : 0);
    sample.put(classesAt + paths + path * 2, isUsed ? [0x0a, 0x14] : [0, 0]);
    sample.u8(classesAt + paths * 3 + path, 0xff);
    const group = (path - 1) % 36;
    const first = (Math.floor(group / 9) << 12) + ((group % 9) << 8) + (path > 36 ? 0x10 : 0);
    for (let column = 0; column < 4; column += 1) {
      const code = isUsed ? first + column + 1 : 0;
      sample.u16le(ownCodesAt + path * 8 + column * 2, path === 7 && column === 0 ? 0x0101 : code);
      if (options.hasSecondTable ?? true) sample.u16le(lawCodesAt + path * 8 + column * 2, isUsed ? lawCode(path) : 0);
    }
  }
}

/** P0502 for path 2. */
const lawCode = (path: number) => 0x0500 + (Math.floor(path / 10) << 4) + (path % 10);

function putInstructions(sample: SampleImage, options: Me7Options): void {
  const { paths, classesAt, ownCodesAt, lawCodesAt } = sampleTables;
  const [stored, read, readAgain] = options.classTargets ?? [classesAt, classesAt, classesAt];
  if (stored !== undefined) sample.put(0x21000, [...load(2, stored), 0xc0, 0xc5, 0x00, 0x25]);
  if (read !== undefined) sample.put(0x21100, [...load(1, read), 0xc0, 0xe4, 0x00, 0x14]);
  if (readAgain !== undefined) sample.put(0x21200, [...load(2, readAgain), 0xc0, 0xe4, 0x00, 0x24]);
  const tablesBefore = options.areFiltersRead === true ? 1 : 3;
  const countersAt = classesAt + (options.countedPaths ?? paths) * tablesBefore;
  const page = options.arePagesNamed ? [0xd7, 0x50, 0x04, 0x02] : [];
  sample.put(0x21300, [...page, 0xf4, 0x85, countersAt & 0xff, (countersAt >>> 8) & 0xff, 0xc0, 0xc5, 0xf0, 0x25]);
  for (let count = 0; count < (options.classReads ?? 0); count += 1) {
    sample.put(0x21400 + count * 0x10, [...page, 0xf4, 0xa4, classesAt & 0xff, (classesAt >>> 8) & 0xff]);
  }
  if (options.areTablesLoaded ?? true) {
    // Each address is loaded and then stored for the rest of the program to use.
    const behind = options.arePagesNamed ? [0xe6, 0xf5, 0x04, 0x02, 0xf6, 0xf4] : [0xf6, 0xf4];
    sample.put(0x22000, [...load(4, ownCodesAt), ...behind]).put(0x22100, [...load(4, lawCodesAt), ...behind]);
  }
  if (options.hasMainRanges ?? true) {
    const addresses = options.mainRanges ?? [
      ...usualMainRanges.slice(0, 3),
      0x7fffff + (options.memoryLength ?? length),
    ];
    addresses.forEach((address, index) => sample.u32le(0x23000 + index * 4, address));
  }
  crcBlocks.forEach(({ at, end, valueAt }, index) => {
    sample.put(0x24000 + index * 0x100, [...far(8, at), 0xf2, 0xf4]);
    if (index < (options.crcEnds ?? 3)) sample.put(0x25000 + index * 0x100, [0x10, 0x9b, ...far(4, end - 1)]);
    if (index < (options.crcValues ?? 3))
      sample.put(0x26000 + index * 0x100, [0xf6, 0xf5, 0, 0, ...far(4, valueAt), 0xda, 0x00]);
  });
  if (options.hasByteSum === true) sample.put(0x26800, [0xe1, 0x0c, ...far(4, byteSumAt), 0xda, 0x00]);
}

/** Written directly, at known offsets, so that the family's way of finding them is tested against it. */
function putChecksums(sample: SampleImage, { mainRanges = usualMainRanges, emptyBlock, hasByteSum }: Me7Options): void {
  const image = new Image(sample.bytes);
  const word = (at: number) => image.u16le(at) ?? 0;
  sample.u32le(0x1bab0, word(0x10000) + word(0x1fffe));
  for (const { at, end, valueAt } of crcBlocks) {
    sample.u32le(valueAt, ~crc32Reflected(image, { at, end }, 0xffffffff) >>> 0);
  }
  if (hasByteSum === true) {
    const bytes = crcBlocks.flatMap(({ at, end }) => [...sample.bytes.subarray(at, end)]);
    const sum = bytes.reduce((total, byte) => total + byte, 0);
    putPair(sample, byteSumAt, sum);
  }
  if (image.u32le(0x8030) !== 0x00810000) return;
  let pages = 0;
  for (let at = 0; at < length; at += 0x2000) if (at >>> 16 !== 1) pages += word(at) + word(at + 0x1ffe);
  sample.u32le(0x8038, word(0x8000) + word(0xfffe)).u32le(0x803c, pages);
  // A pair adds the same amount whatever it holds, so it is set to zero and its inverse while summing.
  putPair(sample, length - 0x20, 0);
  for (let block = 0; block < 0x8; block += 1) {
    sample.u32le(listAt + 0x10 + block * 0x10, 0x800000 + block * blockLength);
    const last = block === emptyBlock ? block * blockLength : (block + 1) * blockLength - 1;
    sample.u32le(listAt + 0x14 + block * 0x10, 0x800000 + last);
    putPair(sample, listAt + 0x18 + block * 0x10, 0);
  }
  sample
    .u32le(listAt, 0)
    .u32le(listAt + 4, 0x3fff)
    .put(listAt + 0x90, u32leBytes(0xffffffff));
  putPair(sample, listAt + 8, 0x0fa0f5cf);
  let main = 0;
  for (let range = 0; range < mainRanges.length; range += 2) {
    const [first, last] = mainRanges.slice(range) as [number, number];
    main += sum16le(image, { at: first - 0x800000, end: last - 0x7fffff });
  }
  putPair(sample, length - 0x20, main);
  for (let block = 0; block < 0x8; block += 1) {
    const at = block * blockLength;
    const end = block === emptyBlock ? at : at + blockLength;
    putPair(sample, listAt + 0x18 + block * 0x10, sum16le(image, { at, end }));
  }
}

function putPair(sample: SampleImage, at: number, sum: number): void {
  sample.u32le(at, sum).u32le(at + 4, ~sum >>> 0);
}
