import { expect, test } from 'vitest';
import { Image } from '../image.ts';
import { closePair, accumulateWords } from './rotating-pair.ts';

const bytes = Uint8Array.from({ length: 64 }, (_, index) => (index * 37 + 11) & 0xff);

test('the value of a block depends on its words, its seed and its closing pair', () => {
  const image = new Image(bytes);
  const closing = { low: 0x8631, high: 0xefcd };
  // Computed by a second implementation, in another language.
  expect(closePair(accumulateWords(image, { at: 0, end: 60 }, { low: 0, high: 0 }), closing)).toBe(0x85b703b);
  expect(closePair(accumulateWords(image, { at: 0, end: 64 }, closing), closing)).toBe(0x75df058f);
});
