import type { Image } from '../image.ts';
import { measure } from './measures.ts';

/** Sizes of the chips that were fitted in pairs, one for the even and one for the odd bytes: 27C256 to 29F010. */
const chipSizes = [0x8000, 0x10000, 0x20000];

/**
 * Whether the image is half of a C166 program. Each half has many of the first bytes of instructions, or of their
 * register bytes, and by chance some of these are adjacent: 4 to 11 in 1024 bytes, where a whole program has 44 or more
 * and other dumps have at most 3.6. The two bytes of a return are never in the same half, so there are hardly any of
 * those. Measured on eleven halves of EDC3; one M3 and one M5 look the same, but are recognised by their family.
 */
export function isHalfOfPair(image: Image): boolean {
  if (!chipSizes.includes(image.sizeBytes)) return false;
  const { code, supplierNumber } = image.memo(measure);
  return supplierNumber === null && code.c166 >= 4 && code.c166 <= 20 && code.c166Return <= 0.6;
}
