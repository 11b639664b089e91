import { expect, test } from 'vitest';
import { Image } from './image.ts';

const image = new Image(new Uint8Array([0x12, 0x34, 0x56, 0x78, 0x41, 0x42, 0xff]));

test('numbers are read in both byte orders', () => {
  expect([image.u8(0), image.u16le(0), image.u16be(0)]).toEqual([0x12, 0x3412, 0x1234]);
  expect([image.u32le(0), image.u32be(0)]).toEqual([0x78563412, 0x12345678]);
});

test.each([-1, 0.5, 4, 7, 0xffffffff, Number.NaN])(
  'reading four bytes at %s, which do not exist, returns null',
  (at) => {
    expect([image.u32le(at), image.u32be(at)]).toEqual([null, null]);
    expect(image.ascii(at, 4)).toBeNull();
  },
);

test('a range with a single non-text byte is not a text', () => {
  expect(image.ascii(4, 2)).toBe('AB');
  expect(image.ascii(4, 3)).toBeNull();
  expect(image.asciiRun(4, 0x10)).toBe('AB');
});

test('a view into a larger buffer reads its own bytes only', () => {
  const view = new Image(new Uint8Array([1, 2, 3, 4]).subarray(1, 3));
  expect([view.sizeBytes, view.u8(0), view.u8(2)]).toEqual([2, 2, null]);
});

test('a search finds nothing that extends beyond the end of its window', () => {
  expect(image.find('AB', { at: 0, end: 6 })).toBe(4);
  expect(image.find('AB', { at: 0, end: 5 })).toBeNull();
  expect(image.find('AB', { at: 5, end: 0x100 })).toBeNull();
  expect(image.find('AB', { at: 9, end: 2 })).toBeNull();
  expect(image.find('', { at: 0, end: 6 })).toBeNull();
});

test('bytes are counted only inside the window and the file', () => {
  const counts = new Image(new Uint8Array([7, 7, 7, 9])).countBytes({ at: 1, end: 0x100 });
  expect([counts[7], counts[9], counts[0]]).toEqual([2, 1, 0]);
});
