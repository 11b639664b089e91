import { searchLimit } from '../image.ts';
import type { Window } from '../image.ts';
import { sentence } from '../sentence.ts';
import type { Sentence } from '../sentence.ts';

/** What a text of records holds, or why it cannot be read. `at` is the address of the first byte. */
export type HexText = DecodedHexText | { outcome: 'unreadable'; reason: Sentence };

export type DecodedHexText = {
  outcome: 'decoded';
  bytes: Uint8Array;
  at: number;
  /** The records that the bytes came from. */
  records: HexRecord[];
  /** Why changed bytes cannot be put back into the text; null: they can. */
  notWritten: Sentence | null;
};

/** The bytes of one line, their address, and where in the text their digits begin; the line's checksum follows them. */
export type HexRecord = { at: number; bytes: Uint8Array; digitsAt: number };

/** One line of either format: data with its address, a new base address, the last record, or none of these. */
type Line =
  | { kind: 'data'; at: number; bytes: Uint8Array; digitsField: number }
  | { kind: 'segment' | 'linear'; base: number }
  | { kind: 'count'; count: number; countBits: number }
  | { kind: 'end' | 'other' };

/** The name of the sentence about a line that cannot be read. */
type LineFault = 'line_not_intel_hex' | 'line_not_s_record' | 'line_checksum_wrong';

type Run = { at: number; end: number; lines: HexRecord[] };

/** Parts that lie further apart belong to different chips. */
const maxGapBytes = 0x100000;
/** Each part starts at a sector boundary, so that tables have the same offsets as in a dump. */
const sectorLength = 0x8000;
const erased = 0xff;
/** BMW's exchange files use both `;` and `$`. */
const commentStarts = ';$#/';
/** Starts a line that states something about the bytes, such as a checksum; its meaning is not known. */
const statementStart = '$';
/** No record of either format is longer, because its length is stored in one byte. */
const maxLineLength = 0x400;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const utf8Mark = [0xef, 0xbb, 0xbf];
/** NUL, and the end of a file in CP/M and DOS. */
const fillBytes = [0x00, 0x1a];
const utf16HeadLength = 0x100;

/**
 * Decodes Intel HEX and Motorola S-records. Every checksum has to be right and the last record has to be there; of
 * S-records, a record with their number, or data without a gap, will do as well. When parts lie far apart, the largest is
 * returned; it never takes more memory than the largest chip, whatever the addresses.
 */
export function decodeHexText(bytes: Uint8Array): HexText {
  const runs: Run[] = [];
  let base = 0;
  let last: Line['kind'] = 'other';
  let isEnded = false;
  let isIntel = false;
  let number = 0;
  let statement: number | null = null;
  let dataRecords = 0;
  let isCounted = false;
  if (isUtf16(bytes)) return unreadable(sentence('text_in_utf16'));
  for (const { line, at: lineAt } of splitLines(bytes)) {
    number += 1;
    if (line.startsWith(statementStart)) statement ??= number;
    if (line === '' || commentStarts.includes(line[0] as string)) continue;
    if (isEnded) break;
    isIntel = line.startsWith(':');
    const record = isIntel ? readIntel(line, base) : readMotorola(line);
    if (typeof record === 'string') return unreadable(sentence(record, { line: number }));
    // BMW's exchange files set a segment, and then a linear base of zero that does not reset it.
    if (record.kind === 'segment' || (record.kind === 'linear' && !(record.base === 0 && last === 'segment'))) {
      base = record.base;
    }
    last = record.kind;
    if (record.kind === 'end') isEnded = true;
    if (record.kind === 'count') {
      const held = dataRecords % 2 ** record.countBits;
      if (held < record.count) return unreadable(sentence('record_count_wrong', { held, stated: record.count }));
      isCounted = held === record.count;
    }
    if (record.kind === 'data') {
      dataRecords += 1;
      isCounted = false;
      addTo(runs, { at: record.at, bytes: record.bytes, digitsAt: lineAt + record.digitsField });
    }
  }
  if (!isEnded && !isCounted) {
    if (isIntel) return unreadable(sentence('text_cut_short'));
    if (hasGaps(runs)) return unreadable(sentence('text_may_be_cut_short'));
  }
  return layOut(runs, statement);
}

const unreadable = (reason: Sentence): HexText => ({ outcome: 'unreadable', reason });

function hasGaps(runs: readonly Run[]): boolean {
  const sorted = runs.toSorted((one, other) => one.at - other.at);
  return sorted.some(({ at }, index) => index > 0 && at > (sorted[index - 1] as Run).end);
}

/** Whether every other byte of the beginning is zero, with or without the mark that such texts begin with. */
export function isUtf16(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, utf16HeadLength);
  const zeros = (parity: number) => head.every((byte, at) => at % 2 !== parity || at < 2 || byte === 0);
  return head.length >= 8 && (zeros(0) || zeros(1)) && !head.every((byte) => byte === 0);
}

/** Where the text itself begins and ends: without a mark of its encoding, and without the fill bytes of old systems. */
export function textWindow(bytes: Uint8Array): Window {
  const at = utf8Mark.every((byte, index) => bytes[index] === byte) ? utf8Mark.length : 0;
  let end = bytes.length;
  while (end > at && fillBytes.includes(bytes[end - 1] as number)) end -= 1;
  return { at, end };
}

/** Lines end with a line feed, a carriage return, or both. */
function* splitLines(bytes: Uint8Array): Generator<{ line: string; at: number }> {
  const { at: firstAt, end: lastEnd } = textWindow(bytes);
  let from = firstAt;
  while (from < lastEnd) {
    let end = from;
    while (end < lastEnd && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end += 1;
    const line = String.fromCharCode(...bytes.subarray(from, Math.min(end, from + maxLineLength)));
    yield { line: line.trim(), at: from + line.length - line.trimStart().length };
    from = end + (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? 2 : 1);
  }
}

function readIntel(line: string, base: number): Line | LineFault {
  const record = readDigits(line, 1);
  if (record === null || record.length < 5 || record.length !== (record[0] as number) + 5) return 'line_not_intel_hex';
  if (sum(record) !== 0) return 'line_checksum_wrong';
  const at = (record[1] as number) * 0x100 + (record[2] as number);
  const data = record.subarray(4, -1);
  const word = (data[0] ?? 0) * 0x100 + (data[1] ?? 0);
  switch (record[3]) {
    case 0:
      return { kind: 'data', at: base + at, bytes: data, digitsField: 9 };
    case 1:
      return { kind: 'end' };
    case 2:
      return { kind: 'segment', base: word * 0x10 };
    case 4:
      return { kind: 'linear', base: word * 0x10000 };
    default:
      return { kind: 'other' };
  }
}

/** How many address bytes each kind of data record has: S1, S2, S3. */
const addressLengths = [0, 2, 3, 4];

function readMotorola(line: string): Line | LineFault {
  const kind = Number(line[1]);
  const record = /^S\d/i.test(line) ? readDigits(line, 2) : null;
  if (record === null || record.length < 3 || record.length !== (record[0] as number) + 1) return 'line_not_s_record';
  if (sum(record) !== 0xff) return 'line_checksum_wrong';
  if (kind >= 7) return { kind: 'end' };
  if (kind === 5 || kind === 6)
    return { kind: 'count', count: numberIn(record.subarray(1, -1)), countBits: kind === 5 ? 16 : 24 };
  const addressLength = addressLengths[kind] ?? 0;
  if (addressLength === 0) return { kind: 'other' };
  const at = numberIn(record.subarray(1, 1 + addressLength));
  return { kind: 'data', at, bytes: record.subarray(1 + addressLength, -1), digitsField: 4 + 2 * addressLength };
}

const numberIn = (bytes: Uint8Array): number => bytes.reduce((number, byte) => number * 0x100 + byte, 0);

function readDigits(line: string, from: number): Uint8Array | null {
  const length = (line.length - from) / 2;
  if (!Number.isInteger(length)) return null;
  const record = new Uint8Array(length);
  for (let index = 0; index < length; index += 1) {
    const high = digitOf(line.charCodeAt(from + 2 * index));
    const low = digitOf(line.charCodeAt(from + 2 * index + 1));
    if (high === -1 || low === -1) return null;
    record[index] = high * 0x10 + low;
  }
  return record;
}

function digitOf(character: number): number {
  if (character >= 0x30 && character <= 0x39) return character - 0x30;
  const upper = character & 0xdf;
  return upper >= 0x41 && upper <= 0x46 ? upper - 0x37 : -1;
}

function sum(record: Uint8Array): number {
  let total = 0;
  for (let index = 0; index < record.length; index += 1) total += record[index] as number;
  return total & 0xff;
}

function addTo(runs: Run[], record: HexRecord): void {
  const { at, bytes } = record;
  const last = runs.at(-1);
  if (last !== undefined && last.end === at) {
    last.end += bytes.length;
    last.lines.push(record);
  } else {
    runs.push({ at, end: at + bytes.length, lines: [record] });
  }
}

/** Lays out the largest part: runs that lie near each other, together no longer than the largest chip. */
function layOut(runs: Run[], statement: number | null): HexText {
  const parts: { at: number; end: number; sizeBytes: number; runs: Run[] }[] = [];
  for (const run of runs.toSorted((one, other) => one.at - other.at)) {
    const part = parts.at(-1);
    const isNear = part !== undefined && run.at - part.end <= maxGapBytes && run.end - part.at <= searchLimit;
    if (part === undefined || !isNear) {
      parts.push({ at: run.at - (run.at % sectorLength), end: run.end, sizeBytes: run.end - run.at, runs: [run] });
    } else {
      part.end = Math.max(part.end, run.end);
      part.sizeBytes += run.end - run.at;
      part.runs.push(run);
    }
  }
  const [largest] = parts.toSorted((one, other) => other.sizeBytes - one.sizeBytes);
  if (largest === undefined) return unreadable(sentence('text_without_bytes'));
  const sizeBytes = largest.end - largest.at;
  // Runs are only put together up to this size, but a single one may be longer.
  if (sizeBytes > searchLimit + sectorLength) return unreadable(sentence('text_larger_than_memory'));
  const bytes = new Uint8Array(sizeBytes).fill(erased);
  for (const run of largest.runs) {
    for (const line of run.lines) bytes.set(line.bytes, line.at - largest.at);
  }
  const records = largest.runs.flatMap(({ lines }) => lines);
  return { outcome: 'decoded', bytes, at: largest.at, records, notWritten: checkWritable(statement, parts.length) };
}

function checkWritable(statement: number | null, partsCount: number): Sentence | null {
  if (statement !== null) return sentence('text_with_statement', { line: statement });
  return partsCount > 1 ? sentence('text_of_several_parts', { count: partsCount }) : null;
}
