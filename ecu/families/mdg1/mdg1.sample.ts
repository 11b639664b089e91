import { SampleImage } from '../../testing/sample-image.ts';

/** The variant string is all that is known about these units. */
export function mdg1Sample(variant = '38/1/MDG1/11/MG1CS011//9ZP3C1A1/Dst00//'): Uint8Array {
  return new SampleImage(0x80000, 0xc3)
    .u8(0x41000, 0)
    .text(0x41001, variant)
    .u8(0x41001 + variant.length, 0).bytes;
}
