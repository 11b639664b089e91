import { codeOfWord } from '../../dtc/spelling.ts';
import type { DtcRow } from '../../family.ts';
import type { Image, Window } from '../../image.ts';

/** Record 0 stands for no code; entry 0 of every accompanying table belongs to it. */
export type GmCodeList = { at: number; stride: number; count: number };

// A record is {code, group, flags…}: UniversalPatcher, DtcSearch.xml (facts only); bounds measured on P01, P59 and P04.
const groupField = 2;
const maxGroup = 0x3f;
const flagsField = 3;
const maxFlag = 0x0f;
const minRecords = 100;
const maxRecords = 1000;

/** Finds every list of codes in strictly rising order after an empty record. */
export function gmCodeLists(image: Image, stride: number, window: Window): GmCodeList[] {
  const lists: GmCodeList[] = [];
  const end = Math.min(window.end, image.sizeBytes);
  for (let at = window.at; at + 2 * stride <= end; at += 2) {
    // An empty record followed by one that is not: all other offsets are skipped at the cost of two reads.
    if (!isEmpty(image, at, stride) || !isRecord(image, at + stride, stride)) continue;
    let count = 1;
    let last = 0;
    for (let next = at + stride; next + stride <= end && count < maxRecords; next += stride) {
      const word = wordAt(image, next);
      if (word <= last || !isRecord(image, next, stride)) break;
      last = word;
      count += 1;
    }
    if (count >= minRecords) lists.push({ at, stride, count });
  }
  return lists;
}

/** Returns a row for each record but the empty one; `readEntry` supplies what the tables state about a record. */
export function gmRows(
  image: Image,
  { at, stride, count }: GmCodeList,
  readEntry: (index: number) => Pick<DtcRow, 'state' | 'entriesAt'>,
): DtcRow[] {
  const rows: DtcRow[] = [];
  for (let index = 1; index < count; index += 1) {
    const number = image.u16be(at + index * stride) ?? 0;
    rows.push({ code: codeOfWord(number) ?? '', number, paths: [index], sharedWith: [], ...readEntry(index) });
  }
  return rows;
}

/** Returns, for every offset of the window, how many bytes from there on can be a type (0 to 3). */
export function gmTypeRuns(bytes: Uint8Array, { at, end }: Window): Uint32Array {
  const runs = new Uint32Array(end - at + 1);
  for (let next = end - 1; next >= at; next -= 1) {
    runs[next - at] = (bytes[next] as number) <= 3 ? (runs[next - at + 1] as number) + 1 : 0;
  }
  return runs;
}

/** Whether these are lamps: one byte for each record, 1 where the lamp is lit. The empty record has none. */
export function isGmLamps(lamps: Uint8Array): boolean {
  return lamps[0] === 0 && lamps.every((lamp) => lamp <= 1);
}

function wordAt({ bytes }: Image, at: number): number {
  return ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
}

function isEmpty({ bytes }: Image, at: number, stride: number): boolean {
  for (let index = 0; index < stride; index += 1) if (bytes[at + index] !== 0) return false;
  return true;
}

function isRecord(image: Image, at: number, stride: number): boolean {
  if (wordAt(image, at) === 0 || (image.bytes[at + groupField] as number) > maxGroup) return false;
  for (let index = flagsField; index < stride; index += 1) {
    if ((image.bytes[at + index] as number) > maxFlag) return false;
  }
  return true;
}
