import type { Image } from '../../image.ts';
import { layout } from './edc15.layout.ts';
import { wordAt } from './edc15.rail-calls.ts';

/**
 * How the common rail units store a fault path: a head with the maker's number, the OBD codes and the addresses of the
 * values stored with a fault, and six bytes for each way in which the path can fail: time or number of events until it
 * is detected, the same until it is healed, and a type. long: the head has counters after the number, as in an A2L of
 * BMW.
 */
export type RailForm = 'long' | 'short';

export type RailPath = { at: number; numbers: number[] };

export type RailTable = { form: RailForm; paths: RailPath[]; sameFirst: number };

const { forms, codesPerPath, addressesPerPath, pathsLimit } = layout.railPaths;

export function findRailPaths(image: Image, form: RailForm): RailTable | null {
  const { bytes } = image;
  const { headLength, addressesField } = forms[form];
  const end = bytes.length - headLength;
  const heads: number[] = [];
  for (let at = layout.commonRail.lowestAt; at <= end; at += 2) {
    // The first address lies in the processor's own memory, so its high byte is 0E or 0F: this rules out most offsets.
    if ((bytes[at + addressesField + 1] as number) >>> 1 !== 7 || !isHead(bytes, at, form)) continue;
    heads.push(at);
    if (heads.length > pathsLimit) return null;
    at += headLength - 2;
  }
  const paths = heads.map((at): RailPath => ({ at, numbers: readNumbers(bytes, at, form) }));
  return { form, paths, sameFirst: countSameFirst(bytes, heads, form) };
}

function isHead(bytes: Uint8Array, at: number, form: RailForm): boolean {
  const { addressesField, codesField } = forms[form];
  const first = wordAt(bytes, at);
  if (first === 0 || first === 0xffff) return false;
  return (
    hasAddresses(wordsAt(bytes, at + addressesField, addressesPerPath)) &&
    areCodes(wordsAt(bytes, at + codesField, codesPerPath)) &&
    (form === 'short' ? isDecimalCode(first) : hasCounters(bytes, at))
  );
}

/** The first four are different addresses; the fifth may be empty. */
function hasAddresses(addresses: readonly number[]): boolean {
  const [, second = 0, third = 0, fourth = 0] = addresses;
  return Math.min(second, third, fourth) >= 0xe00 && new Set(addresses).size >= addressesPerPath - 1;
}

/** OBD codes: none, eight times the same, each a different one, or eight consecutive numbers that no tester shows. */
function areCodes(codes: readonly number[]): boolean {
  return (
    isRow(codes) || codes.every((code) => code === 0xffff) || codes.every((code) => code === 0 || isDecimalCode(code))
  );
}

function isRow(codes: readonly number[]): boolean {
  return codes.every((code, index) => code === (codes[0] as number) + index);
}

/** Priority, debouncing method, and start values of the counters of occurrence and healing: measured up to 40. */
function hasCounters(bytes: Uint8Array, at: number): boolean {
  const [priority = 0, debouncing = 0, occurrence = 0, healing = 0] = bytes.subarray(at + 2, at + 6);
  return priority < 0x10 && (debouncing & 0x88) === 0 && occurrence <= 0x40 && healing <= 0x40;
}

/** P0 and P1 with decimal digits. */
export function isDecimalCode(value: number): boolean {
  return value > 0 && value < 0x2000 && /^\d+$/.test(value.toString(16));
}

/** P0 to P3, U0 and U1 with decimal digits. */
export function isCodeWord(value: number): boolean {
  const hasDecimalDigits = /^\d{1,3}$/.test((value & 0xfff).toString(16));
  return value > 0 && hasDecimalDigits && (value < 0x4000 || (value >= 0xc000 && value < 0xe000));
}

/** Higher numbers mark paths without a number. */
const lastNumber = 0xfeff;

/** Returns the maker's number and the OBD codes beside it. The short form has OBD codes alone. */
export function readNumbers(bytes: Uint8Array, at: number, form: RailForm): number[] {
  const codes = wordsAt(bytes, at + forms[form].codesField, codesPerPath);
  const first = wordAt(bytes, at);
  const ofTheLaw = isRow(codes) ? [] : codes;
  if (form === 'short') return [...new Set([first, ...ofTheLaw].filter(isCodeWord))];
  const hasNumber = first > 0 && first <= lastNumber;
  return [...new Set([...(hasNumber ? [first] : []), ...ofTheLaw.filter(isDecimalCode)])];
}

/** Counts the heads that list first what most heads list first: engine speed, in every file measured. */
function countSameFirst(bytes: Uint8Array, heads: readonly number[], form: RailForm): number {
  const counts = new Map<number, number>();
  for (const at of heads) {
    const address = wordAt(bytes, at + forms[form].addressesField);
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

function wordsAt(bytes: Uint8Array, at: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => wordAt(bytes, at + 2 * index));
}
