import type { Image, Window } from '../image.ts';

/** A number and the place it was read from. */
export type Found = { value: string; at: number };

/** 0281: diesel, 0261: petrol. Petrol numbers of later years have an S in them. */
export function hardwareNumberAt(image: Image, at: number): Found | null {
  const value = image.ascii(at, 10);
  return value !== null && /^(0281\d{6}|0261[\dS]\d{5})$/.test(value) ? { value, at } : null;
}

/** Opel's have a letter among the digits: 1037A50286 (v-arapidis/openremap-core, facts only). */
export function softwareNumberAt(image: Image, at: number): Found | null {
  const value = image.ascii(at, 10);
  return value !== null && /^103[79][\dA-F]\d{5}$/.test(value) ? { value, at } : null;
}

/** Volkswagen group: three characters, 906 or 907 for the engine's control unit, three digits, an index. */
export function partNumberAt(image: Image, at: number): Found | null {
  const [value] = /^\d[A-Z0-9]{2}90[67]\d{3}[A-Z]{0,2}(?![A-Z0-9])/.exec(image.asciiRun(at, 13)) ?? [];
  return value === undefined ? null : { value, at };
}

export function findHardwareNumber(image: Image, start: '0281' | '0261', window: Window): Found | null {
  return findNumber(image, start, window, (at) => hardwareNumberAt(image, at));
}

/** Part numbers come in a row, first the hardware's, last the one printed on the box. Answers that last one. */
export function findPartNumber(image: Image, window: Window): Found | null {
  let last = findNumber(image, '90', window, (at) => partNumberAt(image, at - 3));
  for (let next = last; next !== null; ) {
    last = next;
    const row: Window = { at: last.at + last.value.length, end: Math.min(window.end, last.at + partNumberRowStep) };
    next = findNumber(image, '90', row, (at) => partNumberAt(image, at - 3));
  }
  return last;
}

/** Measured: neighbours in a row start 0x14 (EDC16) or 0x17 (EDC17) bytes apart, and a number is up to 11 long. */
const partNumberRowStep = 0x28;

/** A forged file may begin a number everywhere. By chance, a start stands less than a hundred times in 4 MB. */
const attemptsLimit = 2000;

function findNumber(image: Image, start: string, window: Window, readAt: (at: number) => Found | null): Found | null {
  let at = image.find(start, window);
  for (let attempt = 0; at !== null && attempt < attemptsLimit; attempt += 1) {
    const found = readAt(at);
    if (found !== null) return found;
    at = image.find(start, { at: at + 1, end: window.end });
  }
  return null;
}

/** The one value that all places agree on. When they do not agree, none of them is the file's. */
export function agreed(found: readonly (Found | null)[]): Found | null {
  const present = found.filter((one) => one !== null);
  const [first] = present;
  return first !== undefined && present.every(({ value }) => value === first.value) ? first : null;
}
