import { expect, test } from 'vitest';
import { Image, asciiBytes } from '../image.ts';
import { crc16Reflected } from './crc16.ts';

test('CRC-16/ARC yields its published check value', () => {
  expect(crc16Reflected(new Image(asciiBytes('123456789')), { at: 0, end: 9 }, 0)).toBe(0xbb3d);
});
