import { expect, test } from 'vitest';
import { listForms } from '../forms.ts';
import { asciiBytes } from '../image.ts';
import { intelEnd, intelHex, intelLine, motorola, upperHalf } from '../testing/hex-text.ts';
import { randomBytes } from '../testing/sample-image.ts';
import { unwrap } from './wrapping.ts';

const chip = randomBytes(0x11000, 9);

/** The form in which the bytes that a text holds are read as they are. */
function readForm(text: string, type: 'Intel HEX' | 'S-record') {
  const file = asciiBytes(text);
  const wrapping = unwrap(type, file);
  if (wrapping.outcome === 'unreadable') throw new Error(wrapping.reason.message);
  const { bytes, toFile, ...rest } = [...listForms({ file, wrapping, isProgramSize: () => false })].find(
    ({ name }) => name === type,
  )!;
  return { ...rest, bytes, toFile: toFile && ((changed: Uint8Array) => toFile([changed])) };
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

test.each([
  ['Intel HEX', intelHex(chip, 0x80000000)],
  ['Intel HEX', intelHex(chip).toLowerCase()],
  ['S-record', motorola(chip, 0x80020000)],
  ['S-record', motorola(chip, 0).replaceAll('\n', '\r\n')],
] as const)('a changed byte changes its digits and the checksum of its line in %s, and nothing else', (type, text) => {
  const { bytes, toFile } = readForm(text, type);
  expect(textOf(toFile?.(bytes))).toBe(text);
  const changed = bytes.slice();
  for (const at of [0, 0x1001, 0x1002, 0x10fff]) changed[at] = (changed[at] ?? 0) ^ 0xa5;
  const written = textOf(toFile?.(changed));
  expect(written.length).toBe(text.length);
  const lines = text.split('\n');
  const different = written.split('\n').filter((line, index) => line !== lines[index]);
  expect(different).toHaveLength(3);
  // Reading the text again checks the checksum of every line.
  const again = readForm(written, type).bytes;
  expect(again.every((byte, at) => byte === changed[at])).toBe(true);
  expect(written === written.toLowerCase()).toBe(text === text.toLowerCase());
});

test('a byte contained in two lines is changed in both', () => {
  const text = intelLine(0, 0, [1, 2, 3]) + intelLine(0, 1, [2, 3, 4]) + intelEnd;
  const { bytes, toFile } = readForm(text, 'Intel HEX');
  expect([...bytes]).toEqual([1, 2, 3, 4]);
  const changed = Uint8Array.of(1, 0x22, 3, 4);
  const expected = intelLine(0, 0, [1, 0x22, 3]) + intelLine(0, 1, [0x22, 3, 4]) + intelEnd;
  expect(textOf(toFile?.(changed))).toBe(expected);
});

test('a change to a byte contained in no line is left out, so the file stays the same', () => {
  const text = intelLine(0, 0, [1, 2]) + intelLine(0, 8, [3]) + intelEnd;
  const { bytes, toFile } = readForm(text, 'Intel HEX');
  const changed = bytes.slice();
  changed[5] = 0x11;
  expect(textOf(toFile?.(changed))).toBe(text);
});

test('a file that states more about its bytes, or has several parts, is not written, and the reason is given', () => {
  const data = intelLine(0, 0, [1, 2]);
  const sum = readForm(`;BMW AG\r\n${data}$CHECKSUMME 9751 5\r\n${intelEnd}`, 'Intel HEX');
  expect(sum).toMatchObject({
    toFile: null,
    notWritten: { message: expect.stringMatching(/^Line 3 .* not written\.$/) },
  });
  expect(readForm(`;BMW AG\r\n${data}${intelEnd}`, 'Intel HEX').toFile).not.toBe(null);
  const parts = readForm(data + upperHalf(0xa0000000) + data + intelEnd, 'Intel HEX');
  expect(parts).toMatchObject({ toFile: null, notWritten: { message: expect.stringContaining('2 parts') } });
});
