import { expect, test } from 'vitest';
import { Image, asciiBytes } from '../image.ts';
import { crc32Forward, crc32Reflected, solveCrc32Reflected } from './crc32.ts';
import { u32leBytes } from '../change.ts';

const digits = new Image(asciiBytes('123456789'));
const all = { at: 0, end: 9 };

test('CRC-32 and CRC-32/MPEG-2 yield their published check values', () => {
  expect((crc32Reflected(digits, all, 0xffffffff) ^ 0xffffffff) >>> 0).toBe(0xcbf43926);
  expect(crc32Forward(digits, all, 0xffffffff)).toBe(0x0376e6e7);
});

test.each([0x35015001, 0, 0xffffffff, 0x12345678])('four appended bytes set the register to %i', (expected) => {
  const before = crc32Reflected(digits, all, 0xfadecafe);
  const whole = new Image(Uint8Array.from([...digits.bytes, ...u32leBytes(solveCrc32Reflected(before, expected))]));
  expect(crc32Reflected(whole, { at: 0, end: 13 }, 0xfadecafe)).toBe(expected);
});
