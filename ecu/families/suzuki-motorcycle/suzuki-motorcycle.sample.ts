import { Image } from '../../image.ts';
import { sum16be } from '../../checksums/sums.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type SuzukiMotorcycleOptions = { isSmall?: boolean; second?: number; name?: string; balance?: number };

/** 1 MB or 256 KB with the name of the program near the end and a balanced sum. */
export function suzukiMotorcycleSample(options: SuzukiMotorcycleOptions = {}): Uint8Array {
  const { isSmall = false, second = 0x70007000, balance = 0 } = options;
  const size = isSmall ? 0x40000 : 0x100000;
  const sample = new SampleImage(size, 0xff)
    .u32be(0, isSmall ? 0x400 : 0xff000878)
    .u32be(4, second)
    .text(size - 16, options.name ?? (isSmall ? 'BB99BB99' : 'DJZZSE99'))
    .u16be(size - 8, 0);
  const sum = sum16be(new Image(sample.bytes), { at: 0, end: size });
  return sample.u16be(size - 8, (0x5aa5 + balance - sum) & 0xffff).bytes;
}
