import { layout } from './volvo-me7.layout.ts';

/** EXTP: the instruction behind it reads the page that is named here. */
const extendPage = 0xd7;
const pageBits = 14;

/**
 * The place in the file that an instruction with an address of 16 bits reads: in the page named before it, or, in the
 * first programs, whose calibration is no larger, in the two pages that DPP0 and DPP1 name.
 */
export function targetOf(bytes: Uint8Array, at: number): number | null {
  const offset = (bytes[at + 2] as number) | ((bytes[at + 3] as number) << 8);
  if (bytes[at - 4] === extendPage) {
    return bytes[at - 1] === 0 ? ((bytes[at - 2] as number) << pageBits) + offset : null;
  }
  return bytes.length === layout.smallFlashLength && offset < layout.nearLength ? layout.nearAt + offset : null;
}
