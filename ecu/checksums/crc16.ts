import type { Image, Window } from '../image.ts';

/** x^16 + x^15 + x^2 + 1, least significant bit first: CRC-16/ARC. */
const reflectedTable = Uint16Array.from({ length: 0x100 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xa001 : value >>> 1;
  return value;
});

/** Register after the window, with no final inversion. ARC starts at 0. */
export function crc16Reflected(image: Image, { at, end }: Window, start: number): number {
  const { bytes } = image;
  let crc = start & 0xffff;
  for (let next = at; next < end; next += 1) {
    crc = (crc >>> 8) ^ (reflectedTable[(crc ^ (bytes[next] as number)) & 0xff] as number);
  }
  return crc;
}
