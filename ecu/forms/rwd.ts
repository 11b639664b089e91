import { Image, asciiBytes } from '../image.ts';
import { sentence } from '../sentence.ts';
import type { Sentence } from '../sentence.ts';

/** Honda's update file: where its parts are. Facts: bouletmarc/HondaReflashTool, johnwaynehacker/rwd-xray. */
export type RwdHeader = {
  /** Part numbers of the programs that may be replaced by this one. */
  partNumbers: readonly string[];
  keys: readonly [number, number, number];
  /** Where the bytes of the memory begin, one for each byte of it, and where they end. */
  at: number;
  end: number;
};

export type DecodedRwd = { outcome: 'decoded'; bytes: Uint8Array; header: RwdHeader; encoded: Uint8Array };
export type Rwd = DecodedRwd | { outcome: 'unreadable'; reason: Sentence };

const START = asciiBytes('Z\r\n');
/** Six groups of values: the third is the control unit's address, the fourth part numbers, the last three key bytes. */
const GROUPS = 6;
const PART_NUMBERS = 3;
const KEYS = 5;
const SUM_BYTES = 4;
/** The shortest start of a part number that is looked for: `37805-RWC`. */
const MIN_PREFIX = 9;

/** null: the file is no such update file, or one that does not end where it says. */
export function readRwdHeader(image: Image): RwdHeader | null {
  if (!image.matches(0, START)) return null;
  const groups: Uint8Array[][] = [];
  let at = START.length;
  for (let group = 0; group < GROUPS; group += 1) {
    const values: Uint8Array[] = [];
    const count = image.u8(at) ?? 0;
    at += 1;
    for (let value = 0; value < count; value += 1) {
      const length = image.u8(at) ?? 0;
      if (!image.has(at + 1, length)) return null;
      values.push(image.bytes.subarray(at + 1, at + 1 + length));
      at += 1 + length;
    }
    groups.push(values);
  }
  const sizeBytes = image.u32be(at + 4);
  const [k1, k2, k3, ...others] = groups[KEYS]?.[0] ?? [];
  const dataAt = at + 8;
  if (k1 === undefined || k2 === undefined || k3 === undefined || others.length > 0 || sizeBytes === null) return null;
  if (dataAt + sizeBytes + SUM_BYTES !== image.sizeBytes) return null;
  return {
    partNumbers: readPartNumbers(groups[PART_NUMBERS] ?? []),
    keys: [k1, k2, k3],
    at: dataAt,
    end: dataAt + sizeBytes,
  };
}

/** Filled up with zeros to 16 characters. */
const readPartNumbers = (values: readonly Uint8Array[]): string[] =>
  values
    .map((value) => String.fromCharCode(...value).replace(/\0+$/, ''))
    .filter((text) => /^[\dA-Z]{5}-[\dA-Z-]{3,10}$/.test(text));

/**
 * Reads the memory in an update file. Each of its bytes is replaced by another, by three operations with the three key
 * bytes; in which order is not stated. The one order is used after which a part number of the header stands in the memory.
 */
export function decodeRwd(image: Image): Rwd {
  const header = readRwdHeader(image);
  if (header === null) return { outcome: 'unreadable', reason: sentence('update_file_damaged') };
  if (image.u32le(header.end) !== sumBytes(image.bytes.subarray(0, header.end))) {
    return { outcome: 'unreadable', reason: sentence('update_file_sum_wrong') };
  }
  const numbers = header.partNumbers.join(', ');
  const data = new Image(image.bytes.subarray(header.at, header.end));
  const prefix = asciiBytes(commonStart(header.partNumbers));
  const holdsNumber = ({ encoded }: Table) =>
    prefix.length >= MIN_PREFIX &&
    data.find(
      prefix.map((byte) => encoded[byte] ?? 0),
      { at: 0, end: data.sizeBytes },
    ) !== null;
  const fitting = listTables(header.keys).filter(holdsNumber);
  const [table, other] = fitting;
  if (table === undefined || other !== undefined) {
    return { outcome: 'unreadable', reason: sentence('update_file_not_decoded', { numbers }) };
  }
  return {
    outcome: 'decoded',
    bytes: data.bytes.map((byte) => table.decoded[byte] ?? 0),
    header,
    encoded: table.encoded,
  };
}

/** Returns the update file with `changed` in place of its memory, and with its own sum made right. */
export function writeRwd(file: Uint8Array, { header, encoded }: DecodedRwd, changed: Uint8Array): Uint8Array {
  const written = new Uint8Array(file);
  written.set(
    changed.map((byte) => encoded[byte] ?? 0),
    header.at,
  );
  new DataView(written.buffer).setUint32(header.end, sumBytes(written.subarray(0, header.end)), true);
  return written;
}

function sumBytes(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum + byte) >>> 0;
  return sum;
}

function commonStart([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

type Table = { decoded: Uint8Array; encoded: Uint8Array };

const OPERATIONS: readonly ((value: number, key: number) => number)[] = [
  (value, key) => value ^ key,
  (value, key) => value + key,
  (value, key) => value - key,
];
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/** Every way to replace bytes by three operations with the keys; each of them once. */
function listTables(keys: RwdHeader['keys']): Table[] {
  const tables = new Map<string, Table>();
  for (const order of ORDERS) {
    for (let choice = 0; choice < OPERATIONS.length ** 3; choice += 1) {
      const table = { decoded: new Uint8Array(0x100), encoded: new Uint8Array(0x100) };
      for (let byte = 0; byte < 0x100; byte += 1) {
        const value = order.reduce((sum, place, step) => {
          const operate = OPERATIONS[Math.floor(choice / OPERATIONS.length ** step) % OPERATIONS.length];
          return operate?.(sum, keys[place]) ?? sum;
        }, byte);
        table.decoded[byte] = value;
        table.encoded[value & 0xff] = byte;
      }
      tables.set(table.decoded.join(), table);
    }
  }
  return [...tables.values()];
}
