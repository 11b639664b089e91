import { SampleImage } from '../../testing/sample-image.ts';

export type Me9Options = { isSmall?: boolean; hardware?: string; mark?: string };

/** The texts of the boot code in a file of 2 MB or 1 MB, and the number of the program. */
export function me9Sample({ isSmall = false, hardware, mark = '\x08\0\0S\0' }: Me9Options = {}): Uint8Array {
  const sample = new SampleImage(isSmall ? 0x100000 : 0x200000, 0xff);
  const number = hardware ?? '0261209999';
  sample.text(isSmall ? 0xfe000 : 0x2600, `${number}${isSmall ? '26RT9999' : '1039S19999'}`);
  sample.text(isSmall ? 0xfe5e7 : 0x2be7, `${number}${mark}`);
  const programAt = isSmall ? 0x24a : 0x8038a;
  sample.text(programAt, '1037399999').fill(programAt + 10, programAt + 20, 0xff);
  return sample.bytes;
}
