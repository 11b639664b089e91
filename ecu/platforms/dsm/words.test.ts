import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { readWords } from './words.ts';

const image = new Image(Uint8Array.of(0x12, 0x34, 0x56, 0x78, 0x9a));

test('words are read high byte first, up to the end of the window or of the file', () => {
  expect([...readWords(image, { at: 0, end: 4 })]).toEqual([0x1234, 0x5678]);
  expect([...readWords(image, { at: 2, end: 100 })]).toEqual([0x5678]);
});

test('a window beyond the end of a truncated file has no words', () => {
  expect(readWords(image, { at: 0, end: 8 })).not.toHaveLength(0);
  expect(readWords(image, { at: 8, end: 100 })).toHaveLength(0);
});
