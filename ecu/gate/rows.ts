import type { Image, Window } from '../image.ts';

/** What the sequences of numbers in a file look like, as numbers of occurrences or of bytes. */
export type Rows = {
  /** Rising numbers of 8 and of 16 bits, preceded by their count, as the axes of maps are stored. */
  axes8: number;
  axes16: number;
  /** Bytes in runs that rise or fall in small steps, as curves do. */
  curves8: number;
  /** The same for 16-bit numbers, in whichever byte order has more of them. */
  curves16: number;
  /** Small 64-bit numbers and pointers, little endian: what the data of today's programs is made of. */
  longNumbers: number;
  /** Bytes in texts of six or more characters. */
  text: number;
};

const minAxis8 = 4;
const maxAxis8 = 24;
const minAxis16 = 5;
const maxAxis16 = 32;
const minCurveLength = 6;
const maxStep8 = 24;
const maxStep16 = 0x1000;
const minTextLength = 6;

export function countRows(image: Image, pages: readonly Window[]): Rows {
  const rows: Rows = { axes8: 0, axes16: 0, curves8: 0, curves16: 0, longNumbers: 0, text: 0 };
  let little = 0;
  let big = 0;
  for (const page of pages) {
    countAxes(image.bytes, page, rows);
    countText(image.bytes, page, rows);
    rows.curves8 += countCurves(image.bytes, page, 1, 0, maxStep8);
    little += countCurves(image.bytes, page, 2, 1, maxStep16);
    big += countCurves(image.bytes, page, 2, 0, maxStep16);
  }
  rows.curves16 = Math.max(little, big);
  return rows;
}

function countAxes(bytes: Uint8Array, page: Window, rows: Rows): void {
  for (let at = page.at; at < page.end; at += 1) {
    const byte = bytes[at] as number;
    if (byte >= minAxis8 && byte <= maxAxis8 && isAxis8(bytes, at + 1, byte)) rows.axes8 += 1;
    if ((at & 1) !== 0) continue;
    const next = bytes[at + 1] as number;
    const count = byte === 0 ? next : byte;
    if (count >= minAxis16 && count <= maxAxis16 && (byte === 0 || next === 0)) {
      if (isAxis16(bytes, at + 2, count, byte === 0 ? 0 : 1)) rows.axes16 += 1;
    }
    if ((at & 7) === 0 && isLongNumber(bytes, at)) rows.longNumbers += 1;
  }
}

/** Whether the numbers rise all the way, and by more than counting up. */
function isAxis8(bytes: Uint8Array, at: number, count: number): boolean {
  for (let index = 1; index < count; index += 1) {
    if (!((bytes[at + index] as number) > (bytes[at + index - 1] as number))) return false;
  }
  return (bytes[at + count - 1] as number) - (bytes[at] as number) >= 2 * count;
}

/** `high`: the position of the high byte in each number, 1 in little endian and 0 in big endian. */
function isAxis16(bytes: Uint8Array, at: number, count: number, high: 0 | 1): boolean {
  let first = -1;
  let last = -1;
  for (let index = 0; index < count; index += 1) {
    const number = (bytes[at + 2 * index + high] as number) * 0x100 + (bytes[at + 2 * index + 1 - high] as number);
    // Past the end of the file this is NaN, which is not greater than `last`.
    if (!(number > last)) return false;
    if (index === 0) first = number;
    last = number;
  }
  return last - first >= 4 * count;
}

function isLongNumber(bytes: Uint8Array, at: number): boolean {
  for (let index = 3; index < 8; index += 1) if (bytes[at + index] !== 0) return false;
  return bytes[at] !== 0 || bytes[at + 1] !== 0 || bytes[at + 2] !== 0;
}

/** `width`: bytes per number; `high`: the position of the high byte if there are two. */
function countCurves(bytes: Uint8Array, page: Window, width: 1 | 2, high: 0 | 1, steepest: number): number {
  let curves = 0;
  let run = 0;
  let direction = 0;
  let last = 0;
  for (let at = page.at; at + width <= page.end; at += width) {
    const number =
      width === 1 ? (bytes[at] as number) : (bytes[at + high] as number) * 0x100 + (bytes[at + 1 - high] as number);
    const step = number - last;
    last = number;
    const sign = step > 0 ? 1 : -1;
    if (step !== 0 && step <= steepest && step >= -steepest && (run === 0 || sign === direction)) {
      run += 1;
      direction = sign;
    } else {
      if (run >= minCurveLength) curves += run * width;
      run = 0;
    }
  }
  return curves;
}

function countText(bytes: Uint8Array, page: Window, rows: Rows): void {
  let run = 0;
  for (let at = page.at; at < page.end; at += 1) {
    const byte = bytes[at] as number;
    if (byte >= 0x20 && byte < 0x7f) {
      run += 1;
    } else {
      if (run >= minTextLength) rows.text += run;
      run = 0;
    }
  }
  if (run >= minTextLength) rows.text += run;
}
