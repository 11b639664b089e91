import { crc32Reflected } from '../../checksums/crc32.ts';
import { sum16le } from '../../checksums/sums.ts';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type BmwMe7Options = {
  variant?: string;
  copies?: readonly string[];
  isFramed?: boolean;
  rows?: number;
  isWhole?: boolean;
  /** Leaves out the list of block sums. */
  hasNoBlocks?: boolean;
  /** Words of other data, behind the first list of block sums. */
  wordsBehindBlocks?: readonly number[];
  /** Leaves out the tables of the fault memory. */
  hasNoTables?: boolean;
  /** Class of one path that has no BMW number. */
  numberlessClass?: number;
  /** Gives two paths the same BMW number. */
  hasTwins?: boolean;
  /** Adds a second class table like the first. */
  hasRival?: boolean;
};

/** Offsets in the calibration. Path 5 is off, path 7 has no OBD code, and paths 10 to 15 have no BMW number. */
export const sampleTables = { paths: 101, classesAt: 0x15bb, codesAt: 0x4f52, rivalAt: 0x2000, blocksAt: 0xea46 };

/** The calibration alone, or a program of 512 KB with the calibration at 0x10000. */
export function bmwMe7Sample(options: BmwMe7Options = {}): Uint8Array {
  const start = options.isWhole ? 0x10000 : 0;
  const sample = new SampleImage(options.isWhole ? 0x80000 : 0x10000, 0xff);
  if (options.isFramed ?? true) sample.u16le(start, 0x5a5a);
  sample.u32le(start + 0xfffc, 0x3cc3a55a).u16le(start + 0xfcbe, 0x3cc3);
  sample.text(start + 0x2c44, options.variant ?? '42/1/BMW/11/195//69099999/69099999/010203/').u8(start + 0x2c6f, 0xff);
  const copies = options.copies ?? ['0111950069099999', '0111950069099999', '0111950069099999'];
  copies.forEach((copy, index) => sample.text(start + 0xfc66 + index * 0x10, copy));
  sample.text(start + 0xfcc0, '0111950001119500011195000261209999');
  if (options.hasNoTables !== true) putTables(sample, start, options);
  if (options.hasNoBlocks !== true) putBlocks(sample, start, options.wordsBehindBlocks ?? []);
  const rows = [
    [0x0000, 0xfc03],
    [0xfc66, 0xfcbf],
  ] as const;
  sample.u32le(start + 0xfc00, 0x81fcbe).u16le(start + 0xfc04, options.rows ?? rows.length);
  rows.forEach(([first, last], row) => {
    const crc = crc32Reflected(new Image(sample.bytes), { at: start + first, end: start + last + 1 }, 0xffffffff);
    const rowAt = start + 0xfc06 + row * 12;
    sample
      .u32le(rowAt, 0x810000 + first)
      .u32le(rowAt + 4, 0x810000 + last)
      .u32le(rowAt + 8, ~crc >>> 0);
  });
  return sample.bytes;
}

function putTables(sample: SampleImage, start: number, options: BmwMe7Options): void {
  const { paths, codesAt, classesAt, rivalAt } = sampleTables;
  const numbersAt = start + codesAt + paths * 8;
  sample.fill(start + codesAt, numbersAt + paths * 4, 0);
  for (let path = 1; path < paths - 1; path += 1) {
    for (let column = 0; column < 4; column += 1) {
      const code = 0x0100 + (Math.floor(path / 10) << 4) + (path % 10) + (column === 3 ? 0x1000 : 0);
      if (path !== 7) sample.u16le(start + codesAt + path * 8 + column * 2, code);
    }
    const isNumberless = path >= 10 && path <= 15;
    sample.u16le(numbersAt + path * 2, isNumberless ? 0xff : options.hasTwins === true && path === 20 ? 19 : path);
    sample.u16le(numbersAt + (paths + path) * 2, 0x100 + path);
  }
  putClasses(sample, start + classesAt, options.numberlessClass ?? 0);
  if (options.hasRival === true) putClasses(sample, start + rivalAt, 0);
}

function putClasses(sample: SampleImage, classesAt: number, numberlessClass: number): void {
  const { paths } = sampleTables;
  for (let path = 0; path < paths; path += 1) {
    const isUnused = path === 0 || path === paths - 1;
    const isOff = isUnused || path === 5 || (path >= 10 && path <= 15);
    sample.u8(classesAt + path, path === 12 ? numberlessClass : isOff ? 0 : 0x20 + (path & 7));
    const filter = isUnused ? [0, 0, 0, 0] : [0x0a, 0x1a, 0x14, 0x0b];
    sample.put(classesAt + paths + path * 4, filter).u8(classesAt + paths * 5 + path, 0xff);
  }
}

/** Writes five blocks of the calibration and two of the program, in two lists. */
function putBlocks(sample: SampleImage, start: number, wordsBehind: readonly number[]): void {
  wordsBehind.forEach((word, index) => sample.u32le(start + 0x7c9c + index * 4, word));
  const { blocksAt } = sampleTables;
  const blocks = [
    [0x800000, 0x803fff],
    [0x810000, 0x813fff],
    [0x814000, 0x817f67],
    [0x818000, 0x81bfff],
    [0x81c000, 0x81fc03],
    [0x840000, 0x8427bd],
    [0x817a60, 0x817ca5],
  ] as const;
  const rowsAt = blocks.map((_, index) => start + (index < 5 ? blocksAt + index * 0x10 : 0x7c7c + (index - 5) * 0x10));
  sample.u32le(start + 0xfc00, 0x81fcbe).u16le(start + 0xfc04, 2);
  sample.fill(start + blocksAt + 0x50, start + blocksAt + 0x54, 0xff);
  blocks.forEach(([first, last], index) => {
    const rowAt = rowsAt[index] as number;
    // Any sum and its inverse add up to the same total, so placeholders do here.
    sample.u32le(rowAt, first).u32le(rowAt + 4, last);
    sample.u32le(rowAt + 8, 0).u32le(rowAt + 12, 0xffffffff);
  });
  blocks.forEach(([first, last], index) => {
    if (index === 0 || index === 5) return;
    const rowAt = rowsAt[index] as number;
    const range = { at: start + first - 0x810000, end: start + last - 0x810000 + 1 };
    const sum = sum16le(new Image(sample.bytes), range);
    sample.u32le(rowAt + 8, sum).u32le(rowAt + 12, ~sum >>> 0);
  });
}
