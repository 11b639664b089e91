import { layout } from './volvo-me7.layout.ts';

/** EXTP: sets the page that the next instruction reads. */
const extendPage = 0xd7;
const pageBits = 14;

/**
 * Returns the file offset that an instruction with a 16-bit address reads: in the page set before it or, in the first
 * programs, whose calibration is no larger than that, in the two pages that DPP0 and DPP1 point to.
 */
export function readTarget(bytes: Uint8Array, at: number): number | null {
  const offset = (bytes[at + 2] as number) | ((bytes[at + 3] as number) << 8);
  if (bytes[at - 4] === extendPage) {
    return bytes[at - 1] === 0 ? ((bytes[at - 2] as number) << pageBits) + offset : null;
  }
  return bytes.length === layout.smallFlashLength && offset < layout.nearLength ? layout.nearAt + offset : null;
}
