import type { Image, Window } from '../image.ts';

/** IEEE 802.3, least significant bit first: zlib's. */
const reflectedTable = Uint32Array.from({ length: 0x100 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** The same polynomial, most significant bit first. */
const forwardTable = Uint32Array.from({ length: 0x100 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/**
 * Register after the window, least significant bit first, with no final inversion. zlib: start 0xFFFFFFFF, then invert.
 */
export function crc32Reflected(image: Image, { at, end }: Window, start: number): number {
  const { bytes } = image;
  let crc = start >>> 0;
  for (let next = at; next < end; next += 1) {
    crc = (crc >>> 8) ^ (reflectedTable[(crc ^ (bytes[next] as number)) & 0xff] as number);
  }
  return crc >>> 0;
}

/** Register after the window, most significant bit first, with no final inversion. */
export function crc32Forward(image: Image, { at, end }: Window, start: number): number {
  const { bytes } = image;
  let crc = start >>> 0;
  for (let next = at; next < end; next += 1) {
    crc = (crc << 8) ^ (forwardTable[(crc >>> 24) ^ (bytes[next] as number)] as number);
  }
  return crc >>> 0;
}

/**
 * Returns the four bytes, as a little-endian word, that take the register from `before` to `expected`, by running the
 * register backwards, which has exactly one result.
 */
export function solveCrc32Reflected(before: number, expected: number): number {
  let crc = expected >>> 0;
  for (let step = 0; step < 4; step += 1) {
    const index = reflectedIndexByTopByte[crc >>> 24] as number;
    crc = ((crc ^ (reflectedTable[index] as number)) << 8) | index;
  }
  return (crc ^ before) >>> 0;
}

/** Every table entry has a unique top byte, so the entry used last can be recognised from the register. */
const reflectedIndexByTopByte = new Uint8Array(0x100);
reflectedTable.forEach((value, index) => {
  reflectedIndexByTopByte[value >>> 24] = index;
});
