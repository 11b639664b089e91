import { crossLines, findWiring, straighten } from './data-lines.ts';
import { writeHexText } from './forms/hex-text-write.ts';
import { decodeHexText } from './forms/hex-text.ts';
import { swapPairs } from './gate.ts';
import type { FileType } from './gate.ts';
import { Image } from './image.ts';
import type { Sentence } from './sentence.ts';

export type FormName =
  | 'as it is'
  | 'byte-swapped'
  | 'crossed lines'
  | 'doubled'
  | 'padded'
  | 'with a tail'
  | 'Intel HEX'
  | 'S-record';

/** One way to read a file. `bytes` is what families look at; the file itself is never changed. */
export type Form = {
  name: FormName;
  bytes: Uint8Array;
  /** Puts changed bytes of the same length back into the file's own form. null: it is not offered for this file. */
  toFile: ((bytes: Uint8Array) => Uint8Array) | null;
  /** Why `toFile` is null. */
  notWritten?: Sentence;
};

/** No control unit has less memory, so shorter halves and prefixes are not tried. */
const smallestDumpBytes = 0x4000;
/** Erased flash, and what a tool writes for bytes that it did not read. */
const paddings: readonly (number | undefined)[] = [0xff, 0x00];
/** Fewer bytes than this at the end are not taken for padding: any chip ends with a few erased bytes. */
const shortestPadding = 0x200;
/** Tools append a line end, a mark of their own, or the few KB of an EEPROM that was read along with the dump. */
const longestTail = 0x1000;
/** Reordered dumps that are also doubled or padded are rare, and each form that is tried costs one more analysis. */
const mostOuterForms = 2;

export function asItIs(bytes: Uint8Array): Form {
  return { name: 'as it is', bytes, toFile: (changed) => changed };
}

/** Lists the other ways to read a raw dump, the likeliest first. */
export function otherForms(bytes: Uint8Array): Form[] {
  const shorter = [...unpadded(bytes), ...withoutTail(bytes)];
  return [
    ...shorter,
    ...reordered(bytes),
    ...reorderedIn([...doubledForms(bytes), ...shorter].slice(0, mostOuterForms)),
  ];
}

function reordered(bytes: Uint8Array): Form[] {
  return [...uncrossed(bytes), ...swapped(bytes)];
}

/** Dumps in another byte or bit order inside the forms given. Each is named after its order. */
function reorderedIn(outer: readonly Form[]): Form[] {
  return outer.flatMap(({ bytes, toFile }) =>
    reordered(bytes).map((inner) => ({
      ...inner,
      toFile: toFile === null || inner.toFile === null ? null : (changed) => toFile(inner.toFile?.(changed) ?? changed),
    })),
  );
}

/** Decodes a text of records, or returns why it cannot be read. */
export function decodedForm(bytes: Uint8Array, type: 'Intel HEX' | 'S-record'): Form | Sentence {
  const text = decodeHexText(bytes);
  if (text.outcome === 'unreadable') return text.reason;
  if (text.notWritten !== null) return { name: type, bytes: text.bytes, toFile: null, notWritten: text.notWritten };
  return { name: type, bytes: text.bytes, toFile: (changed) => writeHexText(bytes, text, changed) };
}

export function isHexText(type: FileType): type is 'Intel HEX' | 'S-record' {
  return type === 'Intel HEX' || type === 'S-record';
}

/** The content of a small chip, written twice or more often into a larger one. */
export function doubledForms(bytes: Uint8Array): Form[] {
  let length = bytes.length;
  while (length % 2 === 0 && length / 2 >= smallestDumpBytes && isDoubled(bytes, length / 2)) length /= 2;
  if (length === bytes.length) return [];
  const copies = bytes.length / length;
  return [
    {
      name: 'doubled',
      bytes: bytes.subarray(0, length),
      toFile: (changed) => repeat(changed, copies),
    },
  ];
}

function isDoubled(bytes: Uint8Array, half: number): boolean {
  for (let at = 0; at < half; at += 1) if (bytes[at] !== bytes[half + at]) return false;
  return true;
}

function repeat(bytes: Uint8Array, copies: number): Uint8Array {
  const file = new Uint8Array(bytes.length * copies);
  for (let copy = 0; copy < copies; copy += 1) file.set(bytes, copy * bytes.length);
  return file;
}

/** A dump at the start of a larger file that is otherwise padding. Sizes are those of chips: 16 KB, 32 KB and so on. */
function unpadded(bytes: Uint8Array): Form[] {
  const padding = bytes.at(-1);
  if (!paddings.includes(padding)) return [];
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === padding) end -= 1;
  const forms: Form[] = [];
  for (let length = smallestDumpBytes; length + shortestPadding <= bytes.length; length *= 2) {
    if (length < end) continue;
    const tail = bytes.subarray(length);
    forms.push({ name: 'padded', bytes: bytes.subarray(0, length), toFile: (changed) => join(changed, tail) });
  }
  // A dump of 512 KB may itself end with erased sectors, so the largest chip that is smaller than the file comes first.
  return forms.toReversed();
}

/** A dump of a chip's size with a short tail after it. */
function withoutTail(bytes: Uint8Array): Form[] {
  let length = smallestDumpBytes;
  while (length * 2 < bytes.length) length *= 2;
  const tail = bytes.subarray(length);
  if (tail.length === 0 || tail.length > longestTail) return [];
  return [{ name: 'with a tail', bytes: bytes.subarray(0, length), toFile: (changed) => join(changed, tail) }];
}

function join(bytes: Uint8Array, tail: Uint8Array): Uint8Array {
  const file = new Uint8Array(bytes.length + tail.length);
  file.set(bytes);
  file.set(tail, bytes.length);
  return file;
}

/** A chip read on its own, from a board that connects its data lines in another order than the processor's. */
function uncrossed(bytes: Uint8Array): Form[] {
  const image = new Image(bytes);
  const wiring = findWiring(image);
  if (wiring === null) return [];
  return [
    {
      name: 'crossed lines',
      bytes: straighten(image, wiring).bytes,
      toFile: (changed) => crossLines(changed, wiring),
    },
  ];
}

function swapped(bytes: Uint8Array): Form[] {
  if (bytes.length % 2 !== 0) return [];
  return [{ name: 'byte-swapped', bytes: swapPairs(bytes), toFile: swapPairs }];
}
