import { expect, test } from 'vitest';
import { listAnchor } from './anchors.ts';
import { Image } from './image.ts';

const texts = ['NO ', 'AAA', 'AAAB', 'ABAB', '\xfa\xde\xca', 'NO 12', 'BA', 'AA', '0', 'COPYRIGHT'];
const sizeBytes = 0x4000;

/** A simple search with which the shared one is compared. */
function listPlainly(bytes: Uint8Array, text: string, at: number, end: number): number[] {
  const whole = String.fromCharCode(...bytes);
  const found: number[] = [];
  for (let next = whole.indexOf(text, at); next !== -1; next = whole.indexOf(text, next + 1)) {
    if (next + text.length <= end) found.push(next);
  }
  return found;
}

/** Only a few different bytes, so that anchors occur everywhere, overlap, and touch both ends. */
function crowdedBytes(seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length: sizeBytes }, () => {
    state = (state * 1_103_515_245 + 12_345) % 0x8000_0000;
    return [0x41, 0x42, 0x4e, 0x4f, 0x20, 0x31, 0xfa, 0xde, 0xca][(state >>> 16) % 9] as number;
  });
}

test.each([1, 2, 3, 4])('every anchor is found at its offset, whatever the alignment in memory (%i)', (seed) => {
  for (const shift of [0, 1, 2, 3]) {
    const memory = new Uint8Array(sizeBytes + 8);
    memory.set(crowdedBytes(seed), shift);
    const bytes = memory.subarray(shift, shift + sizeBytes - (seed % 2));
    for (const round of ['the first time', 'once all anchors are known']) {
      const image = new Image(bytes);
      for (const text of texts) {
        for (const [at, end] of [
          [0, sizeBytes],
          [1, 0x2001],
          [0x1002, sizeBytes - 2],
        ] as const) {
          const expected = listPlainly(bytes, text, at, Math.min(end, bytes.length));
          expect(listAnchor(image, text, { at, end }, sizeBytes), `${text} ${round}`).toEqual(expected);
        }
      }
    }
  }
});

test.each(['COPYRIGHT', 'NO'])('%s is found at the first and at the last byte', (text) => {
  for (const shift of [0, 1]) {
    for (const length of [sizeBytes, sizeBytes - 1]) {
      for (const at of [0, 1, length - text.length, length - text.length - 1]) {
        const bytes = new Uint8Array(sizeBytes + 1).subarray(shift, shift + length);
        bytes.set(new TextEncoder().encode(text), at);
        expect(listAnchor(new Image(bytes), text, { at: 0, end: length }, 1)).toEqual([at]);
      }
    }
  }
});

test('no more offsets are listed than requested, and none is missed in a file of nothing but one anchor', () => {
  const bytes = new TextEncoder().encode('NO '.repeat(sizeBytes / 4));
  listAnchor(new Image(bytes), 'NO ', { at: 0, end: bytes.length }, 1);
  const image = new Image(bytes);
  expect(listAnchor(image, 'NO ', { at: 0x400, end: bytes.length }, 3)).toEqual([0x402, 0x405, 0x408]);
  expect(listAnchor(image, 'NO ', { at: 0, end: bytes.length }, bytes.length)).toHaveLength(sizeBytes / 4);
  const [last] = listAnchor(image, 'NO ', { at: bytes.length - 0x500, end: bytes.length }, bytes.length).slice(-1);
  expect(last).toBe(bytes.length - 3);
});
