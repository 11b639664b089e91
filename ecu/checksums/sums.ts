import type { Image, Window } from '../image.ts';

/** Sum of 32-bit words modulo 2^32. The window must lie inside the image; a remainder below a word is left out. */
export function sum32be(image: Image, { at, end }: Window): number {
  const { bytes } = image;
  let sum = 0;
  for (let next = at; next + 4 <= end; next += 4) {
    sum =
      (sum +
        (((bytes[next] as number) << 24) |
          ((bytes[next + 1] as number) << 16) |
          ((bytes[next + 2] as number) << 8) |
          (bytes[next + 3] as number))) |
      0;
  }
  return sum >>> 0;
}

export function sum32le(image: Image, { at, end }: Window): number {
  const { bytes } = image;
  let sum = 0;
  for (let next = at; next + 4 <= end; next += 4) {
    sum =
      (sum +
        (((bytes[next + 3] as number) << 24) |
          ((bytes[next + 2] as number) << 16) |
          ((bytes[next + 1] as number) << 8) |
          (bytes[next] as number))) |
      0;
  }
  return sum >>> 0;
}

/** Sum of 16-bit words modulo 2^32. */
export function sum16le(image: Image, { at, end }: Window): number {
  const { bytes } = image;
  let sum = 0;
  for (let next = at; next + 2 <= end; next += 2) {
    sum = (sum + (((bytes[next + 1] as number) << 8) | (bytes[next] as number))) | 0;
  }
  return sum >>> 0;
}

export function sum16be(image: Image, { at, end }: Window): number {
  const { bytes } = image;
  let sum = 0;
  for (let next = at; next + 2 <= end; next += 2) {
    sum = (sum + (((bytes[next] as number) << 8) | (bytes[next + 1] as number))) | 0;
  }
  return sum >>> 0;
}

/** Sum of bytes modulo 2^32. */
export function sum8(image: Image, { at, end }: Window): number {
  let sum = 0;
  for (let next = at; next < end; next += 1) sum = (sum + (image.bytes[next] as number)) | 0;
  return sum >>> 0;
}
