import type { Image } from '../../image.ts';
import { readTarget } from './volvo-me7.code.ts';
import { layout } from './volvo-me7.layout.ts';

/**
 * Where the class of each fault is stored: one for each path in programs up to 2003, one for each of a path's four
 * kinds of fault in later ones. A fault of class 0 is never reported.
 */
export type Classes = { at: number; perPath: 1 | 4; confirmedBy: readonly string[] };

/** MOVB Rb,[Rw+#offset]; SHL Rw,#2; CMPB Rb,#0; JMPA and JMPR if it is 0. */
const loadByte = 0xf4;
const extendEnd = 0xcc;
const shiftLeft = 0x5c;
const compareByte = 0x49;
const jumpsIfZero = [0xea, 0x2d];
/** How many bytes before the load the shift is: measured, 6 to 12. */
const shiftBefore = { least: 6, most: 14 };

export function findClasses(image: Image, codesAt: number, paths: number): Classes | null {
  return classesOfPaths(image, codesAt, paths) ?? classesOfKinds(image, paths);
}

/**
 * Measured in programs up to 2003: this table is read by the same instructions as in ME7 of the Volkswagen group, and
 * misfires have the same class as there; a cylinder that the engine does not have has class 0.
 */
function classesOfPaths(image: Image, codesAt: number, paths: number): Classes | null {
  const at = codesAt - layout.classesBefore * paths - (paths % 2);
  const reads = findByteReads(image).get(at) ?? 0;
  if (reads < layout.minClassReads || !areClasses(image, at, paths, 1)) return null;
  const confirmedBy = [
    `Seven bytes a path before the codes stand ${paths} classes, 0 for both unused paths.`,
    `The program reads the class table at ${reads} offsets.`,
  ];
  return { at, perPath: 1, confirmedBy };
}

/**
 * Finds the only table with four classes per path for which the program skips a fault as soon as it reads 0. Data sets
 * of the same program for different cars differ in it by whole functions: 0 for fuel tank leaks in Europe, and for
 * requests of the gearbox where there is none.
 */
function classesOfKinds(image: Image, paths: number): Classes | null {
  const tested = [...image.memo(countTestedReads)].filter(
    ([at, tests]) => tests >= layout.minClassTests && areClasses(image, at, paths, 4),
  );
  const [only, other] = tested;
  if (only === undefined || other !== undefined) return null;
  const [at, tests] = only;
  const confirmedBy = [
    `One table of ${paths} x 4 classes, 0 for both unused paths, is read with the number of a kind of fault.`,
    `At ${tests} places the program leaves a fault at once whose class is 0.`,
  ];
  return { at, perPath: 4, confirmedBy };
}

function areClasses(image: Image, at: number, paths: number, perPath: number): boolean {
  const classes = image.bytes.subarray(at, at + paths * perPath);
  const isUnused = (path: number) =>
    classes.subarray(path * perPath, (path + 1) * perPath).every((value) => value === 0);
  return (
    classes.length === paths * perPath &&
    isUnused(0) &&
    isUnused(paths - 1) &&
    classes.every((value) => value <= layout.maxClass)
  );
}

const findByteReads = (image: Image) => image.memo(countReads);

/** Counts how often the program reads each table of bytes. */
function countReads(image: Image): Map<number, number> {
  const reads = new Map<number, number>();
  for (const { target } of listLoads(image)) reads.set(target, (reads.get(target) ?? 0) + 1);
  return reads;
}

/** Counts how often a byte that is read with an index times four is immediately compared with 0. */
function countTestedReads(image: Image): Map<number, number> {
  const tests = new Map<number, number>();
  for (const { at, target } of listLoads(image)) {
    if (isShiftedBefore(image.bytes, at) && isTestedBehind(image.bytes, at))
      tests.set(target, (tests.get(target) ?? 0) + 1);
  }
  return tests;
}

function* listLoads({ bytes }: Image): Generator<{ at: number; target: number }> {
  for (let at = 4; at + 4 <= bytes.length; at += 2) {
    if (bytes[at] !== loadByte) continue;
    const target = readTarget(bytes, at);
    if (target !== null) yield { at, target };
  }
}

function isShiftedBefore(bytes: Uint8Array, at: number): boolean {
  for (let before = shiftBefore.least; before <= shiftBefore.most; before += 2) {
    if (bytes[at - before] === shiftLeft && (bytes[at - before + 1] as number) >>> 4 === 2) return true;
  }
  return false;
}

/** Whether the same register is compared next, after the end of the page if there is one. */
function isTestedBehind(bytes: Uint8Array, at: number): boolean {
  const register = (bytes[at + 1] as number) & 0xf0;
  const next = bytes[at + 4] === extendEnd && bytes[at + 5] === 0 ? at + 6 : at + 4;
  return bytes[next] === compareByte && bytes[next + 1] === register && jumpsIfZero.includes(bytes[next + 2] as number);
}
