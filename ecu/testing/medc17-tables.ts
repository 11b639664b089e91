import { wordOfCode } from '../dtc/spelling.ts';
import { widelyUsedCodes } from '../dtc/widely-used-codes.ts';
import type { SampleImage } from './sample-image.ts';

/** Tables in which only the classes, or a second list, show which code belongs to which fault check. */
export type Medc17TableOptions = {
  /** alone: masks, classes, marker, one list elsewhere. The others: classes and two lists, as in early petrol units. */
  shape: 'alone' | 'levels before' | 'levels behind';
  /** Every class belongs to the code that is this many entries further on. */
  classesMovedBy?: number;
  /** Two arrays of classes, for two variants of the car. */
  variants?: 1 | 2;
  /** Fault checks after the first that have no code, and neither mask nor class. */
  emptyEntries?: number;
  /** This word replaces a third of the codes. */
  filler?: number;
  /** How many masks are not among the usual ones. */
  oddMasks?: number;
  /** Nearly all masks are zero. */
  hasZeroMasks?: boolean;
  /** The second list differs from the first, except at its end. */
  breaksTwin?: boolean;
  /** The freeze frames of the checks, which no change touches: absent, or of the checks this many entries further on. */
  frames?: 'none' | number;
  /** The masks are not all alike: checks with the same code have the same one. */
  hasTellingMasks?: boolean;
  /** Disable masks before the list and an array of bytes after it. */
  hasNeighbours?: boolean;
  /** All classes are the same. */
  hasOneClass?: boolean;
  /** In every eighth code the hundreds are a hexadecimal digit. */
  hasHexadecimals?: boolean;
  isAllOff?: boolean;
  /** Share of the codes that are off, evenly spread. */
  offShare?: number;
};

export const tableAt = 0x41004;
export const listAt = 0x46100;
export const tableEntries = 301;
const framesAt = 0x46800;
/** Offset of the first list in the shapes with two lists. */
export const levelsListAt = { before: tableAt + 2 * (tableEntries + 1), behind: tableAt + tableEntries + 1 };

const padded = tableEntries + 1;
const usualMask = 0x0c00;
const tellingMasks = [0x0200, 0x0600, 0x0c00, 0x0e00];
const marker = [0x0f, 0, 0xff, 0xff, 0, 0, 1, 0];

export function writeMedc17Tables(sample: SampleImage, options: Medc17TableOptions): void {
  sample.fill(tableAt - 8, tableAt, 0x33);
  if (options.shape !== 'alone') return writePairedLists(sample, options);
  const { variants = 1, oddMasks = 0, emptyEntries = 0, hasZeroMasks = false } = options;
  for (let index = 0; index < tableEntries; index += 1) {
    const isOdd = index > 100 && index <= 100 + oddMasks;
    const isSet = index > emptyEntries && !hasZeroMasks;
    const mask = options.hasTellingMasks === true ? (tellingMasks[classOf(groupOf(index)) % 4] as number) : usualMask;
    sample.u16le(tableAt + 2 * index, isOdd ? 0x80ff : isSet ? mask : 0);
  }
  let at = tableAt + 2 * tableEntries;
  for (let variant = 0; variant < variants; variant += 1, at += padded) writeClasses(sample, at, options, variant);
  sample.put(at, marker).fill(at + 8, at + 38, 0x28);
  for (let index = 0; index < tableEntries; index += 1) sample.u16le(listAt + 2 * index, chooseCode(index, options));
  if (options.hasNeighbours === true) writeNeighbours(sample);
  writeFrames(sample, options);
}

function writeFrames(sample: SampleImage, { frames = 0, emptyEntries = 0 }: Medc17TableOptions): void {
  if (frames === 'none') return;
  sample.fill(framesAt - 8, framesAt, 0).u8(framesAt, 1);
  for (let index = 1; index < tableEntries; index += 1) {
    sample.u8(framesAt + index, index <= emptyEntries ? 0 : classOf(groupOf(index + frames) + 29));
  }
}

function writeNeighbours(sample: SampleImage): void {
  const disableAt = listAt - 2 * tableEntries;
  const end = listAt + 2 * tableEntries;
  sample.fill(disableAt - 16, disableAt, 3).u16le(disableAt, 0);
  for (let index = 1; index < tableEntries; index += 1) sample.u16le(disableAt + 2 * index, 0x80ff);
  for (let index = 0; index < tableEntries; index += 1) sample.u8(end + index, 1 + (index & 1));
}

export const classesAtOf = (variant: number) => tableAt + 2 * tableEntries + variant * padded;

function writeClasses(sample: SampleImage, at: number, options: Medc17TableOptions, variant: number): void {
  const { classesMovedBy = 0, emptyEntries = 0, isAllOff = false, hasOneClass = false, offShare = 0 } = options;
  for (let index = 0; index < tableEntries; index += 1) {
    const own = groupOf(index + classesMovedBy);
    const isOff = isAllOff || index <= emptyEntries || (own * 37) % 100 < offShare * 100;
    const group = own + 7 * variant;
    sample.u8(at + index, isOff ? 0 : hasOneClass ? 3 : classOf(group));
  }
  sample.u8(at + tableEntries, 0);
}

/** One to three adjacent checks have the same code, in an irregular order. */
const groups: number[] = [];
for (let index = 0, group = 0; index < 2 * tableEntries; index += 1) {
  if (index > 1 && (Math.imul(index, 0x85ebca6b) >>> 28) % 2 === 0) group += 1;
  groups.push(group);
}
const words = [...widelyUsedCodes].map((code) => wordOfCode(code) ?? 0).filter((word) => word >= 0x100);

/** Checks with the same code have the same class. */
const groupOf = (index: number) => groups[(index + groups.length) % groups.length] as number;
const classOf = (group: number) => 1 + ((Math.imul(group, 0x9e3779b1) >>> 24) % 11);

function chooseCode(
  index: number,
  { shape, emptyEntries = 0, filler, hasHexadecimals = false }: Medc17TableOptions,
): number {
  if (shape === 'alone' && index <= emptyEntries) return 0;
  const group = groupOf(index);
  if (hasHexadecimals && group % 8 === 7) return 0x2a00 + group;
  return filler !== undefined && group % 3 === 0 ? filler : (words[group] as number);
}

/** Writes classes, levels that are all the same, and two lists, in one of the two orders that were seen. */
function writePairedLists(sample: SampleImage, options: Medc17TableOptions): void {
  writeClasses(sample, tableAt, { ...options, emptyEntries: -1 }, 0);
  const isBefore = options.shape === 'levels before';
  const firstAt = isBefore ? levelsListAt.before : levelsListAt.behind;
  const levelsAt = isBefore ? tableAt + padded : firstAt + 4 * tableEntries;
  sample.fill(levelsAt, levelsAt + tableEntries, 0x0f).u8(levelsAt + tableEntries, 0);
  for (let index = 0; index < tableEntries; index += 1) {
    const code = chooseCode(index, options);
    sample.u16le(firstAt + 2 * index, code);
    const isOther = options.breaksTwin === true && index < tableEntries - 16;
    const other = isOther ? chooseCode(index + tableEntries - 20, options) : index % 50 === 9 ? 0x0606 : code;
    sample.u16le(firstAt + 2 * (tableEntries + index), other);
  }
}
