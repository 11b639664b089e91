import { listDifferences } from './differences.ts';
import type { Form } from './forms.ts';
import { findCopies } from './forms/windows.ts';
import type { Identification } from './identify.ts';
import { inspect } from './inspect.ts';
import type { Inspection } from './inspect.ts';

/** The memory in a file, without what reading and storing it added. */
export type Content = { bytes: Uint8Array; identification: Identification };

/**
 * Reads the content of a file. Two reads of one control unit have the same content, whether or not a tool has doubled,
 * padded or byte-swapped it. A file that no family knows is read as it is, but repeated content counts once. Copies
 * that differ are content of their own. Blank bytes at the end are left out: nothing shows whether they are erased
 * flash or were added by a tool.
 */
export const readContent = (file: Uint8Array): Content => contentOf(inspect(file));

/** The same, of a file that has been inspected. */
export function contentOf({ form, identification }: Pick<Inspection, 'form' | 'identification'>): Content {
  const { bytes, copies, memory } = identification.outcome === 'recognised' ? form : splitCopies(form.bytes);
  const isOnce = copies.every((copy) => listDifferences(bytes, copy.bytes).length === 0);
  return { bytes: withoutBlankEnd(isOnce ? bytes : memory), identification };
}

function splitCopies(memory: Uint8Array): Pick<Form, 'bytes' | 'copies' | 'memory'> {
  const [first, ...others] = (findCopies(memory)[0] ?? []).map(({ at, end }) => ({
    at,
    bytes: memory.subarray(at, end),
  }));
  return { bytes: first?.bytes ?? memory, copies: others, memory };
}

const blankValues: readonly (number | undefined)[] = [0xff, 0x00];

function withoutBlankEnd(bytes: Uint8Array): Uint8Array {
  const last = bytes.at(-1);
  if (!blankValues.includes(last)) return bytes;
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === last) end -= 1;
  return bytes.subarray(0, end);
}

/** Small compared with a map, so that one changed map leaves nearly all blocks as they were. */
const blockBytes = 128;
export const fingerprintBytes = 64;
const bits = fingerprintBytes * 8;
/** With fewer blocks that are not blank, a fingerprint would mean nothing. */
const minBlocks = 16;

/**
 * Computes a fingerprint. The fewer blocks two contents share at the same offsets, the more bits of their fingerprints
 * differ: half of them when the contents have nothing in common, none when they are equal. Each bit is one bit of the
 * smallest hash of all blocks (MinHash with one bit per hash). Blank blocks are ignored, or all dumps would be alike.
 * The offset is part of a block's hash, because what calibrations share lies at the same offsets. null: too little to
 * compare.
 */
export function fingerprint({ bytes }: Pick<Content, 'bytes'>): Uint8Array | null {
  const hashes = hashBlocks(bytes);
  if (hashes.length < minBlocks) return null;
  const print = new Uint8Array(fingerprintBytes);
  for (let bit = 0; bit < bits; bit += 1) {
    const factor = (mix(bit * 2 + 1) | 1) >>> 0;
    const offset = mix(bit * 2 + 2);
    let smallest = 0xffffffff;
    for (let index = 0; index < hashes.length; index += 1) {
      const value = Math.imul((hashes[index] as number) ^ offset, factor) >>> 0;
      if (value < smallest) smallest = value;
    }
    if ((mix(smallest) & 1) === 1) print[bit >> 3] = (print[bit >> 3] as number) | (0x80 >> (bit & 7));
  }
  return print;
}

/** Estimates the share of equal blocks from two fingerprints: good enough to search with, not to report. */
export function estimateAlike(one: Uint8Array, other: Uint8Array): number {
  let differing = 0;
  for (let at = 0; at < fingerprintBytes; at += 1) {
    for (let left = (one[at] as number) ^ (other[at] as number); left !== 0; left &= left - 1) differing += 1;
  }
  return Math.max(0, 1 - (2 * differing) / bits);
}

/** Hashes every block together with its offset, except blocks that consist of a single value. */
function hashBlocks(bytes: Uint8Array): Uint32Array {
  const hashes = new Uint32Array(Math.ceil(bytes.length / blockBytes));
  let count = 0;
  for (let at = 0; at < bytes.length; at += blockBytes) {
    const end = Math.min(at + blockBytes, bytes.length);
    const first = bytes[at] as number;
    let isBlank = true;
    let hash = mix(at + 1);
    for (let next = at; next < end; next += 1) {
      const byte = bytes[next] as number;
      if (byte !== first) isBlank = false;
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
    if (isBlank) continue;
    hashes[count] = mix(hash);
    count += 1;
  }
  return hashes.subarray(0, count);
}

/** Spreads a number over 32 bits (the last step of MurmurHash3). */
function mix(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Counted byte by byte over both contents; blocks that are blank in both are left out. */
export type Alike = { bytesCompared: number; bytesSame: number };

/** Counts the bytes that are equal at the same offsets. Beyond the end of the shorter content, none are equal. */
export function countSame(one: Uint8Array, other: Uint8Array): Alike {
  const length = Math.max(one.length, other.length);
  const shared = Math.min(one.length, other.length);
  let blank = 0;
  let bytesSame = 0;
  for (let at = 0; at < shared; at += blockBytes) {
    const end = Math.min(at + blockBytes, shared);
    const first = one[at] as number;
    let same = 0;
    let isBlank = true;
    for (let next = at; next < end; next += 1) {
      if (one[next] !== other[next]) isBlank = false;
      else {
        same += 1;
        if (one[next] !== first) isBlank = false;
      }
    }
    if (isBlank) blank += end - at;
    else bytesSame += same;
  }
  return { bytesCompared: length - blank, bytesSame };
}
