import { u32beBytes } from '../../change.ts';
import { sum32be } from '../../checksums/sums.ts';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type NcOptions = {
  entries?: number;
  codes?: number;
  /** Sets an enable that is neither 0 nor 1. */
  strayEnable?: boolean;
  strayActivation?: boolean;
  /** Sets an enable, or an activation, of an unused entry. */
  unusedEnable?: boolean;
  unusedActivation?: boolean;
  hasSecondTable?: boolean;
  wrongSum?: boolean;
};

export const ncTableAt = 0xe067c;
const sumsAt = 0xff650;

/** A 1 MB image of an MX-5 NC with 35 sums. */
export function ncSample(options: NcOptions = {}): Uint8Array {
  const sample = new SampleImage(0x100000, 0xff);
  sample.u32be(0, 0xc0c).u32be(4, 0xffffbfa0).text(0x2000, '04Z09999').text(0x2023, 'Copr.DENSO2007S');
  sample.text(0xb8034, 'Copr.DENSO2007SSW-LF9ZZZ999.HEX').u8(0xb8053, 0);
  writeTable(sample, ncTableAt, options);
  if (options.hasSecondTable === true) writeTable(sample, 0xd0000, options);
  const image = new Image(sample.bytes);
  sample.fill(sumsAt, sumsAt + 36 * 12, 0xff);
  for (let index = 0; index < 35; index += 1) {
    const [at, end] = index === 0 ? [0xb7000, 0xf4000] : [0x2000 + index * 0x1000, 0x3000 + index * 0x1000];
    const difference = (0x5aa5a55a - sum32be(image, { at, end })) >>> 0;
    sample.u32be(sumsAt + index * 12, at).u32be(sumsAt + index * 12 + 4, end - 1);
    sample.put(sumsAt + index * 12 + 8, u32beBytes(difference));
  }
  if (options.wrongSum === true) sample.u8(0xb9001, 0x77);
  return sample.bytes;
}

/** Writes P0300 twice, then codes in no order; the fifth is off without an activation, the sixth with one. */
function writeTable(sample: SampleImage, at: number, options: NcOptions): void {
  const { entries = 160, codes = 125 } = options;
  sample.fill(at, at + entries * 2, 0xff).fill(at + entries * 2, at + entries * 5, 0);
  for (let index = 0; index < codes; index += 1) {
    sample.u16be(at + index * 2, index < 2 ? 0x0300 : 0x1100 + ((index * 7) % 0x200));
    const enable = index === 5 || index === 6 ? 0 : 1;
    sample.u8(at + entries * 2 + index, enable).u8(at + entries * 3 + index, enable);
    sample.u8(at + entries * 4 + index, index === 5 ? 0 : index === 7 ? 3 : 1);
  }
  if (options.strayEnable === true) sample.u8(at + entries * 3 + 9, 2);
  if (options.strayActivation === true) sample.u8(at + entries * 4 + 9, 4);
  if (options.unusedEnable === true) sample.u8(at + entries * 3 - 1, 1);
  if (options.unusedActivation === true) sample.u8(at + entries * 5 - 1, 1);
}
