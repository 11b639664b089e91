import { expect, test } from 'vitest';
import { edc16Sample } from './families/edc16/edc16.sample.ts';
import { listForms } from './forms.ts';
import { decodeHexText } from './forms/hex-text.ts';
import { asciiBytes } from './image.ts';
import { inspect } from './inspect.ts';
import type { Inspection } from './inspect.ts';
import { intelEnd, intelHex, intelLine, motorola, motorolaLine, upperHalf } from './testing/hex-text.ts';
import { CHIP_SIZES } from './read-sizes.ts';
import { randomBytes } from './testing/sample-image.ts';
import { sentence } from './sentence.ts';

const formsOf = (file: Uint8Array) => [
  ...listForms({ file, wrapping: null, isProgramSize: (size) => CHIP_SIZES.includes(size) }),
];

/** Much quicker than toEqual on a whole dump. */
const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

const decode = (text: string) => decodeHexText(asciiBytes(text));

test.each([
  ['Intel HEX', intelHex(edc16Sample())],
  ['S-record', motorola(edc16Sample(), 0x80000000)],
] as const)('a control unit is recognised in %s text', (type, text) => {
  const inspection = inspect(asciiBytes(text));
  expect(inspection).toMatchObject({ fileType: 'OK', hint: null, form: { name: type } });
  expect(inspection.identification).toMatchObject({ outcome: 'recognised', family: { familyId: 'edc16' } });
  expect(isSame(inspection.image.bytes, edc16Sample())).toBe(true);
});

test('one wrong checksum makes the whole text unreadable, and the line is reported', () => {
  const lines = intelHex(randomBytes(0x100, 1)).split('\r\n');
  lines[3] = `${lines[3]?.slice(0, -2)}00`;
  expect(decode(lines.join('\r\n'))).toEqual({
    outcome: 'unreadable',
    reason: sentence('line_checksum_wrong', { line: 4 }),
  });
  const record = motorolaLine(3, 0, [1, 2, 3]).replace('010203', '010303');
  expect(decode(record + motorolaLine(7, 0))).toEqual({
    outcome: 'unreadable',
    reason: sentence('line_checksum_wrong', { line: 1 }),
  });
});

test('a truncated text is not accepted as a complete one', () => {
  const text = intelHex(randomBytes(0x100, 1));
  expect(decode(text.slice(0, -intelEnd.length))).toMatchObject({
    reason: { message: expect.stringContaining('cut short') },
  });
  expect(decode(text.slice(0, 100))).toMatchObject({ outcome: 'unreadable' });
  expect(inspect(asciiBytes(intelHex(randomBytes(0x100, 1)).slice(0, 500)))).toMatchObject({
    fileType: 'Intel HEX',
    identification: { outcome: 'unknown' },
    hint: { message: expect.stringContaining('Line') },
  });
});

test.each([
  ['a line of another kind', 'hello\n'],
  ['an odd number of digits', ':0000000\n'],
  ['more bytes than its length says', ':0000000100FE\n'],
  ['no digits', ':zz000001FF\n'],
])('%s is not a record', (_name, line) => {
  expect(decode(line + intelEnd)).toMatchObject({ outcome: 'unreadable' });
});

test('comments and empty lines are skipped', () => {
  const text = `;BMW AG\r\n\r\n$REFERENZ 00\r\n${intelLine(0, 0x10, [1, 2])}${intelEnd}`;
  expect(decode(text)).toMatchObject({ outcome: 'decoded', at: 0 });
});

const sizeOf = (decoded: ReturnType<typeof decode>) => (decoded.outcome === 'decoded' ? decoded.bytes.length : null);

test('whatever its addresses, no text takes more memory than a chip has', () => {
  const far = upperHalf(0) + intelLine(0, 0, [1]) + upperHalf(0xffff0000) + intelLine(0, 0xfff0, [2, 3]) + intelEnd;
  const decoded = decode(far);
  expect(decoded).toMatchObject({ outcome: 'decoded', at: 0xffff8000 });
  expect(sizeOf(decoded)).toBe(0x7ff2);

  let steps = '';
  for (let at = 0; at < 0x4000000; at += 0x80000) steps += upperHalf(at) + intelLine(0, 0, [(at >>> 16) & 0xff]);
  expect(sizeOf(decode(steps + intelEnd))).toBeLessThanOrEqual(0x808000);
});

test('bytes are placed at their addresses, gaps become erased flash, and the largest part is used', () => {
  const text = upperHalf(0x80020000) + intelLine(0, 4, [1, 2]) + intelLine(0, 0, [9]) + upperHalf(0xa0000000);
  const decoded = decode(text + intelLine(0, 0, [7]) + intelEnd);
  expect(decoded).toMatchObject({
    outcome: 'decoded',
    at: 0x80020000,
    bytes: Uint8Array.of(9, 0xff, 0xff, 0xff, 1, 2),
  });
});

test('a segment counts in units of 16, and a linear base of zero in a BMW exchange file does not reset it', () => {
  const segment = intelLine(2, 0, [0x40, 0x00]);
  expect(decode(segment + intelLine(0, 0, [5]) + intelEnd)).toMatchObject({ at: 0x40000 });
  expect(decode(segment + upperHalf(0) + intelLine(0, 0, [5]) + intelEnd)).toMatchObject({ at: 0x40000 });
});

test('the reason why a text cannot be read is returned with its values', () => {
  expect(inspect(asciiBytes(':00000001FE')).hint).toEqual(sentence('line_checksum_wrong', { line: 1 }));
  expect(inspect(asciiBytes(intelEnd)).hint).toEqual(sentence('text_without_bytes'));
});

const chip = randomBytes(0x8000, 9);
const swap = (bytes: Uint8Array) => bytes.map((_, at) => bytes[at ^ 1] as number);
const twice = (bytes: Uint8Array) =>
  Uint8Array.from({ length: 2 * bytes.length }, (_, at) => bytes[at % bytes.length] ?? 0);
const tailed = (bytes: Uint8Array, tail: number[]) => Uint8Array.from([...bytes, ...tail]);
const padded = (bytes: Uint8Array, byte: number) => {
  const file = new Uint8Array(2 * bytes.length).fill(byte);
  file.set(bytes);
  return file;
};

const inFours = (bytes: Uint8Array, from: number[]) =>
  bytes.map((_, at) => bytes[at - (at % 4) + (from[at % 4] as number)] as number);
const start = chip.subarray(0x100, 0x110);
/** Counts how often the chip is in the file, in either order. */
const countChips = (file: Uint8Array) =>
  [start, swap(start)].reduce(
    (sum, bytes) => sum + Buffer.from(file).toString('latin1').split(Buffer.from(bytes).toString('latin1')).length - 1,
    0,
  );

test.each([
  ['byte-swapped', swap(chip)],
  ['doubled', twice(chip)],
  ['doubled', twice(twice(chip))],
  ['padded', padded(chip, 0xff)],
  ['padded', padded(chip, 0x00)],
  ['with a tail', tailed(chip, [0x0d, 0x0a])],
  ['with a tail', tailed(chip, Array.from(randomBytes(0x1000, 3)))],
  ['padded, byte-swapped', padded(swap(chip), 0xff)],
  ['with a tail, byte-swapped', tailed(swap(chip), [7])],
  ['doubled, byte-swapped', twice(swap(chip))],
  ['another byte order: fours reversed', inFours(chip, [3, 2, 1, 0])],
  ['another byte order: halfwords swapped', inFours(chip, [2, 3, 0, 1])],
  ['doubled', tailed(twice(chip), [1, 2, 3])],
  ['doubled', padded(twice(chip), 0xff)],
  ['doubled, padded', twice(padded(chip, 0xff))],
  ['doubled, with a tail', twice(tailed(chip, [1, 2, 3]))],
] as const)('a %s dump can be read as the original dump, and changes are written back to the file', (name, file) => {
  const before = file.slice();
  const form = formsOf(file).find((other) => other.name === name && other.bytes.length === chip.length);
  expect(form?.bytes).toEqual(chip);
  const changed = chip.slice();
  changed[0x1234] = (changed[0x1234] ?? 0) ^ 0xff;
  const images = [changed, ...(form?.copies ?? []).map(() => changed)];
  const back = form?.toFile?.(images) ?? new Uint8Array(0);
  expect(back.length).toBe(file.length);
  const read = formsOf(back).find((other) => other.name === name && other.bytes.length === chip.length);
  expect(read?.bytes).toEqual(changed);
  const different = back.reduce((count, byte, at) => count + (byte === file[at] ? 0 : 1), 0);
  expect(different).toBe(images.length);
  expect(images.length).toBe(name.startsWith('doubled') ? countChips(file) : 1);
  expect(file).toEqual(before);
});

const paddedSample = padded(edc16Sample(), 0x00);
const factsIn = ({ identification }: Inspection) =>
  identification.outcome === 'recognised' ? identification.facts : {};

test.each([
  ['byte-swapped', swap(edc16Sample()), 'byte-swapped', edc16Sample()],
  ['padded', paddedSample, 'as it is', paddedSample],
] as const)('a %s dump is recognised, and facts stand where its form has them', (_name, file, form, bytes) => {
  const inspection = inspect(file);
  expect(inspection.fileType).toBe('OK');
  expect(inspection.identification).toMatchObject({ outcome: 'recognised', family: { familyId: 'edc16' } });
  expect(inspection.form.name).toBe(form);
  expect(isSame(inspection.image.bytes, bytes)).toBe(true);
  expect(inspection.sizeBytes).toBe(file.length);
  const { softwareNumber, hardwareNumber } = factsIn(inspection);
  for (const fact of [softwareNumber, hardwareNumber]) {
    expect(fact && inspection.image.ascii(fact.at, fact.value.length)).toBe(fact?.value ?? 'a number');
  }
  expect(factsIn(inspection)).toEqual(factsIn(inspect(edc16Sample())));
});

test('a dump that is recognised as it is keeps its form', () => {
  const dump = edc16Sample();
  const { form } = inspect(dump);
  expect(form.name).toBe('as it is');
  expect(form.toFile?.([dump])).toEqual(dump);
});

const namesIn = (file: Uint8Array) => formsOf(file).map(({ name }) => name);

test('copies that differ in a few bytes are read one by one, and each is written back to its place', () => {
  const file = twice(chip);
  file[0x9000] = (file[0x9000] ?? 0) ^ 1;
  const form = formsOf(file).find(({ name }) => name === 'doubled');
  expect(form?.bytes).toEqual(chip);
  expect(form?.copies).toEqual([{ at: 0x8000, bytes: file.subarray(0x8000) }]);
  expect(form?.toFile?.([chip, file.subarray(0x8000)])).toEqual(file);
  expect(form?.toFile?.([file.subarray(0x8000), chip])).toEqual(Uint8Array.from([...file.subarray(0x8000), ...chip]));
});

test('halves that differ in many bytes are not copies, and blank halves are not either', () => {
  expect(namesIn(twice(chip))).toContain('doubled');
  const other = twice(chip).map((byte, at) => (at >= 0x8000 && at % 16 === 0 ? byte ^ 1 : byte));
  expect(namesIn(other)).not.toContain('doubled');
  expect(namesIn(new Uint8Array(0x10000).fill(0xff))).not.toContain('doubled');
});

test('a length that cannot be split into groups has no other order', () => {
  expect(namesIn(randomBytes(0x9800, 4))).toContain('byte-swapped');
  expect(namesIn(randomBytes(0x9801, 4))).toEqual(['as it is']);
  expect(namesIn(randomBytes(0x9802, 4))).toEqual(['as it is', 'byte-swapped']);
});

test('what stands behind a dump is short: half a chip more is part of it', () => {
  const namesOf = (extra: number) => namesIn(randomBytes(0x8000 + extra, 5));
  expect(namesOf(0x1000)).toContain('with a tail');
  expect(namesOf(0x1002)).not.toContain('with a tail');
  expect(namesOf(0)).not.toContain('with a tail');
  expect(namesOf(0x4000)).not.toContain('with a tail');
});
