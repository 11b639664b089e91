import type { FoundText } from '../../platforms/bosch/numbers.ts';
import type { Image } from '../../image.ts';

/** The fact in each type of record; the types are named as in mattiasclaesson/TuningSuites (facts only). */
type RecordFacts = { [type: number]: 'hardwareNumber' | 'softwareNumber' | 'partNumber' | 'softwareId' | 'engine' };

/** All measured on the dumps of TuningSuites: 80 of Trionic 5, 261 of Trionic 7 and 73 of Trionic 8. */
export const layout = {
  // Records follow each other from the end of the memory towards its start, and each is spelled in that direction, too.
  maxRecords: 32,
  maxRecordLength: 0x20,
  memories: [
    {
      model: 'Trionic 5',
      sizes: [0x20000, 0x40000],
      stack: 0xfffff7fc,
      /** The sum of the memory follows the list. */
      endField: 4,
      firstTypes: [0x01, 0x02, 0x03, 0x04],
      facts: { 0x01: 'partNumber', 0x02: 'softwareNumber', 0x03: 'softwareId', 0x04: 'engine' } as RecordFacts,
    },
    {
      model: 'Trionic 7',
      sizes: [0x80000],
      stack: 0xffffeffc,
      endField: 0,
      firstTypes: [0x91, 0x94, 0x95, 0x97],
      facts: { 0x91: 'hardwareNumber', 0x94: 'softwareNumber', 0x95: 'softwareId', 0x97: 'engine' } as RecordFacts,
    },
  ],
  // Trionic 8: a small file system in two copies. Its second entry is a text that begins with the number.
  largeBytes: 0x100000,
  fileSystemsAt: [0x4000, 0x6000],
  fileSystemName: 'MFS*',
  entryField: 0x0e,
  entryMark: 0x442a0200,
  pointerField: 0x12,
  numberLength: 8,
};

export type Memory = (typeof layout.memories)[number];

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
