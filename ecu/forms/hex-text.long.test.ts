// Texts of records as editors, mail programs and old tools leave them.
import { expect, test } from 'vitest';
import { edc16Sample } from '../families/edc16/edc16.sample.ts';
import { asciiBytes } from '../image.ts';
import { inspect } from '../inspect.ts';
import { sentence } from '../sentence.ts';
import { switchOffInFile } from '../switch-off-file.ts';
import { intelEnd, intelHex, intelLine, motorola, motorolaLine, upperHalf } from '../testing/hex-text.ts';
import { decodeHexText } from './hex-text.ts';

const decode = (text: string) => decodeHexText(asciiBytes(text));
/** An S5 record: it holds the number of data records. */
function countLine(count: number): string {
  const bytes = [3, count >>> 8, count & 0xff];
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  return `S5${[...bytes, ~sum & 0xff].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')}\n`;
}
const [first, second, far] = [motorolaLine(3, 0, [1, 2]), motorolaLine(3, 2, [3]), motorolaLine(3, 9, [4])];
const end = motorolaLine(7, 0);

test('S-records without their last record are read if they are counted, or leave no gap', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  expect(decode(first + second)).toMatchObject({ outcome: 'decoded', bytes });
  expect(decode(second + first)).toMatchObject({ outcome: 'decoded', bytes });
  expect(decode(first + far + countLine(2))).toMatchObject({ outcome: 'decoded' });
  expect(decode(first + far)).toEqual({ outcome: 'unreadable', reason: sentence('text_may_be_cut_short') });
  expect(decode(first + far + end)).toMatchObject({ outcome: 'decoded' });
});

test('S-records of which some are missing by their own count are not read, and both numbers are named', () => {
  const reason = sentence('record_count_wrong', { held: 1, stated: 2 });
  expect(decode(first + countLine(2))).toEqual({ outcome: 'unreadable', reason });
  expect(decode(first + countLine(2) + end)).toEqual({ outcome: 'unreadable', reason });
});

test('a text that goes on beyond the largest memory is refused, and one as large is read', () => {
  const line = (_: unknown, index: number) => intelLine(0, index * 0x80, new Uint8Array(0x80));
  const lines = Array.from({ length: 0x10000 / 0x80 }, line).join('');
  const read = (sizeBytes: number) => {
    const pages = Array.from({ length: sizeBytes / 0x10000 }, (_, page) => upperHalf(page * 0x10000) + lines);
    return decodeHexText(new TextEncoder().encode(pages.join('') + intelEnd));
  };
  const largest = read(0x800000);
  expect([largest.outcome, largest.outcome === 'decoded' && largest.bytes.length]).toEqual(['decoded', 0x800000]);
  expect(read(0x810000)).toEqual({ outcome: 'unreadable', reason: sentence('text_larger_than_memory') });
});

const dump = edc16Sample();
const mark = Uint8Array.of(0xef, 0xbb, 0xbf);
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => Array.from(part)));

const texts = { 'Intel HEX': () => intelHex(dump), 'S-record': () => motorola(dump, 0x80000000) };

test.each([
  ['Intel HEX', 'with a mark of its encoding', (text: string) => join(mark, asciiBytes(text))],
  ['S-record', 'with carriage returns alone', (text: string) => asciiBytes(text.replaceAll(/\r?\n/g, '\r'))],
  ['Intel HEX', 'filled up with zeros', (text: string) => join(asciiBytes(text), new Uint8Array(5000))],
  ['S-record', 'that ends with the sign of DOS', (text: string) => join(asciiBytes(text), Uint8Array.of(0x1a))],
] as const)('%s %s is read, and written back with everything around its records', (type, _name, make) => {
  const file = make(texts[type]());
  const inspection = inspect(file);
  expect([inspection.hint, inspection.fileType, inspection.form.name]).toEqual([null, 'OK', type]);
  const result = switchOffInFile(file, ['P0616']);
  if (result.outcome === 'refused') throw new Error(result.reason.message);
  const changed = file.reduce((count, byte, at) => count + (byte === result.file[at] ? 0 : 1), 0);
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThan(100);
});

test.each([0, 1])('a text with two bytes for each character is named as one (byte order %s)', (high) => {
  const text = intelHex(dump.subarray(0, 0x400));
  const wide = Uint8Array.from({ length: 2 * text.length }, (_, at) =>
    at % 2 === high ? 0 : text.charCodeAt(at >> 1),
  );
  for (const file of [wide, join(Uint8Array.of(...(high === 1 ? [0xff, 0xfe] : [0xfe, 0xff])), wide)]) {
    expect(inspect(file)).toMatchObject({ fileType: 'Intel HEX', hint: sentence('text_in_utf16') });
  }
});
