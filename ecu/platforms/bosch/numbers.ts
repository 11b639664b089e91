import { listAnchor } from '../../anchors.ts';
import type { Fact, FactPlace, Strength } from '../../family.ts';
import type { Image, Window } from '../../image.ts';

/** A number and the place it was read from. */
export type FoundText = { value: string; at: number };

/** A number with the part of the unit it was written for, and its spelling where that is unusual. */
export type PlacedNumber = FoundText & { place?: FactPlace; spelled?: Fact['spelled'] };

/** 0281 is diesel, 0261 petrol. Petrol numbers of later years contain an S. */
export function hardwareNumberAt(image: Image, at: number): FoundText | null {
  const value = image.ascii(at, 10);
  return value !== null && /^(0281\d{6}|0261[\dS]\d{5})$/.test(value) ? { value, at } : null;
}

/** Opel's contain a letter among the digits: 1037A50286 (v-arapidis/openremap-core, facts only). */
export function softwareNumberAt(image: Image, at: number): FoundText | null {
  const value = image.ascii(at, 10);
  return value !== null && /^103[79][\dA-F]\d{5}$/.test(value) ? { value, at } : null;
}

/** Volkswagen group: three characters, 906 or 907 for the engine's control unit, three digits, an index. */
export function partNumberAt(image: Image, at: number): FoundText | null {
  const [value] = /^\d[A-Z0-9]{2}90[67]\d{3}[A-Z]{0,2}(?![A-Z0-9])/.exec(image.asciiRun(at, 13)) ?? [];
  return value === undefined ? null : { value, at };
}

export function findHardwareNumber(image: Image, start: '0281' | '0261', window: Window): FoundText | null {
  return findNumber(image, start, window, (at) => hardwareNumberAt(image, at));
}

/** Part numbers stand in a row, from the hardware's to the one printed on the box. Returns that last one. */
export function findPartNumber(image: Image, window: Window): FoundText | null {
  return findPartNumberRow(image, window).at(-1) ?? null;
}

/** Returns the whole row of part numbers. */
export function findPartNumberRow(image: Image, window: Window): FoundText[] {
  const row: FoundText[] = [];
  let next = findNumber(image, '90', window, (at) => partNumberAt(image, at - 3));
  while (next !== null && row.length < partNumberRowLimit) {
    row.push(next);
    const rest = { at: next.at + next.value.length, end: Math.min(window.end, next.at + partNumberRowStep) };
    next = findNumber(image, '90', rest, (at) => partNumberAt(image, at - 3));
  }
  return row;
}

/** Measured: two numbers in a row. */
const partNumberRowLimit = 16;

/** Returns all hardware numbers of a window, each at its first occurrence. */
export function listHardwareNumbers(image: Image, start: '0281' | '0261', window: Window): FoundText[] {
  const found = new Map<string, FoundText>();
  for (let tries = 0, { at } = window; tries < 64 && found.size < 8; tries += 1) {
    const next = findHardwareNumber(image, start, { at, end: window.end });
    if (next === null) break;
    if (!found.has(next.value)) found.set(next.value, next);
    at = next.at + next.value.length;
  }
  return [...found.values()];
}

/**
 * Combines several numbers into one fact: the first is the most useful, and every other value found in the file
 * follows. A value that occurs in several places is not assigned to any of them.
 */
export function combineNumbers(numbers: readonly (PlacedNumber | null)[], strength: Strength): Fact | null {
  const facts = new Map<string, Fact>();
  for (const number of numbers) {
    if (number === null) continue;
    const { value, at, place, spelled } = number;
    const known = facts.get(value);
    if (known === undefined)
      facts.set(value, { value, at, strength, ...(spelled && { spelled }), ...(place && { place }) });
    else if (known.at !== at && known.place !== place) delete known.place;
  }
  const [first, ...others] = facts.values();
  if (first === undefined) return null;
  return others.length === 0 ? first : { ...first, others };
}

/** Measured: neighbours in a row start 0x14 (EDC16) or 0x17 (EDC17) bytes apart; a number has up to 11 characters. */
const partNumberRowStep = 0x28;

/** A forged file may start a number everywhere. By chance, a start occurs fewer than a hundred times in 4 MB. */
const attemptsLimit = 2000;

function findNumber(
  image: Image,
  start: string,
  window: Window,
  readAt: (at: number) => FoundText | null,
): FoundText | null {
  for (const at of listAnchor(image, start, window, attemptsLimit)) {
    const found = readAt(at);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the one value that all places agree on. If they disagree, none of them is taken as the file's. */
export function findAgreedText(found: readonly (FoundText | null)[]): FoundText | null {
  const present = found.filter((one) => one !== null);
  const [first] = present;
  return first !== undefined && present.every(({ value }) => value === first.value) ? first : null;
}
