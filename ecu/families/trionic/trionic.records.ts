import type { FoundText } from '../../platforms/bosch/numbers.ts';
import type { Image } from '../../image.ts';
import type { Memory } from './trionic.layout.ts';
import { layout } from './trionic.layout.ts';

/** `value` is in reading order; in the file it is stored in reverse. */
export type Record = FoundText & { type: number };

export type Listed = { memory: Memory; records: Record[] };

/** Reads the list at the end of a Trionic 5 or 7: length, type and text, read from the end to the start. */
export function findList(image: Image): Listed | null {
  const memory = layout.memories.find(
    ({ sizes, stack }) => sizes.includes(image.sizeBytes) && image.u32be(0) === stack,
  );
  if (memory === undefined) return null;
  const records = recordsBefore(image, image.sizeBytes - memory.endField);
  return memory.firstTypes.every((type, index) => records[index]?.type === type) ? { memory, records } : null;
}

function recordsBefore(image: Image, listEnd: number): Record[] {
  const records: Record[] = [];
  for (let end = listEnd; records.length < layout.maxRecords;) {
    const length = image.u8(end - 1) ?? 0;
    const type = image.u8(end - 2);
    const at = end - 2 - length;
    if (type === null || length === 0 || length > layout.maxRecordLength || at < 0) break;
    records.push({ type, value: turned(image, at, at + length), at });
    end = at;
  }
  return records;
}

function turned(image: Image, at: number, end: number): string {
  return String.fromCharCode(...image.bytes.subarray(at, end).toReversed());
}

/** Returns the number of a Trionic 8, if both copies of its file system lead to the same one. */
export function findNumber(image: Image): FoundText | null {
  if (image.sizeBytes !== layout.largeBytes) return null;
  const [first, second] = layout.fileSystemsAt.map((at) => numberIn(image, at));
  return first != null && first.value === second?.value ? first : null;
}

function numberIn(image: Image, systemAt: number): FoundText | null {
  const { fileSystemName, entryField, entryMark, pointerField, numberLength } = layout;
  if (image.ascii(systemAt, fileSystemName.length) !== fileSystemName) return null;
  if (image.u32be(systemAt + entryField) !== entryMark) return null;
  const at = image.u32be(systemAt + pointerField) ?? 0;
  const value = image.ascii(at, numberLength);
  return value !== null && /^\d+$/.test(value) ? { value, at } : null;
}
