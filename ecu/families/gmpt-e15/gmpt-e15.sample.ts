import { SampleImage } from '../../testing/sample-image.ts';

export type GmptE15Options = {
  signature?: number;
  brokenRow?: number;
  hasSecondPage?: boolean;
  vehicleNumber?: string;
};

export const gmptE15RowsAt = 0x3058;

/** A 512 KB image with 180 rows, of which two share a code and three have none. */
export function gmptE15Sample(options: GmptE15Options = {}): Uint8Array {
  const sample = new SampleImage(0x80000, 0xff);
  sample.u32be(0x7fffc, options.signature ?? 0xa55aa5a5).text(0x800c, '12999999');
  writePage(sample, 0x4000, options);
  if (options.hasSecondPage === true) writePage(sample, 0x6000, options);
  for (let index = 0; index < 180; index += 1) {
    const at = gmptE15RowsAt + index * 4;
    const code =
      index === 0 ? 0 : index === 9 ? 0xffff : index === 50 ? 0x9999 : index === 11 ? 0x010a : 0x0100 + index;
    sample
      .u16be(at, code)
      .u8(at + 2, index === options.brokenRow ? 0xff : 1 << (index % 8))
      .u8(at + 3, index >>> 3);
  }
  return sample.bytes;
}

function writePage(sample: SampleImage, at: number, { vehicleNumber = 'W0L00000000000000' }: GmptE15Options): void {
  sample.text(at + 0x2c, vehicleNumber).text(at + 0x6e, 'DEL  011A16999999   ');
  sample.text(at + 0x84, 'Z22SE ').text(at + 0x8e, '09399999BC ');
}
