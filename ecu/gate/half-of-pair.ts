import type { Image } from '../image.ts';
import { measure } from './measures.ts';

/** The chips that were fitted in pairs, one for the even and one for the odd bytes: 27C256 to 29F010. */
const chipSizes = [0x8000, 0x10000, 0x20000];

/**
 * Half of a C166 program. Each half still has many of the bytes that the instructions begin with, or of their register
 * bytes, and by chance some next to each other: 4 to 11 in 1024 bytes, where a whole program has 44 and more and other
 * dumps have 3.6 at most. The two bytes of a return are never in the same half, so there are next to none of those.
 * Measured on eleven halves of EDC3; one M3 and one M5 look the same, and are recognised by their family.
 */
export function isHalfOfPair(image: Image): boolean {
  if (!chipSizes.includes(image.sizeBytes)) return false;
  const { code, supplierNumber } = image.memo(measure);
  return supplierNumber === null && code.c166 >= 4 && code.c166 <= 20 && code.c166Return <= 0.6;
}
