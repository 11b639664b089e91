import { changeAt, u32beBytes, u32leBytes } from '../../change.ts';
import { md5 } from '../../checksums/md5.ts';
import { sum32be, sum8 } from '../../checksums/sums.ts';
import type { Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import type { Record } from './trionic.records.ts';
import { findList, findNumber } from './trionic.records.ts';

/** All from mattiasclaesson/TuningSuites (facts only); every sum of its 419 files comes out so. */
const sums = {
  // Trionic 5: the text of a record is the last address that is used, counted in a memory that ends here.
  lastAddressType: 0xfe,
  memoryEnd: 0x80000,
  // Trionic 7: the length of both sums, and their records.
  lengthType: 0xfe,
  sumType: 0xfb,
  maskedSumType: 0xf2,
  masks: Uint32Array.of(0x24421881, 0xc33c6666, 0x3cc3c3c3, 0x11882244, 0x18241824, 0x84211248, 0x12345678, 0x81184224),
  maskedXor: 0x40314081,
  maskedLess: 0x7fefdfd0,
  // The routine of the program sum: what it begins with (null: any byte), and its instructions.
  routine: [0x48, 0xe7, 0x00, 0x3c, 0x24, 0x7c, 0x00, 0xf0],
  routineMarks: [
    [10, 0x267c],
    [16, 0x287c],
    [18, 0x00f0],
    [22, 0x2a7c],
  ],
  basesField: 22,
  routineLength: 0x200,
  areas: 16,
  loadBase: 0x2a7c,
  ramAt: 0xf00000,
  pushWord: 0x4878,
  pushFromBase: 0x486d,
  pushAddress: 0x4879,
  compare: 0xb0b9,
  // Trionic 8.
  programAt: 0x20000,
  endPointerAt: 0x20140,
  hashField: 2,
  hashLength: 16,
  codeXor: 0x21,
  codeAdd: 0xd6,
  codedLength: 0x100,
  sumStep: 6,
};

/** A sum that is stored in four bytes. */
function storedSum(image: Image, name: string, ranges: Window[], at: number, expected: number[]): Checksum {
  const isRight = expected.every((byte, index) => image.u8(at + index) === byte);
  return {
    name,
    kind: 'sum',
    ranges,
    cells: [{ at, end: at + expected.length }],
    state: isRight ? 'ok' : 'wrong',
    correct: () => changeAt(image, at, expected, `The stored value of "${name}"`),
  };
}

export function trionicChecksums(image: Image): Checksum[] {
  const listed = image.memo(findList);
  if (listed === null) return image.memo(findNumber) === null ? [] : checksumsOf8(image);
  return listed.memory.model === 'Trionic 5'
    ? checksumsOf5(image, listed.records)
    : checksumsOf7(image, listed.records);
}

function checksumsOf5(image: Image, records: readonly Record[]): Checksum[] {
  const text = records.find(({ type }) => type === sums.lastAddressType)?.value ?? '';
  if (!/^[0-9A-F]{1,6}$/i.test(text)) return [];
  const end = parseInt(text, 16) - (sums.memoryEnd - image.sizeBytes) + 1;
  const at = image.sizeBytes - 4;
  if (end <= 0 || end > at) return [];
  const range = { at: 0, end };
  return [storedSum(image, 'Sum of the program', [range], at, u32beBytes(sum8(image, range)))];
}

function checksumsOf7(image: Image, records: readonly Record[]): Checksum[] {
  const wordOf = (type: number) => records.find((one) => one.type === type && one.value.length === 4);
  const lengthAt = wordOf(sums.lengthType)?.at;
  const end = lengthAt === undefined ? null : image.u32le(lengthAt);
  const sumAt = wordOf(sums.sumType)?.at;
  const program = programSumIn(image);
  // The program sum is part of the others: without it they would say of a changed program that it is right.
  if (end === null || sumAt === undefined || program === null) return [];
  if (end === 0 || end > Math.min(...records.map(({ at }) => at))) return [];
  const range = { at: 0, end };
  const found = [program, storedSum(image, 'Sum FB', [range], sumAt, u32leBytes(sum32be(image, range)))];
  const maskedAt = wordOf(sums.maskedSumType)?.at;
  if (maskedAt === undefined) return found;
  return [...found, storedSum(image, 'Sum F2', [range], maskedAt, u32leBytes(maskedSum(image, range)))];
}

function maskedSum(image: Image, { at, end }: Window): number {
  const view = new DataView(image.bytes.buffer, image.bytes.byteOffset);
  let sum = 0;
  for (let next = at, word = 0; next + 4 <= end; next += 4, word += 1) {
    sum = (sum + (view.getUint32(next) ^ (sums.masks[word & 7] as number))) | 0;
  }
  return ((sum ^ sums.maskedXor) - sums.maskedLess) >>> 0;
}

/** Reads the areas of the program sum from the routine that computes it; null unless exactly one routine does. */
function programSumIn(image: Image): Checksum | null {
  const routine = Uint8Array.from(sums.routine);
  const found: Checksum[] = [];
  for (let from = 0; found.length < 2;) {
    const at = image.find(routine, { at: from, end: image.sizeBytes });
    if (at === null) break;
    const isLike = sums.routineMarks.every(([field = 0, word]) => image.u16be(at + field) === word);
    const checksum = isLike ? programSumAt(image, at) : null;
    if (checksum !== null) found.push(checksum);
    from = at + 1;
  }
  return found.length === 1 ? (found[0] as Checksum) : null;
}

function programSumAt(image: Image, routineAt: number): Checksum | null {
  const ranges: Window[] = [];
  let [base, length] = [0, 0];
  for (let at = routineAt + sums.basesField; at < routineAt + sums.routineLength; at += 2) {
    const instruction = image.u16be(at);
    const operand = image.u32be(at + 2) ?? 0;
    if (instruction === sums.compare) return programSum(image, ranges, operand);
    if (instruction === sums.pushWord) length = operand >>> 16;
    if (instruction === sums.loadBase && operand < sums.ramAt) base = operand;
    const isFromBase = instruction === sums.pushFromBase;
    if (isFromBase || instruction === sums.pushAddress) {
      const start = isFromBase ? base + (operand >> 16) : operand;
      ranges.push({ at: start, end: start + length });
    }
    if (instruction === sums.loadBase || instruction === sums.pushAddress) at += 4;
    if (instruction === sums.pushWord || isFromBase) at += 2;
  }
  return null;
}

function programSum(image: Image, ranges: Window[], at: number): Checksum | null {
  const isSound = (range: Window) =>
    range.end > range.at && image.has(range.at, range.end - range.at) && (range.end <= at || range.at >= at + 4);
  if (ranges.length !== sums.areas || !image.has(at, 4) || !ranges.every(isSound)) return null;
  const total = ranges.reduce((sum, range) => {
    const tail = { at: range.end - ((range.end - range.at) % 4), end: range.end };
    return sum + sum32be(image, range) + (sum8(image, tail) & 0xff);
  }, 0);
  return storedSum(image, 'Program sum', ranges, at, u32beBytes(total % 2 ** 32));
}

const encode = (byte: number) => ((byte ^ sums.codeXor) - sums.codeAdd) & 0xff;
const decode = (byte: number) => ((byte + sums.codeAdd) & 0xff) ^ sums.codeXor;

/** The hash and the sum of a Trionic 8 cover the same bytes, up to the coded records that hold both. */
function checksumsOf8(image: Image): Checksum[] {
  const end = image.u32be(sums.endPointerAt) ?? 0;
  if (end <= sums.endPointerAt + 4 || !image.has(end, sums.codedLength)) return [];
  const range = { at: sums.programAt, end };
  const hashAt = end + sums.hashField;
  const hash = [...md5(image, range)].map(encode);
  const sum = codedSum(image, range);
  return sum === null ? [] : [storedSum(image, 'Hash of the program', [range], hashAt, hash), sum];
}

function codedSum(image: Image, range: Window): Checksum | null {
  const decoded = image.bytes.slice(range.end, range.end + sums.codedLength).map(decode);
  const view = new DataView(decoded.buffer);
  for (let at = sums.hashField + sums.hashLength; at + 3 * sums.sumStep <= decoded.length; at += 1) {
    const [first, second, third] = [0, 1, 2].map((index) => decoded[at + index * sums.sumStep]);
    if (first !== 0xfb || second !== 0xfc || third !== 0xfd) continue;
    if (view.getUint32(at + 7) !== range.end || view.getUint32(at + 13) !== range.at) continue;
    const bytes = sum8(image, { at: range.at, end: range.end - 4 }) + (image.u8(range.end - 1) ?? 0);
    // Older programs add up bytes, later ones words. Which of the two shows in the upper bits of the value.
    const isOfBytes = view.getUint32(at + 1) >>> 20 === bytes >>> 20;
    const expected = isOfBytes ? bytes : sum32be(image, { at: range.at, end: range.end - 4 });
    return storedSum(image, 'Sum of the program', [range], range.end + at + 1, u32beBytes(expected).map(encode));
  }
  return null;
}
